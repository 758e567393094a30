import type { Slot } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { api, call, masked } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { QueryState } from '../../ui/states.tsx'
import { StatusBadge } from '../appointments/status-badge.tsx'
import { readDay } from '../appointments/visits.ts'

const t = i18n(
  {
    booked: '已预约',
    nobody: '还没有人预约',
    waiting: '候补',
    noneWaits: '没有人候补',
    age: '岁',
  },
  {
    booked: 'Booked',
    nobody: 'Nobody yet',
    waiting: 'Waiting',
    noneWaits: 'Nobody waits',
    age: 'y',
  },
)

/** Who is in a slot. */
export function Booked({ slot: { id, date, departmentName } }: { slot: Slot }) {
  const visits = useQuery({
    queryKey: ['slots', 'booked', id],
    queryFn: async () =>
      (await readDay(date, { departmentName })).list.filter(
        ({ slotId, status }) => slotId === id && status !== 'cancelled',
      ),
  })
  return (
    <section className="day-group">
      <h3>{t().booked}</h3>
      <QueryState of={visits} rows={2}>
        {(visits) =>
          visits.length === 0 ? (
            <p className="quiet">{t().nobody}</p>
          ) : (
            <ul className="slot-people">
              {visits.map((one) => (
                <li key={one.id}>
                  <a {...linkTo(addressOf('/appointments', { open: one.id }))}>{one.patientName}</a>
                  <span className="quiet">{`${one.patientAge} ${t().age}`}</span>
                  <span className="digits">{one.patientPhone}</span>
                  <StatusBadge status={one.status} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

/** Who waits for a place of it, in their order. */
export function Waiting({ slot: { id } }: { slot: Slot }) {
  const waiting = useQuery({
    queryKey: ['slots', 'waiting', id],
    queryFn: async () =>
      (await call(api.waitlist.staffList, { query: { slotId: id, ...masked } })).filter(
        ({ status }) => status === 'waiting',
      ),
  })
  return (
    <section className="day-group">
      <h3>{t().waiting}</h3>
      <QueryState of={waiting} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="quiet">{t().noneWaits}</p>
          ) : (
            <ol className="slot-people">
              {list.map((one) => (
                <li key={one.id}>
                  <strong className="number">{one.position}</strong>
                  <span>{one.patientName}</span>
                  <span className="quiet">{`${one.patientAge} ${t().age}`}</span>
                  <span className="digits">{one.patientPhone}</span>
                  <span className="quiet number">{one.createdAt}</span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
    </section>
  )
}
