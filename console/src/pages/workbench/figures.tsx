import type { Dashboard } from '@zhenyue/contract'
import { addressOf, linkTo } from '../../app/router.ts'
import { i18n } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'

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

const Figure = ({ name, value, note, to }: { name: string; value: number; note?: string; to: string }) => (
  <a className="card figure" {...linkTo(to)}>
    <span>{name}</span>
    <strong className="number">{value.toLocaleString('en')}</strong>
    {note && <small className="quiet">{note}</small>}
  </a>
)

export function Figures({ data }: { data: Dashboard }) {
  const { byStatus, date } = data.today
  const today = byStatus.pending + byStatus.confirmed + byStatus.completed
  return (
    <div className="figures">
      <Figure
        name={t().today}
        value={today}
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
        value={data.pending}
        to={addressOf('/appointments', { status: 'pending', order: 'visit' })}
      />
      {may('leads.look') && (
        <Figure name={t().fresh} value={data.leadsLast24h} to={addressOf('/leads', { last24h: 'true' })} />
      )}
    </div>
  )
}
