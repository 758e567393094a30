import type { AppointmentStatus, BookingRefusal, BookingRules, Department } from '@zhenyue/contract'
import { sql } from 'kysely'
import { isSqlite } from '../db/engine.ts'
import { prepare } from '../db/prepared.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { addDays } from './slot-times.ts'

/**
 * Of two bookings of one phone at once the second sees the first. Taken after the locks of slots; on SQLite a
 * transaction is alone anyway.
 */
async function lockPhone(trx: Db, phone: string) {
  if (!isSqlite(trx)) await sql`select pg_advisory_xact_lock(${Number(phone)})`.execute(trx)
}

/** Those that count as yet to come. */
const live: AppointmentStatus[] = ['pending', 'confirmed']

/** The bookings of a phone that its limits look at, the latest first: those yet to come, and no-shows that count. */
const countedOf = prepare((db, { phone }: { phone: string }) =>
  db
    .selectFrom('appointments')
    .select(['id', 'date', 'department_name', 'status', 'attendance', 'forgiven'])
    .where('patient_phone', '=', phone)
    .where((e) => e.or([e('status', 'in', live), e('attendance', '=', 'no-show')]))
    .orderBy('date', 'desc'),
)

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
  const counted = await countedOf(trx, { phone })
  const missed = counted.filter(({ attendance, forgiven }) => attendance === 'no-show' && forgiven === 0)
  if (
    blockedUntil(
      rules,
      missed.map((one) => one.date),
    ) > today
  )
    return 'blocked'
  const booked = counted.filter(({ id, status }) => live.includes(status) && id !== except)
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
