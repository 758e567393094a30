import {
  appointmentStatuses,
  departments,
  maxLimit,
  type Appointment,
  type AppointmentListQuery,
  type Page,
} from '@zhenyue/contract'
import { sql } from 'kysely'
import { prepare } from '../db/prepared.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { searchAppointments } from './staff-list-store.ts'
import { columns, toAppointment } from '../bookings/row-store.ts'

export async function listAppointments(
  db: Db,
  time: Time,
  query: AppointmentListQuery,
): Promise<Page<Appointment>> {
  const { phone, status, limit, offset } = query
  const few = phone && (await fewOfPhone(db, phone))
  if (!few) {
    return searchAppointments(db, time, { ...query, status: status && [status], order: 'newest' })
  }
  const all = status ? few.filter((row) => row.status === status) : few
  const list = all.slice(offset, offset + limit).map((row) => toAppointment(row, time))
  return { list, total: all.length, limit, offset }
}

/** As a number in the text: SQLite plans a query anew for every limit that it is given as a parameter. */
const more = sql.lit(maxLimit + 1)
const firstOfPhone = prepare((db, { phone }: { phone: string }) =>
  db
    .selectFrom('appointments')
    .select(columns)
    .where('patient_phone', '=', phone)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(more),
)

/** All of one phone number, newest first: a patient has few. Resolves to undefined where they are not. */
async function fewOfPhone(db: Db, phone: string) {
  const newest = await firstOfPhone(db, { phone })
  return newest.length > maxLimit ? undefined : newest
}

/** Persons who were erased are counted too. */
export async function appointmentStats(db: Db, time: Time) {
  const byStatus = zeros(appointmentStatuses)
  const byDepartment = zeros(departments)
  let today = 0
  for (const table of ['appointments', 'erased_appointments'] as const) {
    for (const { status, department_name, count } of await countGroups(db, table)) {
      byStatus[status] += Number(count)
      byDepartment[department_name] += Number(count)
    }
    const visits = await db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('date', '=', time.dayOf(time.now()))
      .where('status', '!=', 'cancelled')
      .executeTakeFirstOrThrow()
    today += visits.count
  }
  return {
    total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    today,
    byStatus,
    byDepartment,
  }
}

/** First by day as well, as the index has them: SQLite then sorts some hundred groups and not every row. */
const countGroups = (db: Db, table: 'appointments' | 'erased_appointments') =>
  db
    .selectFrom(
      db
        .selectFrom(table)
        .select((e) => ['date', 'status', 'department_name', e.fn.countAll<number>().as('count')])
        .groupBy(['date', 'status', 'department_name'])
        .as('days'),
    )
    // A sum of counts comes from PostgreSQL as text.
    .select((e) => ['status', 'department_name', e.fn.sum<number | string>('count').as('count')])
    .groupBy(['status', 'department_name'])
    .execute()

const zeros = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>
