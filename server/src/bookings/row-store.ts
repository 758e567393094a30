import { randomFillSync } from 'node:crypto'
import { appointmentIdPattern, type Appointment, type BookingWay, type Department } from '@zhenyue/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import { foldCase } from '../db/engine.ts'
import { wanted } from '../db/subscriptions.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

/** What a booking is made of. */
export interface Draft {
  patientName: string
  patientAge: number
  patientPhone: string
  date: string
  departmentName: Department
  doctorId: string
  doctorName: string
  timeSlot: string
  symptom: string
}

/** What a booking has beyond that where it takes a place, or staff made it. */
export interface SlotDraft extends Draft {
  slotId: number
  via?: BookingWay
  leadId?: number
}

/** What every booking begins with; part of the text of the query, as each parameter takes time. */
const initial = { status: 'pending', remark: '' } as const

const withoutSlot = { slot_id: 0, moves: 0, attendance: '', via: '', lead_id: 0 } as const

const values = (row: Given) => ({
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
})

const ofSlot = (row: Given) => ({ slot_id: row.slot_id, via: row.via, lead_id: row.lead_id })

const inserting = (more: (row: Given) => object) =>
  prepare((db, row: Given) =>
    db
      .insertInto('appointments')
      .values({ ...values(row), ...more(row) })
      .returning('number'),
  )

const unannounced = () => ({ unannounced: wanted('appointment.created') })
const insert = inserting(unannounced)
const insertWithSlot = inserting((row) => ({ ...ofSlot(row), ...unannounced() }))
const insertTold = inserting(ofSlot)

type Given = Omit<Insertable<Schema['appointments']>, keyof typeof initial>

function rowOf(draft: Draft, now: number) {
  return {
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
}

export async function insertAppointment(db: Db, time: Time, draft: Draft): Promise<Appointment> {
  const row = rowOf(draft, time.now())
  const [inserted] = await insert(db, row)
  return toAppointment({ ...row, ...withoutSlot, ...inserted! }, time)
}

/** A booking that takes a place. The place is taken already, in the same transaction. */
export async function insertBooking(trx: Db, time: Time, draft: SlotDraft): Promise<Appointment> {
  const { slotId, leadId = 0 } = draft
  const via: BookingWay | '' = draft.via ?? ''
  const row = {
    ...rowOf(draft, time.now()),
    slot_id: slotId,
    via,
    lead_id: leadId,
  } as const
  // Whoever got it from the waiting list is told of that.
  const [inserted] = await (via === 'waitlist' ? insertTold : insertWithSlot)(trx, row)
  return toAppointment({ ...withoutSlot, ...row, ...inserted! }, time)
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
  'slot_id',
  'moves',
  'attendance',
  'via',
  'lead_id',
] as const satisfies (keyof Schema['appointments'])[]

export function toAppointment(
  row: Pick<Selectable<Schema['appointments']>, (typeof columns)[number]>,
  time: Time,
): Appointment {
  const { slot_id, moves, attendance, via, lead_id } = row
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
    ...(slot_id > 0 && { slotId: `slot-${slot_id}`, moves, attendance }),
    ...(via && { via }),
    ...(lead_id > 0 && { leadId: `lead-${lead_id}` }),
  }
}

const base62 = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
/** Of six letters for the time, and of the random ones. */
const letters = Buffer.alloc(28)
export const isId = (id: string) => appointmentIdPattern.test(id)

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
