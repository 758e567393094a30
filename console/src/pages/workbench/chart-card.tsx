import { Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import { linkTo } from '../../app/router.ts'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  { chart: '图', table: '表', show: '显示方式' },
  { chart: 'Chart', table: 'Table', show: 'Show as' },
)

export interface Row {
  cells: (string | number)[]
  to: string
}

/** A chart, and the same as a table. */
export function ChartCard({
  title,
  hint,
  head,
  rows,
  children,
}: {
  title: string
  hint?: string
  head: string[]
  rows: Row[]
  children: ReactNode
}) {
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  return (
    <section className="card chart-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Segmented
          size="small"
          aria-label={`${title} ${t().show}`}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'chart' as const, label: t().chart },
            { value: 'table' as const, label: t().table },
          ]}
        />
      </header>
      {hint && <p className="quiet chart-hint">{hint}</p>}
      {shown === 'chart' ? (
        children
      ) : (
        <div className="chart-table" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ cells: [name, ...rest], to }) => (
                <tr key={`${name} ${rest[0]}`}>
                  <th scope="row">
                    <a {...linkTo(to)}>{name}</a>
                  </th>
                  {rest.map((cell, index) => (
                    <td key={head[index + 1]} className="number">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
