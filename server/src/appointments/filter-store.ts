import type { AppointmentFilter } from '@zhenyue/contract'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { hasSlot, slotNumber } from '../bookings/slots-store.ts'
import { nameHolds, phoneEndsWith, weekdayOf, withoutIndex } from '../db/engine.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

type Appointments = SelectQueryBuilder<Schema, 'appointments', object>
export type Order = 'newest' | 'visit'

/** The appointments that a filter lets through. The order they will be read in says which index serves best. */
export function filteredAppointments(
  db: Db,
  time: Time,
  filter: AppointmentFilter,
  order: Order = 'newest',
): Appointments {
  const { status, startDate, endDate, ...others } = filter
  const { ids, number, phone, phoneEnd, dateFrom, dateTo, weekday, departmentName, keyword } = others
  const { doctorId, slotId, attendance } = others
  let rows: Appointments = db.selectFrom('appointments')
  if (status) {
    // The other indexes hold what else is filtered by; this one holds nothing but the status.
    const isAlone = order === 'newest' && status.length === 1 && !Object.values(others).some(Boolean)
    rows = isAlone
      ? rows.where('appointments.status', '=', status[0]!)
      : rows.where(withoutIndex(db, 'appointments.status'), 'in', status)
  }
  if (startDate) rows = rows.where('appointments.created_at', '>=', time.startOf(startDate))
  if (endDate) rows = rows.where('appointments.created_at', '<', time.startOf(endDate, 1))
  if (ids) rows = rows.where('appointments.id', 'in', ids)
  if (number) rows = rows.where('appointments.number', '=', number)
  if (phone) rows = rows.where('appointments.patient_phone', '=', phone)
  if (phoneEnd) rows = rows.where(phoneEndsWith('appointments.patient_phone', phoneEnd))
  if (dateFrom) rows = rows.where('appointments.date', '>=', dateFrom)
  if (dateTo) rows = rows.where('appointments.date', '<=', dateTo)
  if (weekday) rows = rows.where(weekdayOf(db, 'appointments.date'), '=', weekday)
  if (departmentName) rows = rows.where('appointments.department_name', '=', departmentName)
  if (doctorId) rows = rows.where('appointments.doctor_id', '=', doctorId === 'none' ? '' : doctorId)
  if (slotId) rows = rows.where('appointments.slot_id', '=', slotNumber(slotId)).where(hasSlot)
  if (attendance) rows = rows.where('appointments.attendance', '=', attendance)
  if (keyword) rows = rows.where(nameHolds('appointments.patient_name_search', keyword))
  return rows
}

export type AppointmentRecord = Selectable<Schema['appointments']>

/** The rows of a page. Their numbers are found in an index, and only then are the rows read. */
export function appointmentPage(
  db: Db,
  rows: Appointments,
  order: Order,
  limit: number,
  offset = 0,
): Promise<AppointmentRecord[]> {
  const numbers = sorted(rows.select('appointments.number'), order).limit(limit).offset(offset)
  const page = db.selectFrom('appointments').selectAll().where('number', 'in', numbers)
  return sorted(page, order).execute()
}

const sorted = <O>(rows: SelectQueryBuilder<Schema, 'appointments', O>, order: Order) =>
  order === 'visit'
    ? rows.orderBy('appointments.date').orderBy('appointments.number')
    : rows.orderBy('appointments.created_at', 'desc').orderBy('appointments.number', 'desc')
