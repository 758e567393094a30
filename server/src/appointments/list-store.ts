import {
  appointmentStatuses,
  departments,
  maxLimit,
  type Appointment,
  type AppointmentListQuery,
  type AppointmentStatus,
  type Department,
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
    for (const { status, department, count } of await countGroups(db, table)) {
      byStatus[status] += count
      byDepartment[department] += count
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

interface Group {
  status: AppointmentStatus
  department: Department
  count: number
}

/** Each group is a stretch of an index. */
async function countGroups(db: Db, table: 'appointments' | 'erased_appointments'): Promise<Group[]> {
  const one = (key: string) => sql`(${sql.lit(key)})`
  const { rows } = await sql<Group>`
    with statuses (status) as (values ${sql.join(appointmentStatuses.map(one))}),
      departments (department) as (values ${sql.join(departments.map(one))})
    select status, department, (select count(*) from ${sql.table(table)} booked
      where booked.status = statuses.status and booked.department_name = departments.department) as count
    from statuses cross join departments`.execute(db)
  return rows
}

const zeros = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>
