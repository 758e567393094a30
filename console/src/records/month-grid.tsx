import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { labelOf } from '../app/i18n.ts'
import type { Tone } from '../ui/badge.tsx'
import { weekdayLabels, weekdays } from '../ui/weekdays.ts'

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
