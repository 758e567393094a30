import {
  appointmentStatuses,
  dashboardDays,
  departments,
  leadSources,
  type AppointmentStatus,
  type Dashboard,
} from '@zhenyue/contract'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
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

/** So many days are counted in one go, so that others who ask wait only for those. */
const atOnce = 10

/** How many rows were created on each local day, one after another. */
async function countByDay(db: Db, time: Time, dates: string[], table: 'leads' | 'appointments') {
  const createdOn = (date: string, from: typeof table | `erased_${typeof table}`) =>
    db
      .selectFrom(from as 'leads')
      .select((e) => [sql<string>`cast(${date} as text)`.as('date'), e.fn.countAll<number>().as('count')])
      .where('created_at', '>=', time.startOf(date))
      .where('created_at', '<', time.startOf(date, 1))
  const counts = new Map(dates.map((date) => [date, 0]))
  for (let first = 0; first < dates.length; first += atOnce) {
    const some = dates
      .slice(first, first + atOnce)
      .flatMap((date) => [createdOn(date, table), createdOn(date, `erased_${table}`)])
    const rows = await some.reduce((all, one) => all.unionAll(one)).execute()
    for (const { date, count } of rows) counts.set(date, counts.get(date)! + count)
  }
  return counts
}

async function visitsToday(db: Db, date: string): Promise<Record<AppointmentStatus, number>> {
  const of = (table: 'appointments' | 'erased_appointments') =>
    db
      .selectFrom(table)
      .select((e) => ['status', e.fn.countAll<number>().as('count')])
      .where('date', '=', date)
      .groupBy('status')
  const byStatus = zeros(appointmentStatuses)
  for (const { status, count } of await of('appointments').unionAll(of('erased_appointments')).execute()) {
    byStatus[status] += count
  }
  return byStatus
}

async function leadsSince(db: Db, since: number): Promise<number> {
  const of = (table: 'leads' | 'erased_leads') =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('created_at', '>', since)
  const counts = await of('leads').unionAll(of('erased_leads')).execute()
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** By source, with or without those who were erased. */
async function countLeads(db: Db, erased: 0 | 1) {
  const bySource = zeros(leadSources)
  const rows = await db
    .selectFrom('lead_counts')
    .select((e) => ['source', e.fn.sum<number | string>('count').as('count')])
    .where('erased', '<=', erased)
    .groupBy('source')
    .execute()
  for (const { source, count } of rows) bySource[source] = Number(count)
  return bySource
}

async function countAppointments(db: Db) {
  const byStatus = zeros(appointmentStatuses)
  const rows = await db
    .selectFrom('appointment_counts')
    .select((e) => ['status', e.fn.sum<number | string>('count').as('count')])
    .groupBy('status')
    .execute()
  for (const { status, count } of rows) byStatus[status] = Number(count)
  return byStatus
}

async function visitsByWeekday(db: Db, dates: string[]): Promise<Dashboard['visitsByWeekday']> {
  const cells = departments.flatMap((departmentName) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ departmentName, weekday, count: 0 })),
  )
  const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
  for (let first = 0; first < dates.length; first += atOnce) {
    for (const table of ['appointments', 'erased_appointments'] as const) {
      const rows = await db
        .selectFrom(table)
        .select((e) => ['date', 'status', 'department_name', e.fn.countAll<number>().as('count')])
        .where('date', '>=', dates[first]!)
        .where('date', '<=', dates[Math.min(first + atOnce, dates.length) - 1]!)
        // As the index has them, so that nothing is sorted.
        .groupBy(['date', 'status', 'department_name'])
        .execute()
      for (const { date, status, department_name, count } of rows) {
        if (status === 'cancelled') continue
        const weekday = weekdayOf(date)
        cells.find((one) => one.departmentName === department_name && one.weekday === weekday)!.count += count
      }
    }
  }
  return cells
}

/** So many leads are looked at in one go. */
const batch = 20_000

/** In the order of phone numbers, in which both tables have an index: neither is read itself. */
async function conversion(db: Db): Promise<Dashboard['conversion']> {
  const converted = zeros(leadSources)
  for (let after = ''; ;) {
    const end = await db
      .selectFrom('leads')
      .select('phone')
      .where('phone', '>', after)
      .orderBy('phone')
      .offset(batch - 1)
      .limit(1)
      .executeTakeFirst()
    // Said of both, so that no engine reads all the appointments for some of the leads.
    const isHere = (phone: 'leads.phone' | 'patient_phone') =>
      sql<boolean>`${sql.ref(phone)} > ${after} and ${end ? sql`${sql.ref(phone)} <= ${end.phone}` : sql`1 = 1`}`
    const rows = await db
      .selectFrom('leads')
      .select((e) => ['source', e.fn.countAll<number>().as('count')])
      .where(isHere('leads.phone'))
      .where((e) =>
        e.exists(
          e
            .selectFrom('appointments')
            .select('number')
            .whereRef('patient_phone', '=', 'leads.phone')
            .where(isHere('patient_phone')),
        ),
      )
      .groupBy('source')
      .execute()
    for (const { source, count } of rows) converted[source] += count
    if (!end) break
    after = end.phone
  }
  const leads = await countLeads(db, 0)
  return leadSources.map((source) => ({ source, leads: leads[source], converted: converted[source] }))
}

export async function readDashboard(db: Db, time: Time): Promise<Dashboard> {
  const now = time.now()
  const today = time.dayOf(now)
  const dates = lastDays(today)
  const leads = await countByDay(db, time, dates, 'leads')
  const appointments = await countByDay(db, time, dates, 'appointments')
  const appointmentsByStatus = await countAppointments(db)
  return {
    generatedAt: time.show(now),
    today: { date: today, byStatus: await visitsToday(db, today) },
    pending: appointmentsByStatus.pending,
    leadsLast24h: await leadsSince(db, now - day),
    days: dates.map((date) => ({ date, leads: leads.get(date)!, appointments: appointments.get(date)! })),
    leadsBySource: await countLeads(db, 1),
    appointmentsByStatus,
    visitsByWeekday: await visitsByWeekday(db, dates),
    conversion: await conversion(db),
  }
}
