import type { Appointment } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels } from '@zhenyue/contract/labels'
import { appointmentStatuses } from '@zhenyue/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { i18n, labelOf } from '../../app/i18n.ts'
import { calendarOf } from '../../records/calendar.ts'
import { DayGrid, DayHead } from '../../records/day-grid.tsx'
import type { ViewProps } from '../../records/kind.ts'
import { MonthGrid, MonthHead } from '../../records/month-grid.tsx'
import { PrinterOutlined } from '../../ui/icons.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { ShownStatus, statusTones } from './status-badge.tsx'
import { TransitionButtons } from './transitions.tsx'
import {
  bySlot,
  readDay,
  readMonth,
  slotName,
  type AppointmentFilter,
  type AppointmentQuery,
} from './visits.ts'

const t = i18n(
  {
    print: '打印日程',
    none: '这一天没有预约',
    hint: '换一天看看',
    noSlot: '未选时段',
    visits: (n: number) => `${n} 个预约`,
  },
  {
    print: 'Print day sheet',
    none: 'No visits on this day',
    hint: 'Try another day',
    noSlot: 'No time chosen',
    visits: (n) => `${n} visits`,
  },
)

function Month({
  month,
  filter,
  pick,
}: {
  month: string
  filter: AppointmentFilter
  pick: (day: string) => void
}) {
  const days = useQuery({
    queryKey: ['appointment', 'derived', 'month', month, filter],
    queryFn: () => readMonth(month, filter),
  })
  return (
    <QueryState of={days} rows={10}>
      {(days) => (
        <MonthGrid
          pick={pick}
          days={days.map(({ date, byStatus }) => ({
            date,
            counts: appointmentStatuses
              .map((status) => ({ tone: statusTones[status], count: byStatus[status] }))
              .filter(({ count }) => count > 0),
            text: t().visits(appointmentStatuses.reduce((sum, status) => sum + byStatus[status], 0)),
          }))}
        />
      )}
    </QueryState>
  )
}

const Visit = ({ one }: { one: Appointment }) => (
  <>
    <span className="quiet one-line">
      {`${labelOf(departmentLabels, one.departmentName)} ${one.doctorName}`}
    </span>
    <ShownStatus one={one} />
    <TransitionButtons appointment={one} size="small" />
  </>
)

function Day({ day, filter, open }: { day: string; filter: AppointmentFilter; open: (id: string) => void }) {
  const visits = useQuery({
    queryKey: ['appointment', 'rows', 'day', day, filter],
    queryFn: () => readDay(day, filter),
  })
  return (
    <QueryState of={visits}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title={t().none} hint={t().hint} />
        ) : (
          <DayGrid
            open={open}
            groups={bySlot(list).map(([slot, visits]) => ({
              title: `${slotName(slot) || t().noSlot} · ${t().visits(visits.length)}`,
              rows: visits.map((one) => ({
                id: one.id,
                name: one.patientName,
                content: <Visit one={one} />,
              })),
            }))}
          />
        )
      }
    </QueryState>
  )
}

/** Visits by day: a month with their numbers, or a day with each of them. */
export function AppointmentCalendar({ filter, params, set, open }: ViewProps<AppointmentQuery>) {
  const { day, month, turn, pick } = calendarOf(params, set)
  const legend = appointmentStatuses.map((status) => ({
    tone: statusTones[status],
    text: labelOf(appointmentStatusLabels, status),
  }))
  return (
    <div className="card calendar">
      {day ? (
        <>
          <DayHead day={day} pick={pick}>
            <Button icon={<PrinterOutlined />} onClick={() => set({ view: 'sheet' }, { replace: false })}>
              {t().print}
            </Button>
          </DayHead>
          <Day day={day} filter={filter} open={open} />
        </>
      ) : (
        <>
          <MonthHead month={month} turn={turn} legend={legend} />
          <Month month={month} filter={filter} pick={pick} />
        </>
      )}
    </div>
  )
}
