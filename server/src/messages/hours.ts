import type { MessageSettings } from '@zhenyue/contract'
import type { Time } from '../time.ts'

type Hours = Pick<MessageSettings, 'quietFrom' | 'quietTo'>

/** The local time of a moment, `HH:mm`. */
const clockOf = (time: Time, at: number) => time.show(at).slice(11, 16)

/** The moment of a local time on the day of another moment, or days later. */
function momentOf(time: Time, at: number, clock: string, daysLater = 0): number {
  return time.momentOf(time.dayOf(time.startOf(time.dayOf(at), daysLater)), clock)
}

/** When quiet hours that hold at a moment are over; undefined where none hold. Equal times mean none. */
export function quietUntil(time: Time, { quietFrom, quietTo }: Hours, at: number): number | undefined {
  if (quietFrom === quietTo) return undefined
  const clock = clockOf(time, at)
  if (quietFrom < quietTo) {
    return clock >= quietFrom && clock < quietTo ? momentOf(time, at, quietTo) : undefined
  }
  if (clock >= quietFrom) return momentOf(time, at, quietTo, 1)
  return clock < quietTo ? momentOf(time, at, quietTo) : undefined
}

/** Reminders go out from their hour until the quiet hours, or until midnight. */
export function isReminderTime(
  time: Time,
  { reminderTime, ...hours }: Hours & Pick<MessageSettings, 'reminderTime'>,
  at: number,
): boolean {
  const clock = clockOf(time, at)
  const end = hours.quietFrom === hours.quietTo || hours.quietFrom <= reminderTime ? '24:00' : hours.quietFrom
  return clock >= reminderTime && clock < end && quietUntil(time, hours, at) === undefined
}
