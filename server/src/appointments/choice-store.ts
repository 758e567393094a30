import type { Appointment, AppointmentChoice } from '@zhenyue/contract'
import { foldedLike, sortedOutBy, weekdayOf } from '../db/engine.ts'
import type { Db } from '../db/open.ts'
import { walk, type Matching } from '../db/walk.ts'
import type { Time } from '../time.ts'
import { toAppointment } from './store.ts'

type Rows = Matching<'appointments'>

function withinBooking(rows: Rows, { phone, startDate, endDate }: AppointmentChoice, time: Time): Rows {
  if (phone) rows = rows.where('patient_phone', '=', phone)
  if (startDate) rows = rows.where('created_at', '>=', time.startOf(startDate))
  if (endDate) rows = rows.where('created_at', '<', time.startOf(endDate, 1))
  return rows
}

function ofVisit(rows: Rows, choice: AppointmentChoice, db: Db): Rows {
  const { departmentName, keyword, dateFrom, dateTo, weekday } = choice
  if (dateFrom) rows = rows.where('date', '>=', dateFrom)
  if (dateTo) rows = rows.where('date', '<=', dateTo)
  if (weekday) rows = rows.where(weekdayOf(db, 'date'), '=', weekday)
  if (departmentName) rows = rows.where('department_name', '=', departmentName)
  if (keyword) rows = rows.where(foldedLike(db, 'patient_name', keyword))
  return rows
}

/** By the index of the status, or only sorted out by it among what another index gives. */
function ofStatus(rows: Rows, { status }: AppointmentChoice, db: Db, byIndex: boolean): Rows {
  if (!status) return rows
  if (!byIndex) return rows.where(sortedOutBy(db, 'status'), 'in', status)
  return status.length === 1 ? rows.where('status', '=', status[0]!) : rows.where('status', 'in', status)
}

/** The appointments that are meant, in one go. Their order, or that they are counted, says which index serves. */
export function matching(
  db: Db,
  time: Time,
  choice: AppointmentChoice,
  by: 'newest' | 'visit' | 'count',
): Rows {
  const { phone, status, departmentName, dateFrom, dateTo } = choice
  const isByVisit = by === 'visit' || dateFrom !== undefined || dateTo !== undefined
  const isServed = by === 'count' ? !departmentName : status?.length === 1
  const byIndex = !phone && !isByVisit && isServed
  const booked = withinBooking(db.selectFrom('appointments'), choice, time)
  return ofVisit(ofStatus(booked, choice, db, byIndex), choice, db)
}

/** Every appointment that is meant, the newest first, some at a time. */
export async function* walkAppointments(
  db: Db,
  time: Time,
  choice: AppointmentChoice,
): AsyncGenerator<Appointment[]> {
  const byIndex = !choice.phone && choice.status?.length === 1
  const stretches = walk(
    db,
    'appointments',
    (rows) => {
      const booked = withinBooking(rows, choice, time)
      return byIndex ? ofStatus(booked, choice, db, true) : booked
    },
    (rows) => ofVisit(byIndex ? rows : ofStatus(rows, choice, db, false), choice, db),
  )
  for await (const rows of stretches) yield rows.map((row) => toAppointment(row, time))
}
