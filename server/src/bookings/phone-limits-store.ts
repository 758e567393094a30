import type { AppointmentStatus, BookingRefusal, BookingRules, Department } from '@zhenyue/contract'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { isSqlite } from '../db/engine.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Db, Statement } from '../db/types.ts'
import type { Time } from '../time.ts'
import { addDays } from './slot-times.ts'

/**
 * Of two bookings of one phone at once the second sees the first. Taken after the locks of slots; on SQLite a
 * transaction is alone anyway.
 */
const lockingPhone = (db: Db, phone: string): Statement[] =>
  isSqlite(db) ? [] : [sql`select pg_advisory_xact_lock(${Number(phone)})`.compile(db)]

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

/** As `refusalSeen`, and no other booking of the phone comes between this and the end of the transaction. */
export async function phoneRefusal(
  trx: Db,
  time: Time,
  rules: BookingRules,
  visit: Visit,
  except = '',
): Promise<BookingRefusal | undefined> {
  for (const lock of lockingPhone(trx, visit.phone)) await trx.executeQuery(lock)
  return refusalSeen(trx, time, rules, visit, except)
}

/** Why a phone may not book this visit; `except` is a booking that does not count, as it is the one to be moved. */
export async function refusalSeen(
  db: Db,
  time: Time,
  rules: BookingRules,
  { phone, departmentName, date }: Visit,
  except = '',
): Promise<BookingRefusal | undefined> {
  const today = time.dayOf(time.now())
  const counted = await countedOf(db, { phone })
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

interface Limited extends Visit {
  today: string
  perDay: number
  open: number
  noShows: number
}

/** Gives a row where the limits leave room for one more visit. */
const leavingRoom = prepare((db, limited: Limited) => {
  const counted = (e: ExpressionBuilder<Schema, 'appointments'>) => {
    const booked = e('status', 'in', live)
    const sameDay = [e('date', '=', limited.date), e('department_name', '=', limited.departmentName)]
    const missed = [e('attendance', '=', 'no-show'), e('forgiven', '=', 0)]
    const count = (...all: Expression<SqlBool>[]) => e.fn.countAll<number>().filterWhere(e.and(all))
    return e.and([
      e(count(booked, ...sameDay), '<', limited.perDay),
      e(count(booked, e('date', '>=', limited.today)), '<', limited.open),
      e(count(...missed), '<', limited.noShows),
    ])
  }
  return db
    .selectFrom('appointments')
    .select((e) => e.fn.countAll<number>().as('all'))
    .where('patient_phone', '=', limited.phone)
    .having(counted)
})

const unlimited = 1_000_000_000

/**
 * What holds a booking to the limits of its phone. So many no-shows as block a phone hold it too, whenever they were:
 * unless `refusalSeen` has looked.
 */
export function withinLimits(
  db: Db,
  time: Time,
  { perPhonePerDay, openPerPhone, noShow }: BookingRules,
  visit: Visit,
  hasLooked: boolean,
): Statement[] {
  const limits = {
    perDay: perPhonePerDay || unlimited,
    open: openPerPhone || unlimited,
    noShows: hasLooked ? unlimited : noShow.count || unlimited,
  }
  const today = time.dayOf(time.now())
  return [...lockingPhone(db, visit.phone), leavingRoom.statement(db, { ...visit, ...limits, today })]
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
