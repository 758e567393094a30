import type { HistoryEntry } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Timeline } from 'antd'
import { i18n, labelOf } from '../app/i18n.ts'
import { auditActionLabels } from './audit-actions.ts'
import { Changes } from './changes.tsx'
import { QueryState } from '../ui/states.tsx'

const t = i18n({ title: '变更记录', created: '记录产生' }, { title: 'History', created: 'Came in' })

/** What staff did to a record, newest first, down to its beginning. */
export function History({
  kind,
  id,
  read,
  createdAt,
}: {
  kind: string
  id: string
  read: () => Promise<HistoryEntry[]>
  createdAt: string
}) {
  const history = useQuery({ queryKey: [kind, 'history', id], queryFn: read, staleTime: 0 })
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <QueryState of={history} rows={2}>
        {(entries) => (
          <Timeline
            items={[
              ...entries.map((entry) => ({
                key: entry.number,
                content: (
                  <>
                    <strong>{labelOf(auditActionLabels, entry.action)}</strong>{' '}
                    <span className="quiet">{`${entry.actor} · ${entry.at}`}</span>
                    <Changes changes={entry.changes} kind={kind} />
                  </>
                ),
              })),
              { key: 'first', content: <span className="quiet">{`${t().created} · ${createdAt}`}</span> },
            ]}
          />
        )}
      </QueryState>
    </div>
  )
}
