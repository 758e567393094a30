import type { BookingRules } from '@zhenyue/contract'
import { isSqlite } from '../db/engine.ts'
import { recordEvents } from '../db/outbox.ts'
import { prepare } from '../db/prepared.ts'
import type { Db } from '../db/types.ts'
import { insertBooking } from './row-store.ts'
import type { SlotRow } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { phoneRefusal } from './phone-limits-store.ts'
import { readRules } from './rules-store.ts'
import { cutoffOf, timeSlotOf } from './slot-times.ts'

const taking = (db: Db, id: number) =>
  db
    .updateTable('slots')
    .set((e) => ({ taken: e('taken', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .whereRef('taken', '<', 'places')

const take = prepare((db, { id }: { id: number }) => taking(db, id).returningAll())

/** Takes a place of a slot that is still what the patient chose. */
export const takeAsSeen = prepare((db, slot: SlotRow) =>
  taking(db, slot.id)
    .where('date', '=', slot.date)
    .where('start_time', '=', slot.start_time)
    .where('end_time', '=', slot.end_time)
    .where('doctor_id', '=', slot.doctor_id)
    .where('doctor_name', '=', slot.doctor_name)
    .returning('id'),
)

/** Takes a place where there is one: what must not race is this one statement. Resolves to undefined where none is. */
export const takePlace = async (trx: Db, slotId: number): Promise<SlotRow | undefined> =>
  (await take(trx, { id: slotId }))[0]

/** Takes a place of an open slot, and adds one where it is full (加号). */
export const takeExtraPlace = (trx: Db, slotId: number): Promise<SlotRow | undefined> =>
  trx
    .updateTable('slots')
    .set((e) => {
      const whereFree = e.case().when('taken', '<', e.ref('places'))
      return {
        taken: e('taken', '+', 1),
        places: whereFree
          .then(e.ref('places'))
          .else(e('places', '+', 1))
          .end(),
        // No template takes an added place away.
        by_hand: whereFree.then(e.ref('by_hand')).else(1).end(),
      }
    })
    .where('id', '=', slotId)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()

/** Gives a place back, and at once to the first who waits for it. */
export async function releasePlace(trx: Db, time: Time, slotId: number): Promise<void> {
  const slot = await trx
    .updateTable('slots')
    .set((e) => ({ taken: e('taken', '-', 1) }))
    .where('id', '=', slotId)
    .returningAll()
    .executeTakeFirst()
  if (slot) await promote(trx, time, slot)
}

/** The slot, held until the transaction ends. */
export const lockSlot = (trx: Db, slotId: number): Promise<SlotRow | undefined> =>
  trx
    .selectFrom('slots')
    .selectAll()
    .where('id', '=', slotId)
    .$if(!isSqlite(trx), (query) => query.forUpdate())
    .executeTakeFirst()

const firstWaiting = (trx: Db, slotId: number) =>
  trx
    .selectFrom('waitlist')
    .selectAll()
    .where('slot_id', '=', slotId)
    .where('status', '=', 'waiting')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()

/** Gives free places of a slot, whose lock is held, to those who wait, in their order. */
export async function promote(trx: Db, time: Time, slot: SlotRow, known?: BookingRules): Promise<void> {
  let free = slot.places - slot.taken
  if (free <= 0 || slot.state !== 'open') return
  for (
    let entry = await firstWaiting(trx, slot.id);
    entry && free > 0;
    entry = await firstWaiting(trx, slot.id)
  ) {
    const rules = known ?? (await readRules(trx))
    if (rules.departments[slot.department_name].mode === 'off') return
    if (time.now() >= cutoffOf(time, rules, slot)) return
    const settle = (status: 'booked' | 'skipped', appointmentId = '') =>
      trx
        .updateTable('waitlist')
        .set({ status, appointment_id: appointmentId, updated_at: time.now() })
        .where('number', '=', entry!.number)
        .where('status', '=', 'waiting')
        .returning('number')
        .executeTakeFirst()
    const visit = { phone: entry.patient_phone, departmentName: slot.department_name, date: slot.date }
    if (await phoneRefusal(trx, time, rules, visit)) {
      await settle('skipped')
      continue
    }
    // Whoever leaves at this moment has left.
    if (!(await settle('booked'))) continue
    if (!(await takePlace(trx, slot.id))) return
    const appointment = await insertBooking(trx, time, {
      patientName: entry.patient_name,
      patientAge: entry.patient_age,
      patientPhone: entry.patient_phone,
      symptom: entry.symptom,
      ...visitOf(slot),
      via: 'waitlist',
    })
    await trx
      .updateTable('waitlist')
      .set({ appointment_id: appointment.id })
      .where('number', '=', entry.number)
      .execute()
    const { id, status, date, departmentName } = appointment
    const data = { id, status, date, departmentName, slotId: `slot-${slot.id}` }
    await recordEvents(trx, time, [{ type: 'appointment.created', record: id, data }])
    await recordEvents(trx, time, [
      {
        type: 'waitlist.booked',
        record: id,
        data: { id: entry.id, slotId: `slot-${slot.id}` },
        phone: entry.patient_phone,
      },
    ])
    free--
  }
}

/** What an appointment has from its slot. */
export const visitOf = (slot: SlotRow) => ({
  date: slot.date,
  departmentName: slot.department_name,
  doctorId: slot.doctor_id,
  doctorName: slot.doctor_name,
  timeSlot: timeSlotOf(slot),
  slotId: slot.id,
})
