import type { CalendarDay } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf, language } from '../../app/i18n.ts'
import type { Params, SetParams } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { CalendarHead } from '../../records/calendar-head.tsx'
import { dayTitle } from '../../records/calendar.ts'
import { QueryState } from '../../ui/states.tsx'
import { weekdayLabels, weekdays, type Weekday } from '../../ui/weekdays.ts'
import { DayDialog } from './day-dialog.tsx'

const t = i18n(
  {
    year: (year: number) => `${year}年`,
    hint: '点一天可以设为休息或调休上班；键盘用方向键选日期，回车设置。',
    off: '休',
    works: '班',
    offText: '休息',
    worksText: (weekday: string) => `调休，按${weekday}出诊`,
  },
  {
    year: (year) => String(year),
    hint: 'Click a day to make it a holiday or a working day; by keyboard, the arrow keys and enter.',
    off: 'off',
    works: 'on',
    offText: 'Day off',
    worksText: (weekday) => `Works as ${weekday}`,
  },
)

const format = 'YYYY-MM-DD'
const weekdayName = (weekday: number) => labelOf(weekdayLabels, String(weekday) as Weekday)
const inWords = ({ kind, weekday, note }: CalendarDay) =>
  [kind === 'off' ? t().offText : t().worksText(weekdayName(weekday)), note].filter(Boolean).join('，')

/** How far each key goes. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function Months({ year, days }: { year: number; days: CalendarDay[] }) {
  const mayChange = may(api.calendarDays.set)
  const today = dayjs().format(format)
  const [focused, focus] = useState(today.startsWith(String(year)) ? today : `${year}-01-01`)
  const [picked, pick] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  const byDate = new Map(days.map((day) => [day.date, day]))
  useEffect(() => {
    if (isMoved.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoved.current = false
  }, [focused])
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = dayjs(focused).add(step, 'day')
    if (next.year() !== year) return
    isMoved.current = true
    focus(next.format(format))
  }
  const dayButton = (date: string, isFirst: boolean) => {
    const day = byDate.get(date)
    return (
      <button
        key={date}
        title={day?.note}
        type="button"
        tabIndex={date === focused ? 0 : -1}
        className={`year-day${date === today ? ' is-today' : ''}`}
        {...(day && { 'data-tone': day.kind === 'off' ? 'bad' : 'info' })}
        style={isFirst ? { gridColumnStart: ((dayjs(date).day() + 6) % 7) + 1 } : {}}
        onFocus={() => focus(date)}
        onClick={() => mayChange && pick(date)}
      >
        <span aria-hidden>{Number(date.slice(8))}</span>
        {day && <small aria-hidden>{day.kind === 'off' ? t().off : t().works}</small>}
        <span className="unseen">{`${dayTitle(date)}${day ? ` ${inWords(day)}` : ''}`}</span>
      </button>
    )
  }
  return (
    <div className="year" ref={box} onKeyDown={move}>
      {Array.from({ length: 12 }, (_, month) => {
        const first = dayjs(`${year}-${String(month + 1).padStart(2, '0')}-01`)
        return (
          <section key={month} className="card">
            <h3>{first.format(language.get() === 'zh' ? 'M月' : 'MMMM')}</h3>
            <div className="year-month">
              {weekdays.map((weekday) => (
                <span key={weekday} className="quiet" aria-hidden>
                  {labelOf(weekdayLabels, weekday).replace('周', '').slice(0, 2)}
                </span>
              ))}
              {Array.from({ length: first.daysInMonth() }, (_, index) =>
                dayButton(first.add(index, 'day').format(format), index === 0),
              )}
            </div>
          </section>
        )
      })}
      {picked && <DayDialog date={picked} now={byDate.get(picked)} close={() => pick(undefined)} />}
    </div>
  )
}

/** Public holidays, and working days that count as another weekday. */
export function Year({ params, set }: { params: Params; set: SetParams }) {
  const year = /^20\d\d$/.test(params['year'] ?? '') ? Number(params['year']) : dayjs().year()
  const days = useQuery({
    queryKey: ['calendar-days', year],
    queryFn: () => call(api.calendarDays.list, { query: { from: `${year}-01-01`, to: `${year}-12-31` } }),
  })
  const turn = (to: number) => set({ year: String(to) }, { replace: false })
  return (
    <>
      <CalendarHead
        unit="year"
        title={<h2>{t().year(year)}</h2>}
        turn={(by) => turn(year + by)}
        turnToNow={() => turn(dayjs().year())}
      >
        {may(api.calendarDays.set) && <span className="quiet">{t().hint}</span>}
      </CalendarHead>
      <QueryState of={days} rows={12}>
        {(days) => <Months key={year} year={year} days={days} />}
      </QueryState>
    </>
  )
}
