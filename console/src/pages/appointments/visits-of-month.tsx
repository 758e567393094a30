import { appointmentStatuses } from '@zhenyue/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { i18n } from '../../app/i18n.ts'
import { MonthGrid } from '../../records/month-grid.tsx'
import { QueryState } from '../../ui/states.tsx'
import { statusTones } from './status-badge.tsx'
import { readMonth, type AppointmentFilter } from './visits.ts'

const t = i18n({ visits: (n: number) => `${n} 个预约` }, { visits: (n) => `${n} visits` })

/** How many visits each day of a month has, by status. */
export function VisitsOfMonth({
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
