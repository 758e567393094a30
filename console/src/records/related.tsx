import type { Found } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels, leadSourceLabels } from '@zhenyue/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { i18n, labelOf } from '../app/i18n.ts'
import { addressOf, linkTo } from '../app/router.ts'
import { QueryState } from '../ui/states.tsx'

const t = i18n(
  { title: '同一手机号的其他记录', none: '没有其他记录', lead: '线索', appointment: '预约', score: '分' },
  {
    title: 'Same phone number',
    none: 'Nothing else',
    lead: 'Lead',
    appointment: 'Appointment',
    score: 'points',
  },
)

interface Line {
  id: string
  path: string
  text: string
  note: string
}

const linesOf = ({ leads, appointments }: Found): Line[] => [
  ...appointments.map(({ id, date, departmentName, status }) => ({
    id,
    path: '/appointments',
    text: `${t().appointment} ${date} ${labelOf(departmentLabels, departmentName)}`,
    note: labelOf(appointmentStatusLabels, status),
  })),
  ...leads.map(({ id, source, createdAt, score }) => ({
    id,
    path: '/leads',
    text: `${t().lead} ${labelOf(leadSourceLabels, source)} ${createdAt}`,
    note: `${score} ${t().score}`,
  })),
]

/** The other records with the same phone number. */
export function Related({ kind, id, read }: { kind: string; id: string; read: () => Promise<Found> }) {
  const related = useQuery({ queryKey: [kind, 'related', id], queryFn: read })
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <QueryState of={related} rows={1}>
        {(found) => (
          <ul className="related">
            {linesOf(found).map(({ id, path, text, note }) => (
              <li key={id}>
                <a {...linkTo(addressOf(path, { open: id }))}>{text}</a>
                <span className="quiet">{note}</span>
              </li>
            ))}
            {linesOf(found).length === 0 && <li className="quiet">{t().none}</li>}
          </ul>
        )}
      </QueryState>
    </div>
  )
}
