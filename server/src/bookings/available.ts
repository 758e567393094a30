import type { AvailableSlot, BookingRules } from '@zhenyue/contract'
import type { SlotRow } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { stateOf, timeSlotOf } from './slot-times.ts'

/** A slot as patients see it. */
export function toAvailable(
  time: Time,
  rules: BookingRules,
  slot: SlotRow,
  waiting: number,
  now = time.now(),
): AvailableSlot {
  const state = stateOf(time, rules, slot, now)
  return {
    id: `slot-${slot.id}`,
    doctorId: slot.doctor_id,
    doctorName: slot.doctor_name,
    start: slot.start_time,
    end: slot.end_time,
    timeSlot: timeSlotOf(slot),
    remaining: state === 'open' || state === 'soon' ? slot.places - slot.taken : 0,
    waiting,
    state,
  }
}
