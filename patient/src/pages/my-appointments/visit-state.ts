import type { AppointmentRow, BookingRules, KnownAppointment } from '@zhenyue/contract'
import { hasSlots } from '../../booking-rules.ts'
import type { Moment } from '../../hospital-time.ts'
import { transitions, type AppointmentStatus } from '@zhenyue/contract/rules'

const live: readonly AppointmentStatus[] = transitions.cancel.from

/** A visit that may still take place, and so can be cancelled. */
export const isAhead = (
  { status, date, attendance }: Pick<AppointmentRow, 'status' | 'date' | 'attendance'>,
  today: string,
) => live.includes(status) && date >= today && !attendance

/** Whether the service would move it for a patient. `moves` may count those by staff too: then the hospital is called. */
export function canMove(
  { slotId, moves = 0, attendance, departmentName, date, timeSlot }: KnownAppointment,
  rules: BookingRules,
  isClosed: boolean,
  now: Moment,
): boolean {
  if (!slotId || attendance || !hasSlots(rules, departmentName)) return false
  const start = /\d\d:\d\d/.exec(timeSlot)?.[0] ?? ''
  if (`${date} ${start}` <= `${now.day} ${now.time}`) return false
  return isClosed || rules.maxMoves === 0 || moves < rules.maxMoves
}
