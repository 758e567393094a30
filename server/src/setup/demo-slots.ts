import { defaultBookingRules } from '@zhenyue/contract'
import { randomBytes } from 'node:crypto'
import { assignSlots } from '../bookings/assign-store.ts'
import { takePlace, visitOf } from '../bookings/places-store.ts'
import { insertBooking } from '../bookings/row-store.ts'
import { saveRules } from '../bookings/save-rules-store.ts'
import { addDays } from '../bookings/slot-times.ts'
import { slotsOf } from '../bookings/slots-store.ts'
import type { Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { insertClosure } from '../schedules/close-slots-store.ts'
import type { Time } from '../time.ts'
import type { Dice } from './demo-dice.ts'

/** Switches both departments on, fills the slots of the next two weeks, the nearer the fuller, and closes a few. */
export async function addDemoSlots(
  trx: Db,
  time: Time,
  actor: Actor,
  { chance, below }: Dice,
  invent: () => { name: string; symptom: string },
): Promise<number> {
  const today = time.dayOf(time.now())
  await trx.updateTable('templates').set({ enabled: 1 }).execute()
  const departments = { 肛肠: { mode: 'on' as const }, 胃肠: { mode: 'on' as const } }
  // This makes the slots as well.
  await saveRules(trx, time, { ...defaultBookingRules, departments }, actor, () => false)
  await assignSlots(trx, time, actor)
  let made = 0
  const person = () => {
    const { name, symptom } = invent()
    const patientPhone = `1390001${String(made++).padStart(4, '0')}`
    return { patientName: name, patientAge: 18 + below(65), patientPhone, symptom }
  }
  const slots = await slotsOf(trx, { from: today, to: addDays(today, 14) })
  for (const slot of slots) {
    const daysAhead = (Date.parse(slot.date) - Date.parse(today)) / 86_400_000
    const share = Math.max(0.15, 0.95 - daysAhead * 0.06)
    const isFull = chance(share - 0.55)
    for (let free = slot.places - slot.taken; free > 0; free--) {
      if (!isFull && !chance(share)) continue
      const taken = await takePlace(trx, slot.id)
      if (taken) await insertBooking(trx, time, { ...person(), ...visitOf(taken) })
    }
    if (!isFull) continue
    for (let waiting = below(4); waiting > 0; waiting--) {
      const { patientName, patientAge, patientPhone, symptom } = person()
      await trx
        .insertInto('waitlist')
        .values({
          id: `wl-${randomBytes(18).toString('base64url')}`,
          slot_id: slot.id,
          patient_name: patientName,
          patient_age: patientAge,
          patient_phone: patientPhone,
          symptom,
          status: 'waiting',
          appointment_id: '',
          closure_id: 0,
          created_at: time.now(),
          updated_at: time.now(),
        })
        .execute()
    }
  }
  const ill = slots.find(({ date, doctor_id }) => doctor_id !== '' && date > addDays(today, 2))
  if (ill) {
    const { date, doctor_id: doctorId, department_name: departmentName } = ill
    const closure = {
      from: date,
      to: date,
      departmentName,
      doctorId,
      slotIds: undefined,
      reason: '医生临时外出',
    }
    await insertClosure(trx, time, closure, actor)
  }
  return made
}
