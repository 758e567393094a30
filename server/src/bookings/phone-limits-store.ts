import type { BookingRefusal, BookingRules, Department } from '@zhenyue/contract'
import { sql } from 'kysely'
import { isSqlite } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { addDays } from './slot-times.ts'

/** Those that count as yet to come. */
const live = ['pending', 'confirmed'] as const

/**
 * Of two bookings of one phone at once the second sees the first. Taken after the locks of slots; on SQLite a
 * transaction is alone anyway.
 */
async function lockPhone(trx: Db, phone: string) {
  if (!isSqlite(trx)) await sql`select pg_advisory_xact_lock(${Number(phone)})`.execute(trx)
}

/** No-shows that count, the latest first. */
const noShowsOf = (db: Db, phone: string) =>
  db
    .selectFrom('appointments')
    .select(['id', 'date'])
    .where('patient_phone', '=', phone)
    .where('attendance', '=', 'no-show')
    .where('forgiven', '=', 0)
    .orderBy('date', 'desc')
    .execute()

/** Until which day so many no-shows within so many days keep a phone from booking; empty for not at all. */
export function blockedUntil({ noShow }: BookingRules, dates: string[]): string {
  const { count, withinDays, blockDays } = noShow
  if (count === 0) return ''
  const lasts = dates.filter((date, i) => {
    const first = dates[i + count - 1]
    return first !== undefined && addDays(first, withinDays) >= date
  })
  return lasts.length > 0 ? addDays(lasts[0]!, blockDays) : ''
}

export interface Visit {
  phone: string
  departmentName: Department
  date: string
}

/** Why a phone may not book this visit; `except` is a booking that does not count, as it is the one to be moved. */
export async function phoneRefusal(
  trx: Db,
  time: Time,
  rules: BookingRules,
  { phone, departmentName, date }: Visit,
  except = '',
): Promise<BookingRefusal | undefined> {
  await lockPhone(trx, phone)
  const today = time.dayOf(time.now())
  if (rules.noShow.count > 0) {
    const missed = await noShowsOf(trx, phone)
    if (
      blockedUntil(
        rules,
        missed.map((one) => one.date),
      ) > today
    )
      return 'blocked'
  }
  if (rules.perPhonePerDay === 0 && rules.openPerPhone === 0) return undefined
  const booked = await trx
    .selectFrom('appointments')
    .select(['date', 'department_name'])
    .where('patient_phone', '=', phone)
    .where('status', 'in', live)
    .where('date', '>=', date < today ? date : today)
    .where('id', '!=', except)
    .execute()
  const sameDay = booked.filter((one) => one.date === date && one.department_name === departmentName)
  if (rules.perPhonePerDay > 0 && sameDay.length >= rules.perPhonePerDay) return 'same-day'
  const open = booked.filter((one) => one.date >= today)
  if (rules.openPerPhone > 0 && open.length >= rules.openPerPhone) return 'too-many'
  return undefined
}

export interface Block {
  phone: string
  noShows: number
  until: string
  appointmentId: string
}

/** The phones that cannot book now. */
export async function listBlocks(db: Db, time: Time, rules: BookingRules): Promise<Block[]> {
  const { count, withinDays, blockDays } = rules.noShow
  if (count === 0) return []
  const today = time.dayOf(time.now())
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'date', 'patient_phone'])
    .where('attendance', '=', 'no-show')
    .where('forgiven', '=', 0)
    .where('date', '>=', addDays(today, -withinDays - blockDays))
    .orderBy('date', 'desc')
    .execute()
  const byPhone = Map.groupBy(rows, ({ patient_phone }) => patient_phone)
  return [...byPhone].flatMap(([phone, missed]) => {
    const until = blockedUntil(
      rules,
      missed.map((one) => one.date),
    )
    return until > today ? [{ phone, noShows: missed.length, until, appointmentId: missed[0]!.id }] : []
  })
}
