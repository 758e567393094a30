import type { Dashboard } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels, leadSourceLabels } from '@zhenyue/contract/labels'
import { addressOf } from '../../app/router.ts'
import { weekdayLabels, weekdays, type Weekday } from '../../ui/weekdays.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { percent } from '../../ui/figure.tsx'
import { ChartCard } from './chart-card.tsx'
import { DayBars, Heat, ShareBars } from './charts.tsx'

const t = i18n(
  {
    leadsPerDay: '每日新线索',
    appointmentsPerDay: '每日新预约',
    last90: '近 90 天，点一天看当天的记录',
    sources: '线索来源',
    statuses: '预约进展',
    heat: '就诊日分布',
    heatHint: '近 90 天未取消的就诊，按科室与星期',
    conversion: '线索转预约',
    conversionHint: '留下线索后，同一手机号有过预约的比例',
    date: '日期',
    count: '数量',
    source: '来源',
    status: '状态',
    department: '科室',
    weekday: '星期',
    leads: '线索',
    converted: '有预约',
    rate: '转化率',
  },
  {
    leadsPerDay: 'New leads per day',
    appointmentsPerDay: 'New appointments per day',
    last90: 'Last 90 days; click a day for its records',
    sources: 'Leads by source',
    statuses: 'Appointments by status',
    heat: 'Visits by weekday',
    heatHint: 'Last 90 days, cancelled ones left out',
    conversion: 'From lead to appointment',
    conversionHint: 'Leads whose phone number has an appointment',
    date: 'Date',
    count: 'Count',
    source: 'Source',
    status: 'Status',
    department: 'Department',
    weekday: 'Weekday',
    leads: 'Leads',
    converted: 'Booked',
    rate: 'Rate',
  },
)

const leadColor = 'var(--series-1)'
const visitColor = 'var(--series-2)'
const statusColors = {
  pending: 'var(--series-3)',
  confirmed: 'var(--series-2)',
  completed: 'var(--series-1)',
  cancelled: 'var(--series-4)',
}

const leadsOn = (date: string) => addressOf('/leads', { startDate: date, endDate: date })
const bookedOn = (date: string) => addressOf('/appointments', { startDate: date, endDate: date })
const leadsFrom = (source: string) => addressOf('/leads', { source })
const bookedFrom = (source: string) => addressOf('/leads', { source, booked: 'true' })
const withStatus = (status: string) => addressOf('/appointments', { status })

export function Charts({ data }: { data: Dashboard }) {
  const showsLeads = may('leads.look')
  const leadDays = data.days.map(({ date, leads }) => ({ name: date, value: leads, to: leadsOn(date) }))
  const visitDays = data.days.map(({ date, appointments }) => ({
    name: date,
    value: appointments,
    to: bookedOn(date),
  }))
  const sources = Object.entries(data.leadsBySource) as [keyof typeof data.leadsBySource, number][]
  const statuses = Object.entries(data.appointmentsByStatus) as [keyof typeof statusColors, number][]
  const leadTotal = sources.reduce((sum, [, count]) => sum + count, 0)
  const visitTotal = statuses.reduce((sum, [, count]) => sum + count, 0)
  const departments = [...new Set(data.visitsByWeekday.map(({ departmentName }) => departmentName))]
  const range = { dateFrom: data.days[0]?.date ?? '', dateTo: data.today.date }
  const visitsOf = (departmentName: string, weekday: Weekday) =>
    addressOf('/appointments', {
      departmentName,
      ...range,
      weekday,
      status: 'pending,confirmed,completed',
    })
  const countOn = (department: string, weekday: Weekday) =>
    data.visitsByWeekday.find((one) => one.departmentName === department && one.weekday === Number(weekday))
      ?.count ?? 0
  const dayRows = (marks: typeof leadDays) =>
    marks
      .map((_, index) => marks.at(-1 - index)!)
      .map(({ name, value, to }) => ({ cells: [name, value], to }))
  return (
    <div className="charts">
      {showsLeads && (
        <ChartCard
          title={t().leadsPerDay}
          hint={t().last90}
          head={[t().date, t().count]}
          rows={dayRows(leadDays)}
        >
          <DayBars marks={leadDays} color={leadColor} label={t().leadsPerDay} />
        </ChartCard>
      )}
      <ChartCard
        title={t().appointmentsPerDay}
        hint={t().last90}
        head={[t().date, t().count]}
        rows={dayRows(visitDays)}
      >
        <DayBars marks={visitDays} color={visitColor} label={t().appointmentsPerDay} />
      </ChartCard>
      {showsLeads && (
        <ChartCard
          title={t().sources}
          head={[t().source, t().count, '%']}
          rows={sources.map(([source, count]) => ({
            cells: [labelOf(leadSourceLabels, source), count, percent(count, leadTotal)],
            to: leadsFrom(source),
          }))}
        >
          <ShareBars
            label={t().sources}
            marks={sources.map(([source, value]) => ({
              name: labelOf(leadSourceLabels, source),
              value,
              to: leadsFrom(source),
              color: leadColor,
              note: percent(value, leadTotal),
            }))}
          />
        </ChartCard>
      )}
      <ChartCard
        title={t().statuses}
        head={[t().status, t().count, '%']}
        rows={statuses.map(([status, count]) => ({
          cells: [labelOf(appointmentStatusLabels, status), count, percent(count, visitTotal)],
          to: withStatus(status),
        }))}
      >
        <ShareBars
          label={t().statuses}
          marks={statuses.map(([status, value]) => ({
            name: labelOf(appointmentStatusLabels, status),
            value,
            to: withStatus(status),
            color: statusColors[status],
            note: percent(value, visitTotal),
          }))}
        />
      </ChartCard>
      {showsLeads && (
        <ChartCard
          title={t().conversion}
          hint={t().conversionHint}
          head={[t().source, t().leads, t().converted, t().rate]}
          rows={data.conversion.map(({ source, leads, converted }) => ({
            cells: [labelOf(leadSourceLabels, source), leads, converted, percent(converted, leads)],
            to: bookedFrom(source),
          }))}
        >
          <ShareBars
            label={t().conversion}
            marks={data.conversion.map(({ source, leads, converted }) => ({
              name: labelOf(leadSourceLabels, source),
              value: converted,
              to: bookedFrom(source),
              color: visitColor,
              note: percent(converted, leads),
            }))}
          />
        </ChartCard>
      )}
      <ChartCard
        title={t().heat}
        hint={t().heatHint}
        head={[t().department, t().weekday, t().count]}
        rows={departments.flatMap((department) =>
          weekdays.map((weekday) => ({
            cells: [
              labelOf(departmentLabels, department),
              labelOf(weekdayLabels, weekday),
              countOn(department, weekday),
            ],
            to: visitsOf(department, weekday),
          })),
        )}
      >
        <Heat
          label={t().heat}
          columns={weekdays.map((weekday) => labelOf(weekdayLabels, weekday))}
          rows={departments.map((department) => ({
            name: labelOf(departmentLabels, department),
            marks: weekdays.map((weekday) => ({
              name: `${labelOf(departmentLabels, department)} ${labelOf(weekdayLabels, weekday)}`,
              value: countOn(department, weekday),
              to: visitsOf(department, weekday),
            })),
          }))}
        />
      </ChartCard>
    </div>
  )
}
