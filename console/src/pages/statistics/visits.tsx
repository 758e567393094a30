import { appointmentStatusLabels, departmentLabels } from '@zhenyue/contract/labels'
import { appointmentStatuses, departments } from '@zhenyue/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { api, call, masked } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addressOf } from '../../app/router.ts'
import type { DayRange } from '../../ui/date-range.tsx'
import { QueryState } from '../../ui/states.tsx'
import { weekdayLabels, weekdays } from '../../ui/weekdays.ts'
import type { AppointmentFilter } from '../appointments/visits.ts'
import { ChartCard } from '../workbench/chart-card.tsx'
import { ShareBars } from '../workbench/charts.tsx'
import { Figure, percent, shown } from '../../ui/figure.tsx'
import { CsvButton } from './csv-button.tsx'

const t = i18n(
  {
    title: '就诊统计',
    hint: '就诊日期在所选范围内的预约；各科室、医生和星期的就诊不含已取消的。',
    all: '全部预约',
    cancelled: '取消率',
    cancelledNote: (count: number) => `已取消 ${count}，占全部预约`,
    noShow: '爽约率',
    noShowNote: (count: number) => `爽约 ${count}，占未取消的预约`,
    groups: { status: '预约进展', department: '各科室就诊', doctor: '各医生就诊', weekday: '星期分布' },
    doctorHint: '没有就诊的医生和已删除的医生不列出',
    general: '普通号',
    count: '数量',
    item: '项目',
    group: '分组',
  },
  {
    title: 'Visits',
    hint: 'Appointments whose visit is within these days; cancelled ones are left out of departments, doctors and weekdays.',
    all: 'All appointments',
    cancelled: 'Cancelled',
    cancelledNote: (count) => `${count} of all appointments`,
    noShow: 'No-shows',
    noShowNote: (count) => `${count} of those not cancelled`,
    groups: {
      status: 'By status',
      department: 'Visits by department',
      doctor: 'Visits by doctor',
      weekday: 'Visits by weekday',
    },
    doctorHint: 'Doctors without visits and those who were removed are left out',
    general: 'General',
    count: 'Count',
    item: 'Item',
    group: 'Group',
  },
)

const groups = ['status', 'department', 'doctor', 'weekday'] as const
type GroupName = (typeof groups)[number]

/** A figure and the filter of the rows behind it. */
interface Line {
  name: string
  filter: AppointmentFilter
}
type Counted = Line & { value: number }

const live = 'pending,confirmed,completed'
const colors: Record<GroupName, string> = {
  status: 'var(--series-3)',
  department: 'var(--series-2)',
  doctor: 'var(--series-1)',
  weekday: 'var(--series-2)',
}

async function linesIn({ from, to }: DayRange): Promise<Record<GroupName | 'noShow', Line[]>> {
  const range = { dateFrom: from, dateTo: to }
  const visits = { ...range, status: live }
  const experts = await call(api.experts.list)
  const isAlone = (name: string) => experts.filter((one) => one.name === name).length === 1
  return {
    status: appointmentStatuses.map((status) => ({
      name: labelOf(appointmentStatusLabels, status),
      filter: { ...range, status },
    })),
    noShow: [{ name: t().noShow, filter: { ...range, attendance: 'no-show' } }],
    department: departments.map((departmentName) => ({
      name: labelOf(departmentLabels, departmentName),
      filter: { ...visits, departmentName },
    })),
    doctor: [
      ...experts.map(({ id, name, title }) => ({
        name: isAlone(name) ? name : `${name} ${title} ${id}`,
        filter: { ...visits, doctorId: id },
      })),
      { name: t().general, filter: { ...visits, doctorId: 'none' } },
    ],
    weekday: weekdays.map((weekday) => ({
      name: labelOf(weekdayLabels, weekday),
      filter: { ...visits, weekday },
    })),
  }
}

/** Each figure is as many rows as its own list has. */
async function countVisits(range: DayRange, signal: AbortSignal) {
  const lines = await linesIn(range)
  const count = async (line: Line): Promise<Counted> => {
    const query = { ...line.filter, limit: '1', ...masked }
    return { ...line, value: (await call(api.appointments.staffList, { query, signal })).total }
  }
  const counted = Object.entries(lines).map(async ([group, some]) => [
    group,
    await Promise.all(some.map(count)),
  ])
  return Object.fromEntries(await Promise.all(counted)) as Record<GroupName | 'noShow', Counted[]>
}

const listOf = (filter: AppointmentFilter) =>
  addressOf('/appointments', { ...filter } as Record<string, string>)

function Whole({ counts, range }: { counts: Record<GroupName | 'noShow', Counted[]>; range: DayRange }) {
  const sum = (lines: Counted[]) => lines.reduce((total, { value }) => total + value, 0)
  const all = sum(counts.status)
  const cancelled = counts.status.find(({ filter }) => filter.status === 'cancelled')!
  const [noShow] = counts.noShow as [Counted]
  const linesOf = (group: GroupName) =>
    group === 'doctor' ? counts.doctor.filter(({ value }) => value > 0) : counts[group]
  const csv = [
    [t().group, t().item, t().count],
    ...groups.flatMap((group) => linesOf(group).map(({ name, value }) => [t().groups[group], name, value])),
    [t().noShow, t().noShow, noShow.value],
  ]
  return (
    <>
      <div className="statistics-tools">
        <p className="quiet">{t().hint}</p>
        <CsvButton rows={csv} name={`${t().title}-${range.from}-${range.to}`} />
      </div>
      <div className="figures many">
        <Figure name={t().all} value={shown(all)} to={listOf({ dateFrom: range.from, dateTo: range.to })} />
        <Figure
          name={t().cancelled}
          value={percent(cancelled.value, all)}
          note={t().cancelledNote(cancelled.value)}
          to={listOf(cancelled.filter)}
        />
        <Figure
          name={t().noShow}
          value={percent(noShow.value, all - cancelled.value)}
          note={t().noShowNote(noShow.value)}
          to={listOf(noShow.filter)}
        />
      </div>
      <div className="charts">
        {groups.map((group) => {
          const lines = linesOf(group)
          const marks = lines.map(({ name, value, filter }) => ({
            name,
            value,
            to: listOf(filter),
            color: colors[group],
            note: percent(value, sum(lines)),
          }))
          return (
            <ChartCard
              key={group}
              title={t().groups[group]}
              {...(group === 'doctor' && { hint: t().doctorHint })}
              head={[t().item, t().count, '%']}
              rows={marks.map(({ name, value, note, to }) => ({ cells: [name, value, note], to }))}
            >
              <ShareBars label={t().groups[group]} marks={marks} />
            </ChartCard>
          )
        })}
      </div>
    </>
  )
}

export function VisitsView({ range }: { range: DayRange }) {
  const counts = useQuery({
    queryKey: ['statistics', 'visits', range],
    queryFn: ({ signal }) => countVisits(range, signal),
  })
  return (
    <QueryState of={counts} rows={12}>
      {(data) => <Whole counts={data} range={range} />}
    </QueryState>
  )
}
