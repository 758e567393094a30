import type { Dashboard } from '@zhenyue/contract'
import { addressOf } from '../../app/router.ts'
import { i18n } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { Figure, shown } from '../../ui/figure.tsx'

const t = i18n(
  {
    today: '今天就诊',
    pending: '待确认预约',
    fresh: '近 24 小时新增线索',
    waiting: '其中待确认',
  },
  {
    today: 'Visits today',
    pending: 'Waiting for confirmation',
    fresh: 'New leads in 24 hours',
    waiting: 'still pending',
  },
)

export function Figures({ data }: { data: Dashboard }) {
  const { byStatus, date } = data.today
  const today = byStatus.pending + byStatus.confirmed + byStatus.completed
  return (
    <div className="figures">
      <Figure
        name={t().today}
        value={shown(today)}
        note={`${t().waiting} ${byStatus.pending}`}
        to={addressOf('/appointments', {
          dateFrom: date,
          dateTo: date,
          order: 'visit',
          status: 'pending,confirmed,completed',
        })}
      />
      <Figure
        name={t().pending}
        value={shown(data.pending)}
        to={addressOf('/appointments', { status: 'pending', order: 'visit' })}
      />
      {may('leads.look') && (
        <Figure
          name={t().fresh}
          value={shown(data.leadsLast24h)}
          to={addressOf('/leads', { last24h: 'true' })}
        />
      )}
    </div>
  )
}
