import {
  appointmentStatuses,
  departments,
  maxLimit,
  type Appointment,
  type AppointmentFilter,
  type Page,
} from '@zhenyue/contract'
import { sql, type Selectable } from 'kysely'
import { countSlice, pageStart, totalOf } from '../db/day-counts.ts'
import { sortedOutBy } from '../db/engine.ts'
import type { Db } from '../db/open.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { columns, toAppointment } from './store.ts'

type Row = Omit<Selectable<Schema['appointments']>, 'number'>

interface Found {
  rows: Row[]
  count(): Promise<number>
}

export async function listAppointments(
  db: Db,
  time: Time,
  filter: AppointmentFilter,
): Promise<Page<Appointment>> {
  const { phone, limit, offset } = filter
  if (phone) {
    const few = await fewOfPhone(db, filter, phone)
    if (few) return { list: few.rows.map((row) => toAppointment(row, time)), total: few.total, limit, offset }
  }
  const found = await (phone ? byPhone(db, filter, phone) : byTime(db, filter))
  const total = await totalOf(found, filter)
  return { list: found.rows.map((row) => toAppointment(row, time)), total, limit, offset }
}

const ofPhone = (db: Db, phone: string) =>
  db
    .selectFrom('appointments')
    .select(columns)
    .where('patient_phone', '=', phone)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')

/** As a number in the text: SQLite plans a query anew for every limit that it is given as a parameter. */
const more = sql.lit(maxLimit + 1)
const firstOfPhone = prepare((db, { phone }: { phone: string }) => ofPhone(db, phone).limit(more))

/** A patient has few, and all of them are read at once. */
async function fewOfPhone(db: Db, { status, limit, offset }: AppointmentFilter, phone: string) {
  const newest = await firstOfPhone(db, { phone })
  if (newest.length > maxLimit) return undefined
  const all = status ? newest.filter((row) => row.status === status) : newest
  return { rows: all.slice(offset, offset + limit), total: all.length }
}

async function byPhone(db: Db, { status, limit, offset }: AppointmentFilter, phone: string): Promise<Found> {
  let matching = ofPhone(db, phone)
  if (status) matching = matching.where(sortedOutBy(db, 'status'), '=', status)
  const rows = await matching.limit(limit).offset(offset).execute()
  const count = async () => {
    const found = await matching
      .clearSelect()
      .clearOrderBy()
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return found.count
  }
  return { rows, count }
}

async function byTime(db: Db, { status, limit, offset }: AppointmentFilter): Promise<Found> {
  const slice = { table: 'appointments', column: 'status', value: status } as const
  const start = await pageStart(db, slice, offset)
  let matching = db.selectFrom('appointments').select(columns)
  if (status) matching = matching.where('status', '=', status)
  if (start.before !== undefined) matching = matching.where('created_at', '<', start.before)
  const rows = await matching
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .offset(start.offset)
    .execute()
  return { rows, count: () => countSlice(db, slice) }
}

export async function appointmentStats(db: Db, time: Time) {
  const counts = await db
    .selectFrom('appointment_counts')
    .select((e) => ['status', 'department_name', e.fn.sum<number | string>('count').as('count')])
    .groupBy(['status', 'department_name'])
    .execute()
  const visitsToday = (table: 'appointments' | 'erased_appointments') =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('date', '=', time.dayOf(time.now()))
      .where('status', '!=', 'cancelled')
  const today = await visitsToday('appointments').unionAll(visitsToday('erased_appointments')).execute()

  const sum = (numbers: { count: number | string }[]) =>
    numbers.reduce((total, { count }) => total + Number(count), 0)
  const tally = <K extends string>(keys: readonly K[], column: 'status' | 'department_name') =>
    Object.fromEntries(keys.map((key) => [key, sum(counts.filter((row) => row[column] === key))])) as Record<
      K,
      number
    >
  return {
    total: sum(counts),
    today: sum(today),
    byStatus: tally(appointmentStatuses, 'status'),
    byDepartment: tally(departments, 'department_name'),
  }
}
