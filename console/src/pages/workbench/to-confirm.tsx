import type { Appointment } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { api, call, masked } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { useLive } from '../../app/live.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { refreshRecords } from '../../records/cache.ts'
import { Phone } from '../../records/phone.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { slotName } from '../appointments/visits.ts'
import { TransitionButtons } from '../appointments/transitions.tsx'

const t = i18n(
  {
    title: '待确认的预约',
    count: (count: number) => `共 ${count} 个，就诊早的在前`,
    none: '预约都确认了',
    hint: '新的预约会出现在这里。',
    age: '岁',
  },
  {
    title: 'Appointments to confirm',
    count: (count) => `${count} in all, the earliest visit first`,
    none: 'All are confirmed',
    hint: 'New appointments appear here.',
    age: 'y',
  },
)

const query = { status: 'pending', order: 'visit', limit: '50', ...masked } as const

const Line = ({ one }: { one: Appointment }) => (
  <li>
    <span>
      <a {...linkTo(addressOf('/appointments', { open: one.id }))}>
        <strong>{one.patientName}</strong>
      </a>{' '}
      <span className="quiet">
        {`${one.patientAge} ${t().age} · ${one.date} ${slotName(one.timeSlot)} · ${labelOf(departmentLabels, one.departmentName)}`}
      </span>
    </span>
    <Phone id={one.id} phone={one.patientPhone} read={api.appointments.readPhone} actions />
    <TransitionButtons appointment={one} size="small" onlyNext />
  </li>
)

/** For those who have no leads: the appointments that wait for a call. */
export function ToConfirm() {
  const waiting = useQuery({
    queryKey: ['appointment', 'rows', 'to confirm'],
    queryFn: () => call(api.appointments.staffList, { query }),
    refetchInterval: 60_000,
  })
  useLive('appointment', () => refreshRecords('appointment'))
  return (
    <section className="card padded" aria-label={t().title}>
      <h2>{t().title}</h2>
      <QueryState of={waiting}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState title={t().none} hint={t().hint} />
          ) : (
            <>
              <p className="quiet">{t().count(total)}</p>
              <ul className="bench-lines">
                {list.map((one) => (
                  <Line key={one.id} one={one} />
                ))}
              </ul>
            </>
          )
        }
      </QueryState>
    </section>
  )
}
