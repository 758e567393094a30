import { isCalendarDate } from '@zhenyue/contract/rules'
import { Segmented } from 'antd'
import dayjs from 'dayjs'
import { api } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { useParams, type Params } from '../../app/router.ts'
import { may, type Need } from '../../app/session.ts'
import { DateRange, type DayRange } from '../../ui/date-range.tsx'
import { FunnelView } from './funnel.tsx'
import { Overview } from './overview.tsx'
import { Totals } from './totals.tsx'
import { VisitsView } from './visits.tsx'

const t = i18n(
  {
    title: '统计',
    view: '看什么',
    views: { funnel: '线索转化', visits: '就诊', overview: '近 90 天', totals: '总数' },
    range: '日期',
  },
  {
    title: 'Statistics',
    view: 'What to see',
    views: { funnel: 'Leads to visits', visits: 'Visits', overview: 'Last 90 days', totals: 'Totals' },
    range: 'Date',
  },
)

/** Of the address; otherwise the last thirty days. */
function rangeIn({ from = '', to = '' }: Params): DayRange {
  const last = isCalendarDate(to) ? to : dayjs().format('YYYY-MM-DD')
  const first = isCalendarDate(from) ? from : dayjs(last).subtract(29, 'day').format('YYYY-MM-DD')
  return first <= last ? { from: first, to: last } : { from: last, to: first }
}

const views = { funnel: FunnelView, visits: VisitsView }
const wholes = { overview: Overview, totals: Totals }
type View = keyof typeof views | keyof typeof wholes

const needs: Record<View, Need> = {
  funnel: api.funnel.read,
  visits: api.appointments.staffList,
  overview: api.dashboard.read,
  totals: api.leads.stats,
}

/** What the role may see; the totals are in the overview, for those who have that. */
const permittedViews = () =>
  (Object.keys(needs) as View[]).filter(
    (view) => may(needs[view]) && !(view === 'totals' && may(needs.overview)),
  )

export function Statistics() {
  const [params, set] = useParams()
  const permitted = permittedViews()
  const view = permitted.find((one) => one === params['view']) ?? permitted[0]!
  const range = rangeIn(params)
  const Shown = view in views ? views[view as keyof typeof views] : undefined
  const Whole = wholes[view as keyof typeof wholes]
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <Segmented<View>
          aria-label={t().view}
          value={view}
          onChange={(one) => set({ view: one === permitted[0] ? '' : one }, { replace: false })}
          options={permitted.map((value) => ({ value, label: t().views[value] }))}
        />
        {Shown && (
          <DateRange
            label={t().range}
            from={range.from}
            to={range.to}
            onChange={(from, to) => set({ from, to })}
          />
        )}
      </div>
      {Shown ? <Shown range={range} params={params} set={set} /> : <Whole />}
    </>
  )
}
