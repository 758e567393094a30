import type { Db } from '../db/types.ts'
import { dayPartNames } from './slot-times.ts'

interface Visit {
  slot_id: number
  time_slot: string
  doctor_name: string
}

const clock = '([01]\\d|2[0-3]):[0-5]\\d'
const timeOfDay = new RegExp(`^((${dayPartNames.join('|')}) )?${clock}-${clock}$`)

// Anyone may book with words of their own as time and doctor. What the hospital
// sends or tells in its own name has only what it knows.

/** The time of a visit, where it is one; else empty. */
export const shownTime = (timeSlot: string) =>
  dayPartNames.includes(timeSlot) || timeOfDay.test(timeSlot) ? timeSlot : ''

/** The time and the doctor of a visit; without a slot the doctor has to be one of the experts. */
export async function shownVisit(db: Db, { slot_id, time_slot, doctor_name }: Visit) {
  const timeSlot = shownTime(time_slot)
  if (slot_id > 0 || doctor_name === '') return { timeSlot, doctor: doctor_name }
  const expert = await db
    .selectFrom('experts')
    .select('id')
    // A booking has room for so much of a name.
    .where((e) => e.fn<string>('substr', ['name', e.lit(1), e.lit(20)]), '=', doctor_name)
    .limit(1)
    .executeTakeFirst()
  return { timeSlot, doctor: expert ? doctor_name : '' }
}
