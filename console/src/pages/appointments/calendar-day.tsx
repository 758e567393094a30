import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { LeftOutlined, PrinterOutlined, RightOutlined } from '../../ui/icons.tsx'
import { QueryState, EmptyState } from '../../ui/states.tsx'
import { i18n, language } from '../../app/i18n.ts'
import { bySlot, readDay } from './day.ts'
import { MoveButtons } from './appointment-drawer.tsx'
import { StatusTag } from './status-tag.tsx'

const t = i18n(
  {
    previousDay: '前一天',
    nextDay: '后一天',
    month: '回到月历',
    print: '打印日程',
    none: '这一天没有预约',
    hint: '换一天看看',
    noSlot: '未选时段',
    visits: (n: number) => `${n} 个预约`,
  },
  {
    previousDay: 'Previous day',
    nextDay: 'Next day',
    month: 'Back to the month',
    print: 'Print day sheet',
    none: 'No visits on this day',
    hint: 'Try another day',
    noSlot: 'No time chosen',
    visits: (n) => `${n} visits`,
  },
)

export function Day({
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
      <QueryState of={asked}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState first={t().none} hint={t().hint} />
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
      </QueryState>
    </div>
  )
}
