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
/** Clocks change, and local days begin, on a quarter hour: rows of one are of the same local day. */
const quarterHour = 15 * 60 * 1000

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

/** How many rows were created on each local day. */
async function countByDay(db: Db, time: Time, dates: string[], tables: ('leads' | 'erased_leads')[]) {
  const counts = new Map(dates.map((date) => [date, 0]))
  for (let first = 0; first < dates.length; first += atOnce) {
    const from = time.startOf(dates[first]!)
    const before = time.startOf(dates[Math.min(first + atOnce, dates.length) - 1]!, 1)
    for (const table of tables) {
      const rows = await db
        .selectFrom(table)
        .select((e) => [
          sql<number>`created_at / ${sql.lit(quarterHour)}`.as('quarter'),
          e.fn.countAll<number>().as('count'),
        ])
        .where('created_at', '>=', from)
        .where('created_at', '<', before)
        .groupBy('quarter')
        .execute()
      for (const { quarter, count } of rows) {
        const date = time.dayOf(quarter * quarterHour)
        counts.set(date, counts.get(date)! + count)
      }
    }
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

async function totals(db: Db) {
  const leadsBySource = zeros(leadSources)
  const bySource = await db
    .selectFrom('lead_counts')
    .select((e) => ['source', e.fn.sum<number | string>('count').as('count')])
    .groupBy('source')
    .execute()
  for (const { source, count } of bySource) leadsBySource[source] = Number(count)
  const appointmentsByStatus = zeros(appointmentStatuses)
  const byStatus = await db
    .selectFrom('appointment_counts')
    .select((e) => ['status', e.fn.sum<number | string>('count').as('count')])
    .groupBy('status')
    .execute()
  for (const { status, count } of byStatus) appointmentsByStatus[status] = Number(count)
  return { leadsBySource, appointmentsByStatus }
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
        .select((e) => ['date', 'department_name', e.fn.countAll<number>().as('count')])
        .where('date', '>=', dates[first]!)
        .where('date', '<=', dates[Math.min(first + atOnce, dates.length) - 1]!)
        .where('status', '!=', 'cancelled')
        .groupBy(['date', 'department_name'])
        .execute()
      for (const { date, department_name, count } of rows) {
        const weekday = weekdayOf(date)
        cells.find((one) => one.departmentName === department_name && one.weekday === weekday)!.count += count
      }
    }
  }
  return cells
}

/** So many leads are looked at in one go. */
const batch = 20_000

/** In the order of numbers, in which both tables have an index: neither is read by itself. */
async function conversion(db: Db): Promise<Dashboard['conversion']> {
  const bySource = leadSources.map((source) => ({ source, leads: 0, converted: 0 }))
  for (let after = ''; ;) {
    const end = await db
      .selectFrom('leads')
      .select('phone')
      .where('phone', '>', after)
      .orderBy('phone')
      .offset(batch - 1)
      .limit(1)
      .executeTakeFirst()
    let some = db.selectFrom('leads').where('phone', '>', after)
    if (end) some = some.where('phone', '<=', end.phone)
    const rows = await some
      .select((e) => [
        'source',
        e.fn.countAll<number>().as('leads'),
        sql<number | string>`sum(case when exists (
          select 1 from appointments where patient_phone = leads.phone
        ) then 1 else 0 end)`.as('converted'),
      ])
      .groupBy('source')
      .execute()
    for (const { source, leads, converted } of rows) {
      const one = bySource.find((known) => known.source === source)!
      one.leads += leads
      one.converted += Number(converted)
    }
    if (!end) return bySource
    after = end.phone
  }
}

export async function readDashboard(db: Db, time: Time): Promise<Dashboard> {
  const now = time.now()
  const today = time.dayOf(now)
  const dates = lastDays(today)
  const leads = await countByDay(db, time, dates, ['leads', 'erased_leads'])
  const appointments = await countByDay(db, time, dates, [
    'appointments',
    'erased_appointments',
  ] as unknown as ['leads', 'erased_leads'])
  const { leadsBySource, appointmentsByStatus } = await totals(db)
  return {
    generatedAt: time.show(now),
    today: { date: today, byStatus: await visitsToday(db, today) },
    pending: appointmentsByStatus.pending,
    leadsLast24h: await leadsSince(db, now - day),
    days: dates.map((date) => ({ date, leads: leads.get(date)!, appointments: appointments.get(date)! })),
    leadsBySource,
    appointmentsByStatus,
    visitsByWeekday: await visitsByWeekday(db, dates),
    conversion: await conversion(db),
  }
}
