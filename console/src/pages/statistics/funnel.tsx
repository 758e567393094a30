import type { Funnel, FunnelRow } from '@zhenyue/contract'
import { funnelGroups, funnelSteps, type FunnelGroup } from '@zhenyue/contract/follow-up-rules'
import { leadSourceLabels } from '@zhenyue/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import dayjs from 'dayjs'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addressOf, type Params, type SetParams } from '../../app/router.ts'
import type { DayRange } from '../../ui/date-range.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { Figure, percent, shown } from '../../ui/figure.tsx'
import { CsvButton } from './csv-button.tsx'
import { FunnelBars } from './funnel-bars.tsx'
import { duration, FunnelTable, type Group } from './funnel-table.tsx'

const t = i18n(
  {
    title: '从线索到就诊',
    hint: '按手机号计人，算在首次留下线索的来源和日期上；各步分别统计，已就诊的也算已预约。',
    by: '分组方式',
    groups: { source: '按来源', assignee: '按跟进人', week: '按周' },
    heads: { source: '来源', assignee: '跟进人', week: '周（周一起）' },
    steps: { leads: '线索', contacted: '已联系上', booked: '已预约', visited: '已就诊' },
    response: '首次响应',
    responseNote: '从留下线索到第一次联系，取中位数',
    ofLeads: (part: string) => `占线索 ${part}`,
    nobody: '无人跟进',
    total: '合计',
    erased: (count: number) => `另有 ${count} 人的信息已删除，不在以上数字中。`,
    none: '这段时间没有新线索',
    noneHint: '换个日期范围看看。',
    minutesHead: '首次响应（分钟）',
  },
  {
    title: 'From leads to visits',
    hint: 'Persons by phone number, under the source and day of their first lead. Each step is counted by itself: who visited counts as booked, too.',
    by: 'Group by',
    groups: { source: 'By source', assignee: 'By assignee', week: 'By week' },
    heads: { source: 'Source', assignee: 'Assignee', week: 'Week from Monday' },
    steps: { leads: 'Leads', contacted: 'Reached', booked: 'Booked', visited: 'Visited' },
    response: 'First response',
    responseNote: 'Median time from the lead to the first contact',
    ofLeads: (part) => `${part} of the leads`,
    nobody: 'Nobody',
    total: 'Total',
    erased: (count) => `${count} more were erased and are in none of these figures.`,
    none: 'No new leads in this time',
    noneHint: 'Try another range of days.',
    minutesHead: 'First response (minutes)',
  },
)

function nameOf(by: FunnelGroup, key: string): string {
  if (by === 'source') return labelOf<string>(leadSourceLabels, key)
  return by === 'assignee' ? key || t().nobody : key
}

/** What a row says of the leads behind it; a week may reach beyond the range. */
function filterOf(by: FunnelGroup, key: string, { from, to }: DayRange): Params {
  const range = { startDate: from, endDate: to }
  if (by === 'source') return { ...range, source: key }
  if (by === 'assignee') return { ...range, assignee: key || 'none' }
  const sunday = dayjs(key).add(6, 'day').format('YYYY-MM-DD')
  return { startDate: key > from ? key : from, endDate: sunday < to ? sunday : to }
}

const groupOf = (row: Omit<FunnelRow, 'key'>, name: string, filter: Params): Group => ({
  ...row,
  name,
  to: (step) => addressOf('/leads', { ...filter, step }),
})

function Whole({
  funnel,
  by,
  range,
  set,
}: {
  funnel: Funnel
  by: FunnelGroup
  range: DayRange
  set: SetParams
}) {
  const total = groupOf(funnel.total, t().total, { startDate: range.from, endDate: range.to })
  const groups = funnel.rows.map((row) => groupOf(row, nameOf(by, row.key), filterOf(by, row.key, range)))
  const csv = [
    [t().heads[by], ...funnelSteps.map((step) => t().steps[step]), t().minutesHead],
    ...[...groups, total].map(({ name, leads, contacted, booked, visited, medianMinutesToFirstContact }) => [
      name,
      leads,
      contacted,
      booked,
      visited,
      medianMinutesToFirstContact ?? '',
    ]),
  ]
  return (
    <>
      <div className="figures many">
        {funnelSteps.map((step) => (
          <Figure
            key={step}
            name={t().steps[step]}
            value={shown(total[step])}
            {...(step !== 'leads' && { note: t().ofLeads(percent(total[step], total.leads)) })}
            to={total.to(step)}
          />
        ))}
        <Figure
          name={t().response}
          value={duration(total.medianMinutesToFirstContact)}
          note={t().responseNote}
          to={total.to('leads')}
        />
      </div>
      <section className="card chart-card" aria-label={t().title}>
        <header className="funnel-head">
          <h2>{t().title}</h2>
          <Segmented<FunnelGroup>
            aria-label={t().by}
            value={by}
            onChange={(one) => set({ by: one === 'source' ? '' : one })}
            options={funnelGroups.map((value) => ({ value, label: t().groups[value] }))}
          />
          <CsvButton rows={csv} name={`${t().title}-${range.from}-${range.to}`} />
        </header>
        <p className="quiet chart-hint">{t().hint}</p>
        {groups.length === 0 ? (
          <EmptyState title={t().none} hint={t().noneHint} />
        ) : (
          <div className="funnel">
            <FunnelBars groups={groups} names={t().steps} label={t().title} />
            <FunnelTable
              groups={[...groups, total]}
              head={t().heads[by]}
              names={t().steps}
              response={t().response}
              label={t().title}
            />
          </div>
        )}
        {funnel.erased > 0 && <p className="quiet">{t().erased(funnel.erased)}</p>}
      </section>
    </>
  )
}

export function FunnelView({ range, params, set }: { range: DayRange; params: Params; set: SetParams }) {
  const by = funnelGroups.find((one) => one === params['by']) ?? 'source'
  const funnel = useQuery({
    queryKey: ['statistics', 'funnel', range, by],
    queryFn: ({ signal }) => call(api.funnel.read, { query: { ...range, by }, signal }),
  })
  return (
    <QueryState of={funnel} rows={12}>
      {(data) => <Whole funnel={data} by={by} range={range} set={set} />}
    </QueryState>
  )
}
