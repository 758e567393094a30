import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { LeftOutlined, RightOutlined } from '../../ui/icons.tsx'
import { statusName } from '../../ui/names.ts'
import { QueryState } from '../../ui/states.tsx'
import { weekdayName, weekdays } from '../../ui/weekdays.ts'
import { i18n, language } from '../../app/i18n.ts'
import { readMonth } from './day.ts'
import { statuses } from './moves.ts'

const t = i18n(
  {
    previous: '上一月',
    next: '下一月',
    today: '今天',
    visits: (n: number) => `${n} 个预约`,
  },
  {
    previous: 'Previous month',
    next: 'Next month',
    today: 'Today',
    visits: (n) => `${n} visits`,
  },
)

export function Month({
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
      <QueryState of={asked} rows={10}>
        {(days) => (
          <div className="month">
            {weekdays.map(weekdayName).map((name) => (
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
      </QueryState>
    </div>
  )
}
