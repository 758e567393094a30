import type { Found } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { linkTo } from '../app/router.ts'
import { i18n } from '../app/i18n.ts'
import { sourceName, statusName } from '../ui/names.ts'
import { QueryState } from '../ui/states.tsx'

const t = i18n(
  { title: '同一手机号的其他记录', none: '没有其他记录', lead: '线索', appointment: '预约', score: '分' },
  {
    title: 'Same phone number',
    none: 'EmptyState else',
    lead: 'Lead',
    appointment: 'Appointment',
    score: 'points',
  },
)

export function Related({ id, read }: { id: string; read: () => Promise<Found> }) {
  const related = useQuery({ queryKey: ['related', id], queryFn: read })
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <QueryState of={related} rows={1}>
        {({ leads, appointments }) =>
          leads.length + appointments.length === 0 ? (
            <span className="quiet">{t().none}</span>
          ) : (
            <ul className="related">
              {appointments.map((one) => (
                <li key={one.id}>
                  <a
                    {...linkTo(`/appointments?open=${one.id}`)}
                  >{`${t().appointment} ${one.date} ${one.departmentName}`}</a>
                  <span className="quiet">{statusName(one.status)}</span>
                </li>
              ))}
              {leads.map((one) => (
                <li key={one.id}>
                  <a
                    {...linkTo(`/leads?open=${one.id}`)}
                  >{`${t().lead} ${sourceName(one.source)} ${one.createdAt}`}</a>
                  <span className="quiet">{`${one.score} ${t().score}`}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </div>
  )
}
