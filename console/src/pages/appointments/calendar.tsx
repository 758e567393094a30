import type { Appointment } from '@zhenyue/contract'
import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { statusName } from '../../ui/names.ts'
import { Asked, Nothing } from '../../ui/states.tsx'
import { language, words } from '../../words.ts'
import { readDay, readMonth } from './day.ts'
import { MoveButtons } from './appointment-drawer.tsx'
import { statuses } from './moves.ts'
import { StatusTag } from './status-tag.tsx'

const t = words(
  {
    previous: '上一月',
    next: '下一月',
    previousDay: '前一天',
    nextDay: '后一天',
    month: '回到月历',
    today: '今天',
    print: '打印日程',
    none: '这一天没有预约',
    hint: '换一天看看',
    noSlot: '未选时段',
    visits: (n: number) => `${n} 个预约`,
  },
  {
    previous: 'Previous month',
    next: 'Next month',
    previousDay: 'Previous day',
    nextDay: 'Next day',
    month: 'Back to the month',
    today: 'Today',
    print: 'Print day sheet',
    none: 'No visits on this day',
    hint: 'Try another day',
    noSlot: 'No time chosen',
    visits: (n) => `${n} visits`,
  },
)

const weekdays = () =>
  [1, 2, 3, 4, 5, 6, 7].map((day) =>
    new Intl.DateTimeFormat(language.get() === 'zh' ? 'zh-CN' : 'en', { weekday: 'short' }).format(
      new Date(2024, 0, day),
    ),
  )

function Month({
  month,
  wanted,
  turn,
  pick,
}: {
  month: string
  wanted: Record<string, string>
  turn: (month: string) => void
  pick: (day: string) => void
}) {
  const asked = useQuery({
    queryKey: ['calendar', month, wanted],
    queryFn: () => readMonth(month, wanted),
  })
  const first = dayjs(`${month}-01`)
  const today = dayjs().format('YYYY-MM-DD')
  return (
    <div className="card calendar">
      <div className="calendar-head">
        <Button
          aria-label={t().previous}
          icon={<LeftOutlined />}
          onClick={() => turn(first.subtract(1, 'month').format('YYYY-MM'))}
        />
        <h2>{first.format(language.get() === 'zh' ? 'YYYY 年 M 月' : 'MMMM YYYY')}</h2>
        <Button
          aria-label={t().next}
          icon={<RightOutlined />}
          onClick={() => turn(first.add(1, 'month').format('YYYY-MM'))}
        />
        <Button onClick={() => turn(dayjs().format('YYYY-MM'))}>{t().today}</Button>
        <span className="legend quiet">
          {statuses.map((status) => (
            <span key={status} data-status={status}>
              {statusName(status)}
            </span>
          ))}
        </span>
      </div>
      <Asked of={asked} rows={10}>
        {(days) => (
          <div className="month">
            {weekdays().map((name) => (
              <span key={name} className="quiet weekday">
                {name}
              </span>
            ))}
            {days.map(({ date, byStatus }, index) => {
              const total = statuses.reduce((sum, status) => sum + byStatus[status], 0)
              return (
                <button
                  key={date}
                  type="button"
                  className={date === today ? 'day is-today' : 'day'}
                  style={index === 0 ? { gridColumnStart: ((first.day() + 6) % 7) + 1 } : {}}
                  onClick={() => pick(date)}
                >
                  <span aria-hidden>{Number(date.slice(8))}</span>
                  <span className="unseen">{`${date} ${t().visits(total)}`}</span>
                  {total > 0 && (
                    <span className="counts" aria-hidden>
                      {statuses.map(
                        (status) =>
                          byStatus[status] > 0 && (
                            <b key={status} data-status={status}>
                              {byStatus[status]}
                            </b>
                          ),
                      )}
                    </span>
                  )}
                </button>
              )
            })}
          </div>
        )}
      </Asked>
    </div>
  )
}

const bySlot = (list: Appointment[]) =>
  Object.entries(Object.groupBy(list, ({ timeSlot }) => timeSlot)) as [string, Appointment[]][]

function Day({
  day,
  wanted,
  pick,
  open,
  print,
}: {
  day: string
  wanted: Record<string, string>
  pick: (day: string) => void
  open: (id: string) => void
  print: () => void
}) {
  const asked = useQuery({
    queryKey: ['appointments', 'day', day, wanted],
    queryFn: () => readDay(day, wanted),
  })
  const date = dayjs(day)
  return (
    <div className="card calendar">
      <div className="calendar-head">
        <Button
          aria-label={t().previousDay}
          icon={<LeftOutlined />}
          onClick={() => pick(date.subtract(1, 'day').format('YYYY-MM-DD'))}
        />
        <h2>{date.format(language.get() === 'zh' ? 'YYYY 年 M 月 D 日 dddd' : 'dddd, D MMMM YYYY')}</h2>
        <Button
          aria-label={t().nextDay}
          icon={<RightOutlined />}
          onClick={() => pick(date.add(1, 'day').format('YYYY-MM-DD'))}
        />
        <Button onClick={() => pick('')}>{t().month}</Button>
        <span className="push" />
        <Button icon={<PrinterOutlined />} onClick={print}>
          {t().print}
        </Button>
      </div>
      <Asked of={asked}>
        {({ list }) =>
          list.length === 0 ? (
            <Nothing first={t().none} hint={t().hint} />
          ) : (
            bySlot(list).map(([slot, visits]) => (
              <section key={slot} className="slot-group">
                <h3>{`${slot || t().noSlot} · ${t().visits(visits.length)}`}</h3>
                <ul className="results">
                  {visits.map((one) => (
                    <li key={one.id}>
                      <button type="button" className="name-button" onClick={() => open(one.id)}>
                        {one.patientName}
                      </button>
                      <span className="quiet one-line">{`${one.departmentName} ${one.doctorName}`}</span>
                      <StatusTag status={one.status} />
                      <MoveButtons appointment={one} size="small" />
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Asked>
    </div>
  )
}

export function Calendar(props: {
  month: string | undefined
  day: string | undefined
  wanted: Record<string, string>
  change: (changes: Record<string, string>) => void
  open: (id: string) => void
}) {
  const { day, change } = props
  const pick = (day: string) => change({ day, ...(day && { month: day.slice(0, 7) }) })
  if (day && /^\d{4}-\d{2}-\d{2}$/.test(day))
    return (
      <Day
        day={day}
        wanted={props.wanted}
        pick={pick}
        open={props.open}
        print={() => change({ view: 'sheet' })}
      />
    )
  const month =
    props.month && /^\d{4}-(0[1-9]|1[0-2])$/.test(props.month) ? props.month : dayjs().format('YYYY-MM')
  return <Month month={month} wanted={props.wanted} turn={(month) => change({ month })} pick={pick} />
}
