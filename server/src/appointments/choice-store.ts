import { maskPhone, type Appointment, type AppointmentChoice } from '@zhenyue/contract'
import { audited, type Actor } from '../db/audit.ts'
import { foldedLike } from '../db/engine.ts'
import type { Db } from '../db/open.ts'
import { walk, type Matching } from '../db/walk.ts'
import type { Time } from '../time.ts'
import { toAppointment } from './store.ts'

type Rows = Matching<'appointments'>

/** What an index in the order of booking tells apart. */
export function withinBooking(rows: Rows, choice: AppointmentChoice, time: Time): Rows {
  const { phone, status, startDate, endDate } = choice
  if (phone) rows = rows.where('patient_phone', '=', phone)
  if (status?.length === 1) rows = rows.where('status', '=', status[0]!)
  if (startDate) rows = rows.where('created_at', '>=', time.startOf(startDate))
  if (endDate) rows = rows.where('created_at', '<', time.startOf(endDate, 1))
  return rows
}

/** What else is asked. */
export function wantedOf(rows: Rows, choice: AppointmentChoice, db: Db): Rows {
  const { status, departmentName, keyword, dateFrom, dateTo } = choice
  if (status && status.length > 1) rows = rows.where('status', 'in', status)
  if (dateFrom) rows = rows.where('date', '>=', dateFrom)
  if (dateTo) rows = rows.where('date', '<=', dateTo)
  if (departmentName) rows = rows.where('department_name', '=', departmentName)
  if (keyword) rows = rows.where(foldedLike(db, 'patient_name', keyword))
  return rows
}

/** Every appointment that is meant, the newest first, some at a time. */
export async function* walkAppointments(
  db: Db,
  time: Time,
  choice: AppointmentChoice,
): AsyncGenerator<Appointment[]> {
  const stretches = walk(
    db,
    'appointments',
    (rows) => withinBooking(rows, choice, time),
    (rows) => wantedOf(rows, choice, db),
  )
  for await (const rows of stretches) yield rows.map((row) => toAppointment(row, time))
}

/** Nothing in it tells of one person: that could not be erased again. */
export const recordAppointmentExport = (
  db: Db,
  time: Time,
  { phone, keyword, ...choice }: AppointmentChoice & { format: string },
  rows: number,
  actor: Actor,
): Promise<void> =>
  audited(db, time, actor, async (_trx, record) => {
    const filter = {
      ...choice,
      ...(phone && { phone: maskPhone(phone) }),
      ...(keyword && { keyword: `${[...keyword][0]}**` }),
    }
    record({
      action: 'appointment.export',
      target: '',
      changes: { filter: [null, filter], rows: [null, rows] },
    })
  })
