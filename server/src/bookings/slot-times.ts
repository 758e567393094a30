import type { BookingRules, DayPart, DayState, SlotState } from '@zhenyue/contract'
import type { SlotRow } from '../db/schema.ts'
import type { Time } from '../time.ts'

/** The parts of a day that a slot may be asked for by. */
export const partOf = (start: string): DayPart | '晚上' =>
  start < '12:00' ? '上午' : start < '18:00' ? '下午' : '晚上'
export const dayPartNames = ['上午', '下午', '晚上']

/** The text that an appointment carries. */
export const timeSlotOf = ({ start_time, end_time }: Pick<SlotRow, 'start_time' | 'end_time'>) =>
  `${partOf(start_time)} ${start_time}-${end_time}`

const day = 24 * 60 * 60 * 1000

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** Monday is 1, Sunday 7. */
export const weekdayOfDate = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

export const startOfSlot = (time: Time, { date, start_time }: Pick<SlotRow, 'date' | 'start_time'>) =>
  time.momentOf(date, start_time)

/** From when a day can be booked. */
export const releaseOf = (time: Time, { advanceDays, releaseTime }: BookingRules, date: string) =>
  time.momentOf(addDays(date, -advanceDays), releaseTime)

/** Until when a slot can be booked: of a whole session until before its end. */
export const cutoffOf = (
  time: Time,
  { cutoffMinutes }: BookingRules,
  slot: Pick<SlotRow, 'date' | 'start_time' | 'end_time' | 'is_session'>,
) => time.momentOf(slot.date, slot.is_session ? slot.end_time : slot.start_time) - cutoffMinutes * 60_000

/** As a patient sees it. */
export function stateOf(time: Time, rules: BookingRules, slot: SlotRow, now = time.now()): SlotState {
  if (slot.state !== 'open') return 'closed'
  if (now < releaseOf(time, rules, slot.date)) return 'soon'
  if (now >= cutoffOf(time, rules, slot)) return 'late'
  return slot.taken >= slot.places ? 'full' : 'open'
}

const inOrder = ['open', 'full', 'soon', 'late', 'closed'] as const

export const stateOfDay = (states: SlotState[]): DayState =>
  inOrder.find((state) => states.includes(state)) ?? 'none'
