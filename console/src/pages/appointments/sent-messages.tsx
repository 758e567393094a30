import { messageKindLabels } from '@zhenyue/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { failureInWords } from '../../records/failure-words.ts'
import { MessageBadge } from '../../records/message-status.tsx'
import { QueryState } from '../../ui/states.tsx'

const t = i18n({ title: '发给患者的短信' }, { title: 'Messages to the patient' })

/** What was sent to the patient and whether it arrived; nothing where nothing was. */
export function SentMessages({ appointmentId }: { appointmentId: string }) {
  const messages = useQuery({
    // As part of the history it is read again after every step of the appointment.
    queryKey: ['appointment', 'history', appointmentId, 'messages'],
    queryFn: () => call(api.messages.list, { query: { appointmentId, limit: '50' } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.list.some(({ status }) => status === 'queued') && 5000,
  })
  if (messages.isPending || messages.data?.list.length === 0) return null
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <QueryState of={messages} rows={1}>
        {({ list }) => (
          <ul className="related" aria-label={t().title}>
            {list.map((one) => (
              <li key={one.id}>
                <span>{labelOf(messageKindLabels, one.kind)}</span>
                <MessageBadge status={one.status} />
                <span className="quiet number">{one.sentAt || one.createdAt}</span>
                {one.error && <span className="quiet">{failureInWords(one.error)}</span>}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  )
}
