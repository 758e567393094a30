import { linkTo } from '../app/router.ts'

interface Props {
  name: string
  value: string
  note?: string
  to: string
}

/** A number that leads to the rows it counts. */
export const Figure = ({ name, value, note, to }: Props) => (
  <a className="card figure" {...linkTo(to)}>
    <span>{name}</span>
    <strong className="number">{value}</strong>
    {note && <small className="quiet">{note}</small>}
  </a>
)

export const percent = (part: number, whole: number) =>
  whole === 0 ? '—' : `${Math.round((part / whole) * 1000) / 10}%`

export const shown = (count: number) => count.toLocaleString('en')
