import type { CSSProperties } from 'react'
import { linkTo } from '../../app/router.ts'

/** What a mark stands for, and the list behind it. */
export interface Mark {
  name: string
  value: number
  to: string
  color?: string
  note?: string
}

const niceTop = (most: number) => {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return Math.max(Math.ceil(most / step) * step, 4)
}

/** A bar for each day. The table beside it is the way by keyboard, so that ninety bars are not ninety stops. */
export function DayBars({ marks, color, label }: { marks: Mark[]; color: string; label: string }) {
  const top = niceTop(Math.max(...marks.map(({ value }) => value), 0))
  return (
    <div className="bars" role="group" aria-label={label}>
      {[1, 0.5].map((part) => (
        <span key={part} className="bars-line" style={{ bottom: `${part * 100}%` }} aria-hidden>
          {Math.round(top * part)}
        </span>
      ))}
      <div className="bars-row">
        {marks.map(({ name, value, to }) => (
          <a
            key={name}
            {...linkTo(to)}
            tabIndex={-1}
            aria-label={`${name}: ${value}`}
            title={`${name}: ${value}`}
          >
            <i style={{ height: `${(value / top) * 100}%`, background: color }} />
          </a>
        ))}
      </div>
      <div className="bars-axis quiet" aria-hidden>
        {marks.map(({ name }, index) =>
          (index % 15 === 0 && index < marks.length - 15) || index === marks.length - 1 ? (
            <span key={name} style={{ left: `${(index / marks.length) * 100}%` }}>
              {name.slice(5)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}

/** A line for each kind, as long as its share. */
export function ShareBars({ marks, label }: { marks: Mark[]; label: string }) {
  const most = Math.max(...marks.map(({ value }) => value), 1)
  return (
    <ul className="shares" aria-label={label}>
      {marks.map(({ name, value, to, color, note }) => (
        <li key={name}>
          <a
            {...linkTo(to)}
            style={{ '--part': `${(value / most) * 100}%`, '--color': color } as CSSProperties}
          >
            <span className="one-line">{name}</span>
            <i aria-hidden />
            <b className="number">{value.toLocaleString('en')}</b>
            {note && <small className="quiet number">{note}</small>}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Rows by columns; the more, the stronger. */
export function Heat({
  rows,
  columns,
  label,
}: {
  rows: { name: string; marks: Mark[] }[]
  columns: string[]
  label: string
}) {
  const most = Math.max(...rows.flatMap(({ marks }) => marks.map(({ value }) => value)), 1)
  return (
    <table className="heat" aria-label={label}>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, marks }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {marks.map((mark) => (
              <td key={mark.name}>
                <a
                  {...linkTo(mark.to)}
                  title={mark.name}
                  data-strong={mark.value / most > 0.8 ? 2 : mark.value / most > 0.55 ? 1 : undefined}
                  style={{ '--heat': `${Math.round((mark.value / most) * 100)}%` } as CSSProperties}
                >
                  {mark.value}
                </a>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
