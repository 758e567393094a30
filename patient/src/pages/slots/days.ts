import type { Alternative, Availability, AvailableSlot } from '@zhenyue/contract'
import type { SlotState } from '@zhenyue/contract/schedule-rules'

export type Day = Availability['days'][number]
/** A slot and its day. */
export type DaySlot = Alternative

/** The state of a day is the first of these that one of its slots has. */
const states: readonly SlotState[] = ['open', 'full', 'soon', 'late', 'closed']

/** A day as it is for those who want this doctor; undefined is every doctor. */
export function dayOf(day: Day, doctorId: string | undefined): Day {
  if (doctorId === undefined) return day
  const slots = day.slots.filter((slot) => slot.doctorId === doctorId)
  return {
    ...day,
    slots,
    state: states.find((state) => slots.some((slot) => slot.state === state)) ?? 'none',
    remaining: slots.reduce((sum, { remaining }) => sum + remaining, 0),
  }
}

/** Older phones do not know `flatMap`. */
export const slotsIn = (days: Day[]) => ([] as AvailableSlot[]).concat(...days.map(({ slots }) => slots))

/** Everyone who has slots in these days, by id; 普通号 has none. */
export const doctorsIn = (days: Day[]) =>
  new Map(slotsIn(days).map(({ doctorId, doctorName }) => [doctorId, doctorName]))

/** 上午, 下午 and 晚上, each with its slots. */
export function byPart(slots: AvailableSlot[]): [string, AvailableSlot[]][] {
  const parts = [...new Set(slots.map(({ timeSlot }) => timeSlot.split(' ')[0]!))]
  return parts.map((part) => [part, slots.filter(({ timeSlot }) => timeSlot.startsWith(part))])
}

/** By how many milliseconds one time of the service is after another. */
export const between = (earlier: string, later: string) =>
  Date.parse(`${later.replace(' ', 'T')}Z`) - Date.parse(`${earlier.replace(' ', 'T')}Z`)
