import {
  appointmentStatuses,
  type Appointment,
  type AppointmentFilter,
  type AppointmentStatus,
  type Page,
  type StaffAppointmentListQuery,
} from '@zhenyue/contract'
import { sql } from 'kysely'
import { readPage, scanInBatches } from '../db/page.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { appointmentPage, filteredAppointments, type AppointmentRecord } from './filter-store.ts'
import { toAppointment } from '../bookings/row-store.ts'

export async function countAppointments(db: Db, time: Time, filter: AppointmentFilter): Promise<number> {
  const { count } = await filteredAppointments(db, time, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function searchAppointments(
  db: Db,
  time: Time,
  query: StaffAppointmentListQuery,
): Promise<Page<Appointment>> {
  const { order, limit, offset, masked: _, ...filter } = query
  const { rows, total } = await readPage(
    query,
    () => appointmentPage(db, filteredAppointments(db, time, filter, order), order, limit, offset),
    () => countAppointments(db, time, filter),
  )
  return { list: rows.map((row) => toAppointment(row, time)), total, limit, offset }
}

/** Every appointment of a filter, newest first, in batches. */
export async function* scanAppointments(
  db: Db,
  time: Time,
  filter: AppointmentFilter,
): AsyncGenerator<Appointment[]> {
  const batches = scanInBatches<AppointmentRecord>((after, limit) => {
    const all = filteredAppointments(db, time, filter)
    const place = sql`(appointments.created_at, appointments.number)`
    const rest = after ? all.where(sql<boolean>`${place} < (${after.created_at}, ${after.number})`) : all
    return appointmentPage(db, rest, 'newest', limit)
  })
  for await (const rows of batches) yield rows.map((row) => toAppointment(row, time))
}

/** How many visits each day of a month has. */
export async function countVisits(db: Db, month: string) {
  const counts = await db
    .selectFrom('appointments')
    .select((e) => ['date', 'status', e.fn.countAll<number>().as('count')])
    .where('date', '>=', `${month}-01`)
    .where('date', '<=', `${month}-31`)
    .groupBy(['date', 'status'])
    .execute()
  const [year, number] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year!, number!, 0)).getUTCDate()
  const days = Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  return days.map((date) => ({
    date,
    byStatus: Object.fromEntries(
      appointmentStatuses.map((status) => [
        status,
        counts.find((one) => one.date === date && one.status === status)?.count ?? 0,
      ]),
    ) as Record<AppointmentStatus, number>,
  }))
}
