import { Button } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { i18n, language } from '../app/i18n.ts'
import { LeftOutlined, RightOutlined } from '../ui/icons.tsx'

const t = i18n(
  { previous: '前一天', next: '后一天', today: '今天' },
  { previous: 'Previous day', next: 'Next day', today: 'Today' },
)

export const dayTitle = (day: string) =>
  dayjs(day).format(language.get() === 'zh' ? 'YYYY年M月D日 dddd' : 'dddd, D MMMM YYYY')

/** The name of a day with its neighbours. */
export function DayHead({
  day,
  pick,
  children,
}: {
  day: string
  pick: (day: string) => void
  children?: ReactNode
}) {
  const date = dayjs(day)
  return (
    <div className="calendar-head">
      <Button
        aria-label={t().previous}
        icon={<LeftOutlined />}
        onClick={() => pick(date.subtract(1, 'day').format('YYYY-MM-DD'))}
      />
      <h2>{dayTitle(day)}</h2>
      <Button
        aria-label={t().next}
        icon={<RightOutlined />}
        onClick={() => pick(date.add(1, 'day').format('YYYY-MM-DD'))}
      />
      <Button onClick={() => pick(dayjs().format('YYYY-MM-DD'))}>{t().today}</Button>
      {children}
    </div>
  )
}

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
