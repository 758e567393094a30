import {
  scheduleMessages as say,
  type Alternative,
  type BookingRefusal,
  type BookingRules,
  type Department,
} from '@zhenyue/contract'
import type { SlotRow } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { Refusal } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { toAvailable } from './available.ts'
import { slotsOf } from './slots-store.ts'
import { addDays, releaseOf, startOfSlot, stateOf } from './slot-times.ts'

/** Refusals that tell something about a phone number. */
export const aboutPhone: BookingRefusal[] = ['blocked', 'same-day', 'too-many']

/** A place cannot be had, and where there are others. */
export class NoPlace extends Refusal {
  readonly reason: BookingRefusal
  constructor(reason: BookingRefusal, message: string, alternatives: Alternative[]) {
    super(409, message)
    this.reason = reason
    this.data = { reason, alternatives }
  }
}

function messageFor(time: Time, rules: BookingRules, reason: BookingRefusal, date: string): string {
  switch (reason) {
    case 'none':
      return say.none
    case 'closed':
      return say.closed
    case 'soon':
      return say.soon(time.show(releaseOf(time, rules, date)).slice(5, 16))
    case 'late':
      return say.late
    case 'full':
      return rules.waitlist ? say.full : say.fullWithoutWaitlist
    case 'blocked':
      return say.blocked
    case 'same-day':
      return say.sameDay(rules.perPhonePerDay)
    case 'too-many':
      return say.tooMany(rules.openPerPhone)
  }
}

/** Up to three slots of the department that can be booked, the nearest in time first. */
async function alternativesTo(
  db: Db,
  time: Time,
  rules: BookingRules,
  departmentName: Department,
  wanted: { date: string; start_time: string; id?: number },
  reason: BookingRefusal,
): Promise<Alternative[]> {
  if (reason === 'blocked' || reason === 'too-many') return []
  const today = time.dayOf(time.now())
  const slots = await slotsOf(db, { from: today, to: addDays(today, rules.advanceDays), departmentName })
  const moment = startOfSlot(time, wanted)
  const distance = (slot: SlotRow) => Math.abs(startOfSlot(time, slot) - moment)
  return slots
    .filter((slot) => slot.id !== wanted.id && stateOf(time, rules, slot) === 'open')
    .filter((slot) => reason !== 'same-day' || slot.date !== wanted.date)
    .toSorted((one, other) => distance(one) - distance(other) || one.id - other.id)
    .slice(0, 3)
    .map((slot) => Object.assign(toAvailable(time, rules, slot, slot.waiting), { date: slot.date }))
}

export async function noPlace(
  db: Db,
  time: Time,
  rules: BookingRules,
  reason: BookingRefusal,
  departmentName: Department,
  wanted: { date: string; start_time: string; id?: number },
): Promise<NoPlace> {
  const alternatives = await alternativesTo(db, time, rules, departmentName, wanted, reason)
  return new NoPlace(reason, messageFor(time, rules, reason, wanted.date), alternatives)
}
