import { Button } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { i18n, labelOf, language } from '../app/i18n.ts'
import type { Tone } from '../ui/badge.tsx'
import { LeftOutlined, RightOutlined } from '../ui/icons.tsx'
import { weekdayLabels, weekdays } from '../ui/weekdays.ts'

const t = i18n(
  { previous: '上一月', next: '下一月', today: '今天' },
  { previous: 'Previous month', next: 'Next month', today: 'Today' },
)

/** A number on a day; its tone is explained in the legend. */
export interface DayCount {
  tone: Tone
  count: number
}

export interface GridDay {
  date: string
  counts: DayCount[]
  /** What is read out instead of the counts. */
  text: string
}

/** The name of a month with its neighbours and a legend. */
export function MonthHead({
  month,
  turn,
  legend,
  children,
}: {
  month: string
  turn: (month: string) => void
  legend: { tone: Tone; text: string }[]
  children?: ReactNode
}) {
  const first = dayjs(`${month}-01`)
  return (
    <div className="calendar-head">
      <Button
        aria-label={t().previous}
        icon={<LeftOutlined />}
        onClick={() => turn(first.subtract(1, 'month').format('YYYY-MM'))}
      />
      <h2>{first.format(language.get() === 'zh' ? 'YYYY年M月' : 'MMMM YYYY')}</h2>
      <Button
        aria-label={t().next}
        icon={<RightOutlined />}
        onClick={() => turn(first.add(1, 'month').format('YYYY-MM'))}
      />
      <Button onClick={() => turn(dayjs().format('YYYY-MM'))}>{t().today}</Button>
      {children}
      <span className="legend quiet">
        {legend.map(({ tone, text }) => (
          <span key={text} data-tone={tone}>
            {text}
          </span>
        ))}
      </span>
    </div>
  )
}

const Counts = ({ counts }: { counts: DayCount[] }): ReactNode =>
  counts.length > 0 && (
    <span className="counts" aria-hidden>
      {counts.map(({ tone, count }) => (
        <b key={tone} data-tone={tone}>
          {count}
        </b>
      ))}
    </span>
  )

/** The days of one month, from Monday to Sunday. */
export function MonthGrid({ days, pick }: { days: GridDay[]; pick: (day: string) => void }) {
  const today = dayjs().format('YYYY-MM-DD')
  return (
    <div className="month">
      {weekdays.map((weekday) => (
        <span key={weekday} className="quiet weekday">
          {labelOf(weekdayLabels, weekday)}
        </span>
      ))}
      {days.map(({ date, counts, text }, index) => (
        <button
          key={date}
          type="button"
          className={date === today ? 'day is-today' : 'day'}
          style={index === 0 ? { gridColumnStart: ((dayjs(date).day() + 6) % 7) + 1 } : {}}
          onClick={() => pick(date)}
        >
          <span aria-hidden>{Number(date.slice(8))}</span>
          <span className="unseen">{`${date} ${text}`}</span>
          <Counts counts={counts} />
        </button>
      ))}
    </div>
  )
}
