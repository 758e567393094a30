import type { Availability, AvailabilityQuery, AvailableSlot, BookingRules } from '@zhenyue/contract'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { readRules } from './rules-store.ts'
import { slotsOf } from './slots-store.ts'
import { addDays, releaseOf, stateOf, stateOfDay, timeSlotOf, type SlotRow } from './slot-times.ts'

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

const mostDays = 31

export async function readAvailability(
  db: Db,
  time: Time,
  { departmentName, doctorId, from, to }: AvailabilityQuery,
): Promise<Availability> {
  const rules = await readRules(db)
  const { mode } = rules.departments[departmentName]
  const now = time.now()
  const answer = { departmentName, mode, now: time.show(now) }
  if (mode === 'off') return { ...answer, days: [] }
  const first = from ?? time.dayOf(now)
  const last = to ?? addDays(first, Math.min(rules.advanceDays, mostDays - 1))
  const slots = await slotsOf(db, {
    from: first,
    to: last,
    departmentName,
    doctorId: doctorId === 'none' ? '' : doctorId || undefined,
  })
  const byDay = Map.groupBy(slots, ({ date }) => date)
  const days: Availability['days'] = []
  for (let date = first; date <= last && days.length < mostDays; date = addDays(date, 1)) {
    const shown = (byDay.get(date) ?? []).map((slot) => toAvailable(time, rules, slot, slot.waiting, now))
    const state = stateOfDay(shown.map((slot) => slot.state))
    days.push({
      date,
      state,
      remaining: shown.reduce((sum, { remaining }) => sum + remaining, 0),
      opensAt: state === 'soon' ? time.show(releaseOf(time, rules, date)) : '',
      slots: shown,
    })
  }
  return { ...answer, days }
}
