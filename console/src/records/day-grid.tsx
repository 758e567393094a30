import type { ReactNode } from 'react'

export interface DayGroup {
  title: string
  rows: { id: string; name: string; content: ReactNode }[]
}

/** The records of one day in groups, such as time slots or doctors. */
export const DayGrid = ({ groups, open }: { groups: DayGroup[]; open: (id: string) => void }) =>
  groups.map(({ title, rows }) => (
    <section key={title} className="day-group">
      <h3>{title}</h3>
      <ul className="results">
        {rows.map(({ id, name, content }) => (
          <li key={id}>
            <button type="button" className="name-button" onClick={() => open(id)}>
              {name}
            </button>
            {content}
          </li>
        ))}
      </ul>
    </section>
  ))
