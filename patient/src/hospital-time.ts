import type { Site } from './site.ts'

/** By how much the service's clock is ahead of the phone's, once an answer has told. */
let ahead: number | undefined

/** Takes the `Date` of an answer. */
export function noteServiceTime(date: string | null) {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) ahead = at - Date.now()
}

/** A time at the hospital, `YYYY-MM-DD HH:mm:ss`, as the phone's own clock has it. */
export const momentOf = (text: string, { utcOffset }: Site): number =>
  Date.parse(`${text.replace(' ', 'T')}Z`) -
  (utcOffset ?? -new Date().getTimezoneOffset()) * 60_000 -
  (ahead ?? 0)

export interface Moment {
  /** `YYYY-MM-DD` */
  day: string
  /** `HH:mm` */
  time: string
}

/** Day and time at the hospital, whatever the phone's clock and zone. */
export function hospitalNow({ today, utcOffset }: Site): Moment {
  const offset = utcOffset ?? -new Date().getTimezoneOffset()
  const local = new Date(Date.now() + (ahead ?? 0) + offset * 60_000).toISOString()
  const day = local.slice(0, 10)
  // Before the first answer the phone is believed only as far as it agrees with the page.
  if (ahead === undefined && today && day !== today) return { day: today, time: '00:00' }
  return { day, time: local.slice(11, 16) }
}
