import {
  appointmentStatuses,
  type Appointment,
  type AppointmentChoice,
  type AppointmentStatus,
  type Page,
  type StaffAppointmentFilter,
} from '@zhenyue/contract'
import { countSlice, pageStart, totalOf, type Slice } from '../db/day-counts.ts'
import type { Db } from '../db/open.ts'
import type { Time } from '../time.ts'
import { matching } from './choice-store.ts'
import { toAppointment } from './store.ts'

/** Of a choice by booking and status alone, what is counted already. */
function sliceOf(choice: AppointmentChoice, time: Time): Slice | undefined {
  const { status, startDate, endDate, ...further } = choice
  if (Object.values(further).some(Boolean) || (status && status.length > 1)) return
  return {
    table: 'appointments',
    column: 'status',
    value: status?.[0],
    from: startDate ? time.startOf(startDate) : undefined,
    before: endDate ? time.startOf(endDate, 1) : undefined,
  }
}

export async function countAppointments(db: Db, time: Time, choice: AppointmentChoice): Promise<number> {
  const slice = sliceOf(choice, time)
  if (slice) return countSlice(db, slice)
  const { count } = await matching(db, time, choice, 'count')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function searchAppointments(
  db: Db,
  time: Time,
  filter: StaffAppointmentFilter,
): Promise<Page<Appointment>> {
  const { order, limit, offset, masked: _, ...choice } = filter
  let rows = matching(db, time, choice, order).selectAll()
  let skipped = offset
  if (order === 'visit') {
    rows = rows.orderBy('date').orderBy('number')
  } else {
    const slice = sliceOf(choice, time)
    if (slice) {
      const start = await pageStart(db, slice, offset)
      skipped = start.offset
      if (start.before !== undefined) rows = rows.where('created_at', '<', start.before)
    }
    rows = rows.orderBy('created_at', 'desc').orderBy('number', 'desc')
  }
  const found = await rows.limit(limit).offset(skipped).execute()
  const total = await totalOf({ rows: found, count: () => countAppointments(db, time, choice) }, filter)
  return { list: found.map((row) => toAppointment(row, time)), total, limit, offset }
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
