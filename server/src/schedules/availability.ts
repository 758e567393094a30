import type { Availability, AvailabilityQuery } from '@zhenyue/contract'
import { toAvailable } from '../bookings/available.ts'
import { readRules } from '../bookings/rules-store.ts'
import { slotsOf } from '../bookings/slots-store.ts'
import { addDays, releaseOf, stateOfDay } from '../bookings/slot-times.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

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
