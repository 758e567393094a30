import {
  appointmentStatuses,
  dashboardDays,
  departments,
  leadSources,
  type AppointmentStatus,
  type Dashboard,
  type Department,
  type Lead,
} from '@zhenyue/contract'
import { sql } from 'kysely'
import { countEach } from '../db/counts.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const day = 24 * 60 * 60 * 1000

const zeros = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>

/** The days up to today, oldest first, as `YYYY-MM-DD`. */
function lastDays(today: string): string[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: dashboardDays }, (_, index) =>
    new Date(last - (dashboardDays - 1 - index) * day).toISOString().slice(0, 10),
  )
}

/** How many rows were created on each local day. */
async function countDays(db: Db, time: Time, dates: string[]): Promise<Dashboard['days']> {
  const bounds = dates.map(
    (date) => sql`(${sql.lit(date)}, ${sql.lit(time.startOf(date))}, ${sql.lit(time.startOf(date, 1))})`,
  )
  const created = (table: string) =>
    sql`(select count(*) from ${sql.table(table)} where created_at >= days.start and created_at < days.finish)`
  const { rows } = await sql<Dashboard['days'][number]>`
    with days (date, start, finish) as (values ${sql.join(bounds)})
    select date, ${created('leads')} + ${created('erased_leads')} as leads,
      ${created('appointments')} + ${created('erased_appointments')} as appointments
    from days order by date`.execute(db)
  return rows
}

async function countLeadsSince(db: Db, since: number): Promise<number> {
  const of = (table: 'leads' | 'erased_leads') =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('created_at', '>', since)
  const counts = await of('leads').unionAll(of('erased_leads')).execute()
  return counts.reduce((sum, { count }) => sum + count, 0)
}

async function countAppointments(db: Db) {
  const byStatus = await countEach(db, 'appointments', 'status', appointmentStatuses)
  const erased = await countEach(db, 'erased_appointments', 'status', appointmentStatuses)
  for (const status of appointmentStatuses) byStatus[status] += erased[status]
  return byStatus
}

interface Visits {
  date: string
  status: AppointmentStatus
  department: Department
  count: number
}

/** Visits of some days. Each is a stretch of the index, of which both engines count the rows without reading them. */
async function countVisits(db: Db, dates: string[]): Promise<Visits[]> {
  const values = (all: readonly string[]) => sql`values ${sql.join(all.map((one) => sql`(${sql.lit(one)})`))}`
  const booked = (table: string) =>
    sql`(select count(*) from ${sql.table(table)} as booked where booked.date = days.date
      and booked.status = statuses.status and booked.department_name = departments.department)`
  const { rows } = await sql<Visits>`
    with days (date) as (${values(dates)}), statuses (status) as (${values(appointmentStatuses)}),
      departments (department) as (${values(departments)})
    select date, status, department, ${booked('appointments')} + ${booked('erased_appointments')} as count
    from days cross join statuses cross join departments`.execute(db)
  return rows
}

function byWeekday(visits: Visits[]): Dashboard['visitsByWeekday'] {
  const cells = departments.flatMap((departmentName) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ departmentName, weekday, count: 0 })),
  )
  const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
  for (const { date, status, department, count } of visits) {
    if (status === 'cancelled') continue
    const weekday = weekdayOf(date)
    cells.find((one) => one.departmentName === department && one.weekday === weekday)!.count += count
  }
  return cells
}

function byStatusOn(visits: Visits[], today: string): Record<AppointmentStatus, number> {
  const byStatus = zeros(appointmentStatuses)
  for (const { date, status, count } of visits) if (date === today) byStatus[status] += count
  return byStatus
}

/** How many leads of each source have an appointment with their phone number. */
async function countConverted(db: Db): Promise<Record<Lead['source'], number>> {
  // In one group, in the order of phone numbers, in which both tables have an index: neither is read itself.
  const counts = await db
    .selectFrom('leads')
    .select((e) =>
      leadSources.map((source) => e.fn.countAll<number>().filterWhere('source', '=', source).as(source)),
    )
    .where((e) =>
      e.exists(e.selectFrom('appointments').select('number').whereRef('patient_phone', '=', 'leads.phone')),
    )
    .executeTakeFirstOrThrow()
  return counts as Record<Lead['source'], number>
}

/** In a few statements, two at once at most, so that other questions of staff are answered in between. */
export async function readDashboard(db: Db, time: Time): Promise<Dashboard> {
  const now = time.now()
  const today = time.dayOf(now)
  const dates = lastDays(today)
  const [days, visits] = await Promise.all([countDays(db, time, dates), countVisits(db, dates)])
  const leads = await countEach(db, 'leads', 'source', leadSources)
  const erasedLeads = await countEach(db, 'erased_leads', 'source', leadSources)
  const [converted, appointmentsByStatus] = await Promise.all([countConverted(db), countAppointments(db)])
  const sum = (source: Lead['source']) => leads[source] + erasedLeads[source]
  return {
    generatedAt: time.show(now),
    today: { date: today, byStatus: byStatusOn(visits, today) },
    pending: appointmentsByStatus.pending,
    leadsLast24h: await countLeadsSince(db, now - day),
    days,
    leadsBySource: Object.fromEntries(leadSources.map((source) => [source, sum(source)])) as typeof leads,
    appointmentsByStatus,
    visitsByWeekday: byWeekday(visits),
    conversion: leadSources.map((source) => ({
      source,
      leads: leads[source],
      converted: converted[source],
    })),
  }
}
