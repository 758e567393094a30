import { audited, type Actor } from '../db/audit.ts'
import { appointmentEvent, recordEvent } from '../db/outbox.ts'
import type { SlotRow } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { takeExtraPlace, visitOf } from './places-store.ts'
import { columns, settleWaiting, toAppointment } from './row-store.ts'
import { slotsOf } from './slots-store.ts'
import { dayPartNames, partOf, timeSlotOf } from './slot-times.ts'

export interface Assigned {
  number: number
  date: string
  timeSlot: string
  /** Empty where no slot fits. */
  slot: string
}

/** Gives live bookings that have no slot the one that fits, with a place more where it is full. */
export async function assignSlots(
  db: Db,
  time: Time,
  actor: Actor,
  { isDryRun = false } = {},
): Promise<Assigned[]> {
  const bookings = await db
    .selectFrom('appointments')
    .select([
      'id',
      'number',
      'date',
      'department_name',
      'doctor_id',
      'doctor_name',
      'time_slot',
      'patient_phone',
    ])
    .where('date', '>=', time.dayOf(time.now()))
    .where('status', 'in', ['pending', 'confirmed'])
    .where('slot_id', '=', 0)
    .orderBy('number')
    .execute()
  const assigned: Assigned[] = []
  for (const booking of bookings) {
    const { id, number, date, department_name, doctor_id, doctor_name, time_slot } = booking
    const isWished = (slot: SlotRow) =>
      slot.state === 'open' &&
      (doctor_id || doctor_name
        ? slot.doctor_id === doctor_id || (!doctor_id && slot.doctor_name === doctor_name)
        : true) &&
      (!dayPartNames.includes(time_slot) || partOf(slot.start_time) === time_slot)
    const ofDay = await slotsOf(db, { from: date, to: date, departmentName: department_name })
    const named = ofDay.filter((slot) => timeSlotOf(slot) === time_slot)
    const fitting = (named.length > 0 ? named : ofDay).filter(isWished)
    const slot = fitting.find(({ taken, places }) => taken < places) ?? fitting[0]
    const told = { number, date, timeSlot: time_slot }
    if (!slot) {
      assigned.push({ ...told, slot: '' })
      continue
    }
    const isGiven =
      isDryRun ||
      (await audited(db, time, actor, async (trx, record) => {
        const taken = await takeExtraPlace(trx, slot.id)
        if (!taken) return false
        const visit = visitOf(taken)
        const row = await trx
          .updateTable('appointments')
          .set({
            slot_id: taken.id,
            doctor_id: visit.doctorId,
            doctor_name: visit.doctorName,
            time_slot: visit.timeSlot,
            updated_at: time.now(),
          })
          .where('id', '=', id)
          .where('slot_id', '=', 0)
          .where('status', 'in', ['pending', 'confirmed'])
          .returning(columns)
          .executeTakeFirst()
        // It was cancelled meanwhile: the place is not needed.
        if (!row) throw new Gone()
        await settleWaiting(trx, { id, phone: booking.patient_phone, slotId: taken.id, now: time.now() })
        await recordEvent(trx, time, appointmentEvent('appointment.updated', toAppointment(row, time)))
        const changes = { timeSlot: [time_slot, visit.timeSlot] as [string, string] }
        record({ action: 'appointment.assign', target: id, changes, phone: booking.patient_phone })
        return true
      }).catch((error) => {
        if (error instanceof Gone) return undefined
        throw error
      }))
    if (isGiven !== undefined) assigned.push({ ...told, slot: isGiven ? timeSlotOf(slot) : '' })
  }
  return assigned
}

class Gone extends Error {}
