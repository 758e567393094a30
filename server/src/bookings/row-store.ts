import type { Appointment, BookingWay, Department } from '@zhenyue/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import { foldCase } from '../db/engine.ts'
import { claimKey, type Claim } from '../db/idempotency.ts'
import { wanted } from '../db/subscriptions.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Db, Statement } from '../db/types.ts'
import type { Time } from '../time.ts'
import { newId } from './ids.ts'

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
  slotId?: number
  via?: BookingWay
  leadId?: number
}

/** What every booking begins with; part of the text of the query, as each parameter takes time. */
const initial = { status: 'pending', remark: '' } as const

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

function rowOf(draft: SlotDraft, now: number) {
  const via: BookingWay | '' = draft.via ?? ''
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
    slot_id: draft.slotId ?? 0,
    moves: 0,
    attendance: '' as const,
    via,
    lead_id: draft.leadId ?? 0,
  }
}

/** Who is booked into a slot no longer waits for it. */
export const settleWaiting = prepare(
  (db, booked: { id: string; phone: string; slotId: number; now: number }) =>
    db
      .updateTable('waitlist')
      .set({ status: 'booked', appointment_id: booked.id, updated_at: booked.now })
      .where('slot_id', '=', booked.slotId)
      .where('patient_phone', '=', booked.phone)
      .where('status', '=', 'waiting'),
)

/** The statement that inserts a booking, and what the booking is once it has its number. */
export interface Insertion {
  /** What goes before it. */
  before: Statement[]
  statement: Statement<{ number: number }>
  appointment: (number: number) => Appointment
}

export function insertion(db: Db, time: Time, draft: SlotDraft): Insertion {
  const row = rowOf(draft, time.now())
  const hasMore = row.slot_id > 0 || row.via !== '' || row.lead_id > 0
  // Whoever got it from the waiting list is told of that.
  const { statement } = row.via === 'waitlist' ? insertTold : hasMore ? insertWithSlot : insert
  const { id, patient_phone: phone, slot_id: slotId, created_at: now } = row
  return {
    before: slotId > 0 ? [settleWaiting.statement(db, { id, phone, slotId, now })] : [],
    statement: statement(db, row),
    appointment: (number) => toAppointment({ ...row, number }, time),
  }
}

/** Keeps a booking as it is answered, with the number that it got in the same transaction; gives a row where the key is free. */
export const keepAnswer = prepare((db, kept: Claim & { id: string; booking: string }) => {
  const number = db.selectFrom('appointments').select('number').where('id', '=', kept.id)
  return claimKey(db, kept, sql<string>`replace(${kept.booking}, '"number":0', '"number":' || ${number})`)
})

/** A booking. Where it has a slot, its place is taken already, in the same transaction. */
export async function insertBooking(trx: Db, time: Time, draft: SlotDraft): Promise<Appointment> {
  const { before, statement, appointment } = insertion(trx, time, draft)
  for (const one of before) await trx.executeQuery(one)
  const { rows } = await trx.executeQuery(statement)
  return appointment(rows[0]!.number)
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
