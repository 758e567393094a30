import {
  appointmentStatusLabels,
  departmentLabels,
  leadSourceLabels,
  type Label,
} from '@zhenyue/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { QueryState } from '../../ui/states.tsx'
import { ChartCard } from '../workbench/chart-card.tsx'
import { ShareBars } from '../workbench/charts.tsx'
import { Figure, percent, shown } from '../../ui/figure.tsx'

const t = i18n(
  {
    leads: '全部线索',
    recent: '近 24 小时新线索',
    appointments: '全部预约',
    today: '今日就诊',
    sources: '线索来源',
    statuses: '预约进展',
    departments: '各科室预约',
    item: '项目',
    count: '数量',
  },
  {
    leads: 'All leads',
    recent: 'Leads of the last 24 hours',
    appointments: 'All appointments',
    today: 'Visits today',
    sources: 'Leads by source',
    statuses: 'Appointments by status',
    departments: 'Appointments by department',
    item: 'Item',
    count: 'Count',
  },
)

const Shares = <K extends string>({
  title,
  counts,
  labels,
  list,
  color,
}: {
  title: string
  counts: Record<K, number>
  labels: Record<K, Label>
  /** Its rows are those of the list at this address with the key at its end. */
  list: string
  color: string
}) => {
  const entries = Object.entries(counts) as [K, number][]
  const all = entries.reduce((sum, [, value]) => sum + value, 0)
  const marks = entries.map(([key, value]) => ({
    name: labelOf(labels, key),
    value,
    to: list + encodeURIComponent(key),
    color,
    note: percent(value, all),
  }))
  return (
    <ChartCard
      title={title}
      head={[t().item, t().count, '%']}
      rows={marks.map(({ name, value, note, to }) => ({ cells: [name, value, note], to }))}
    >
      <ShareBars label={title} marks={marks} />
    </ChartCard>
  )
}

/** All that there ever was, for those who see no more of the figures. */
export function Totals() {
  const totals = useQuery({
    queryKey: ['statistics', 'totals'],
    queryFn: async () => ({
      leads: await call(api.leads.stats),
      visits: await call(api.appointments.stats),
    }),
    staleTime: 0,
  })
  return (
    <QueryState of={totals} rows={8}>
      {({ leads, visits }) => (
        <>
          <div className="figures many">
            <Figure name={t().leads} value={shown(leads.total)} to="/leads" />
            <Figure name={t().recent} value={shown(leads.last24h)} to="/leads?last24h=true" />
            <Figure name={t().appointments} value={shown(visits.total)} to="/appointments" />
            <Figure name={t().today} value={shown(visits.today)} to="/appointments?view=sheet" />
          </div>
          <div className="charts">
            <Shares
              title={t().sources}
              counts={leads.bySource}
              labels={leadSourceLabels}
              list="/leads?source="
              color="var(--series-1)"
            />
            <Shares
              title={t().statuses}
              counts={visits.byStatus}
              labels={appointmentStatusLabels}
              list="/appointments?status="
              color="var(--series-3)"
            />
            <Shares
              title={t().departments}
              counts={visits.byDepartment}
              labels={departmentLabels}
              list="/appointments?departmentName="
              color="var(--series-2)"
            />
          </div>
        </>
      )}
    </QueryState>
  )
}
