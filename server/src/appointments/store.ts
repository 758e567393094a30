import { randomFillSync } from 'node:crypto'
import {
  appointmentIdPattern,
  type Appointment,
  type AppointmentCreate,
  type AppointmentStatus,
  type EventType,
} from '@zhenyue/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import { audited, blankRecord, type Actor, type Changes } from '../db/audit.ts'
import { foldCase, inTransaction } from '../db/engine.ts'
import { forgetAnswers } from '../db/idempotency.ts'
import { appointmentEvent, recordEvent, wanted } from '../db/outbox.ts'
import type { Db } from '../db/types.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

/** What every booking begins with; part of the text of the query, as each parameter takes time. */
const initial = { status: 'pending', remark: '' } as const

const insert = prepare((db, row: Omit<Insertable<Schema['appointments']>, keyof typeof initial>) =>
  db
    .insertInto('appointments')
    .values({
      id: row.id,
      patient_name: row.patient_name,
      patient_name_search: row.patient_name_search,
      patient_age: row.patient_age,
      patient_phone: row.patient_phone,
      date: row.date,
      department_name: row.department_name,
      doctor_id: row.doctor_id,
      doctor_name: row.doctor_name,
      time_slot: row.time_slot,
      symptom: row.symptom,
      status: sql.lit(initial.status),
      remark: sql.lit(initial.remark),
      created_at: row.created_at,
      updated_at: row.updated_at,
      unannounced: wanted('appointment.created'),
    })
    .returning('number'),
)

export async function insertAppointment(db: Db, time: Time, draft: AppointmentCreate): Promise<Appointment> {
  const now = time.now()
  const row = {
    id: newId(now),
    patient_name: draft.patientName,
    patient_name_search: foldCase(draft.patientName),
    patient_age: draft.patientAge,
    patient_phone: draft.patientPhone,
    date: draft.date,
    department_name: draft.departmentName,
    doctor_id: draft.doctorId,
    doctor_name: draft.doctorName,
    time_slot: draft.timeSlot,
    symptom: draft.symptom,
    status: initial.status,
    remark: initial.remark,
    created_at: now,
    updated_at: now,
  }
  const [inserted] = await insert(db, row)
  return toAppointment({ ...row, ...inserted! }, time)
}

/** By name, as a prepared query for `*` would break where a later release adds a column. */
export const columns = [
  'id',
  'number',
  'patient_name',
  'patient_age',
  'patient_phone',
  'date',
  'department_name',
  'doctor_id',
  'doctor_name',
  'time_slot',
  'symptom',
  'status',
  'remark',
  'created_at',
  'updated_at',
] as const satisfies (keyof Schema['appointments'])[]

const find = prepare((db, { id }: { id: string }) =>
  db.selectFrom('appointments').select(columns).where('id', '=', id),
)

export async function findAppointment(db: Db, time: Time, id: string): Promise<Appointment | undefined> {
  if (!isId(id)) return undefined
  const [row] = await find(db, { id })
  return row && toAppointment(row, time)
}

/** What receivers are told of a step. */
const eventOf = {
  pending: 'appointment.created',
  confirmed: 'appointment.confirmed',
  completed: 'appointment.completed',
  cancelled: 'appointment.cancelled',
} as const

/** Resolves to undefined when there is no such appointment in the state `from`. Patients leave no audit row. */
export async function moveAppointment(
  db: Db,
  time: Time,
  id: string,
  { action, from, to }: { action: string; from: AppointmentStatus; to: AppointmentStatus },
  actor: Actor | undefined,
): Promise<Appointment | undefined> {
  if (!isId(id)) return undefined
  const move = async (db: Db) => {
    const row = await db
      .updateTable('appointments')
      .set({ status: to, updated_at: time.now() })
      .where('id', '=', id)
      .where('status', '=', from)
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    const moved = toAppointment(row, time)
    await recordEvent(db, time, appointmentEvent(eventOf[to], moved))
    return moved
  }
  if (!actor) return inTransaction(db, move)
  return audited(db, time, actor, async (trx, record) => {
    const moved = await move(trx)
    if (!moved) return undefined
    const changes: Changes = { status: [from, to] }
    record({ action: `appointment.${action}`, target: id, changes, phone: moved.patientPhone })
    return moved
  })
}

export const readAppointmentPhone = (
  db: Db,
  time: Time,
  id: string,
  actor: Actor,
): Promise<string | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const appointment = await findAppointment(trx, time, id)
    const phone = appointment?.patientPhone
    if (phone) record({ action: 'appointment.read-phone', target: id, phone })
    return phone
  })

/** Staff change remarks one after another, so that what `isStale` looks at is what is changed. */
export const setAppointmentRemark = (
  db: Db,
  time: Time,
  id: string,
  remark: string,
  actor: Actor,
  isStale: (current: Appointment) => boolean = () => false,
): Promise<Appointment | 'stale' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findAppointment(trx, time, id)
    if (!before) return undefined
    if (isStale(before)) return 'stale'
    const row = await trx
      .updateTable('appointments')
      .set({ remark, updated_at: time.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes: Changes = { remark: [before.remark, remark] }
    record({ action: 'appointment.remark', target: id, changes, phone: before.patientPhone })
    await recordEvent(trx, time, appointmentEvent('appointment.updated', before))
    return toAppointment(row, time)
  })

export async function deleteAppointment(db: Db, time: Time, id: string, actor: Actor): Promise<boolean> {
  if (!isId(id)) return false
  return audited(db, time, actor, async (trx, record) => {
    const deleted = await trx
      .deleteFrom('appointments')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!deleted) return false
    const appointment = toAppointment(deleted, time)
    const event = (type: EventType) => recordEvent(trx, time, appointmentEvent(type, appointment))
    if (deleted.unannounced) await event('appointment.created')
    await event('appointment.deleted')
    await trx.deleteFrom('messages').where('appointment_id', '=', id).execute()
    await forgetAnswers(trx, deleted.patient_phone)
    const blanked = await blankRecord(trx, id)
    record({ action: 'appointment.delete', target: id, phone: deleted.patient_phone, blanked })
    return true
  })
}

export function toAppointment(
  row: Omit<Selectable<Schema['appointments']>, 'patient_name_search' | 'unannounced'>,
  time: Time,
): Appointment {
  return {
    id: row.id,
    number: row.number,
    patientName: row.patient_name,
    patientAge: row.patient_age,
    patientPhone: row.patient_phone,
    date: row.date,
    departmentName: row.department_name,
    doctorId: row.doctor_id,
    doctorName: row.doctor_name,
    timeSlot: row.time_slot,
    symptom: row.symptom,
    status: row.status,
    remark: row.remark,
    createdAt: time.show(row.created_at),
    updatedAt: time.show(row.updated_at),
  }
}

const base62 = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
/** Of six letters for the time, and of the random ones. */
const letters = Buffer.alloc(28)
const isId = (id: string) => appointmentIdPattern.test(id)

/** To ask for random bytes takes as long for one as for many. None is used twice. */
const random = Buffer.alloc(4096)
let used = random.length
function randomByte(): number {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  return random[used++]!
}

const firstTime = Date.UTC(2024, 0)

/**
 * The id is the patient's key to the booking: 131 random bits, bytes that would favour a letter dropped. Before them
 * stands the time, so that bookings of one time are written side by side: a database writes whole pages.
 */
export function newId(now: number): string {
  // A clock may be wrong by decades.
  let time = Math.max(0, Math.floor((now - firstTime) / 32))
  for (let i = 5; i >= 0; i--) {
    letters[i] = base62[time % 62]!
    time = Math.floor(time / 62)
  }
  for (let i = 6; i < letters.length;) {
    const byte = randomByte()
    if (byte < 248) letters[i++] = base62[byte % 62]!
  }
  return `apt-${letters.toString('latin1')}`
}
