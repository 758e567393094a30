import type { Contact, Found } from '@zhenyue/contract'
import { contactChannelLabels, contactOutcomeLabels } from '@zhenyue/contract/follow-up-rules'
import { appointmentStatusLabels, departmentLabels, leadSourceLabels } from '@zhenyue/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { QueryState } from '../../ui/states.tsx'
import { slotName } from '../appointments/visits.ts'

const t = i18n(
  {
    contacts: '联系记录',
    noContacts: '还没有联系过',
    visits: '同一手机号的预约和线索',
    noVisits: '没有其他记录',
  },
  {
    contacts: 'Contacts',
    noContacts: 'Not contacted yet',
    visits: 'Bookings and leads of this number',
    noVisits: 'Nothing else',
  },
)

const ContactLine = ({ contact: { at, by, channel, outcome, note } }: { contact: Contact }) => (
  <li>
    <span>
      <strong>{labelOf(contactOutcomeLabels, outcome)}</strong>{' '}
      <span className="quiet">{`${labelOf(contactChannelLabels, channel)} · ${by} · ${at.slice(0, 16)}`}</span>
      {note && <span className="any-text bench-said">{note}</span>}
    </span>
  </li>
)

/** All who have this number, family too. */
const linesOf = ({ appointments, leads }: Found) => [
  ...appointments.map(({ id, patientName, date, timeSlot, departmentName, status }) => ({
    id,
    path: '/appointments',
    name: patientName,
    text: `${date} ${slotName(timeSlot)} ${labelOf(departmentLabels, departmentName)}`,
    note: labelOf(appointmentStatusLabels, status),
  })),
  ...leads.map(({ id, name, source, createdAt }) => ({
    id,
    path: '/leads',
    name,
    text: labelOf(leadSourceLabels, source),
    note: createdAt.slice(0, 16),
  })),
]

/** What happened before with a number. */
export function Earlier({ id }: { id: string }) {
  const contacts = useQuery({
    queryKey: ['lead', 'contacts', id],
    queryFn: () => call(api.followUp.contacts, { params: { id } }),
  })
  const related = useQuery({
    queryKey: ['lead', 'related', id],
    queryFn: () => call(api.people.ofLead, { params: { id } }),
  })
  return (
    <>
      <div className="drawer-section">
        <h3>{t().contacts}</h3>
        <QueryState of={contacts} rows={1}>
          {(list) => (
            <ul className="related">
              {list.map((contact) => (
                <ContactLine key={contact.id} contact={contact} />
              ))}
              {list.length === 0 && <li className="quiet">{t().noContacts}</li>}
            </ul>
          )}
        </QueryState>
      </div>
      <div className="drawer-section">
        <h3>{t().visits}</h3>
        <QueryState of={related} rows={1}>
          {(found) => (
            <ul className="related">
              {linesOf(found).map(({ id, path, name, text, note }) => (
                <li key={id}>
                  <strong>{name}</strong>
                  <a {...linkTo(addressOf(path, { open: id }))}>{text}</a>
                  <span className="quiet">{note}</span>
                </li>
              ))}
              {linesOf(found).length === 0 && <li className="quiet">{t().noVisits}</li>}
            </ul>
          )}
        </QueryState>
      </div>
    </>
  )
}
