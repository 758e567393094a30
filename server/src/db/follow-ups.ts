import { leadBookingDays, type LeadStage } from '@zhenyue/contract'
import { sql, type Insertable } from 'kysely'
import type { Time } from '../time.ts'
import type { Schema } from './schema.ts'
import type { Db } from './types.ts'

const bookingTime = leadBookingDays * 24 * 60 * 60 * 1000

/**
 * How far the bookings of a number have come: 2 for visited, 1 for booked, null for neither. Those count that were
 * made after a lead of that number, and not too long after.
 */
export const bookingStep = (phone: string) => sql<number | null>`(
  select max(case booked.status when 'completed' then 2 else 1 end)
  from appointments booked join leads came on came.phone = booked.patient_phone
  where booked.patient_phone = ${sql.ref(phone)}
    and booked.created_at >= came.created_at and booked.created_at < came.created_at + ${sql.lit(bookingTime)}
    and (booked.status = 'completed'
      or booked.status in ('pending', 'confirmed') and booked.attendance <> 'no-show'))`

const follows = (phone: string, condition: string) =>
  sql<boolean>`exists (
    select 1 from follow_ups where follow_ups.phone = ${sql.ref(phone)} and ${sql.raw(condition)})`

export const isFollowed = (phone: string) => follows(phone, 'true')
export const wasReached = (phone: string) => follows(phone, 'reached_at > 0')

/** The stage of a number: derived from what happened, the first that holds. */
export const stageOf = (phone: string) => sql<LeadStage>`
  case when ${follows(phone, "closed <> ''")} then 'closed' else
    case ${bookingStep(phone)} when 2 then 'visited' when 1 then 'booked' else
      case when ${wasReached(phone)} then 'contacted' else 'new' end
    end
  end`

/** Whether a lead stands for its number where each is shown once: the most urgent, of these the newest. */
export const standsForPhone = sql<boolean>`not exists (
  select 1 from leads other
  where other.phone = leads.phone and (other.urgency, other.id) > (leads.urgency, leads.id))`

/** Whether a lead is the first of its number, for which the funnel counts it. */
export const isFirstOfPhone = sql<boolean>`not exists (
  select 1 from leads earlier
  where earlier.phone = leads.phone and (earlier.created_at, earlier.id) < (leads.created_at, leads.id))`

type Row = Insertable<Schema['follow_ups']>
type Change = Partial<Omit<Row, 'phone' | 'updated_at'>>

const nothing = {
  assignee: '',
  closed: '',
  next_contact_at: 0,
  first_contact_at: 0,
  last_contact_at: 0,
  reached_at: 0,
} as const

export const blankFollowUp = (phone: string, now: number): Row => ({ ...nothing, phone, updated_at: now })

export const findFollowUp = (db: Db, phone: string) =>
  db.selectFrom('follow_ups').selectAll().where('phone', '=', phone).executeTakeFirst()

/** Changes what is done about a number, whether anything was before or not. */
export async function saveFollowUp(trx: Db, time: Time, phone: string, change: Change): Promise<void> {
  const now = time.now()
  await trx
    .insertInto('follow_ups')
    .values({ ...blankFollowUp(phone, now), ...change })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ ...change, updated_at: now }))
    .execute()
  await markFollowed(trx, [phone])
}

/**
 * Makes a number that was closed, or is to be contacted later, due at once. One that must not be called stays closed
 * but where the person has agreed anew.
 */
export async function makeDue(
  trx: Db,
  time: Time,
  phone: string,
  { evenIfNotToCall }: { evenIfNotToCall: boolean },
): Promise<void> {
  const now = time.now()
  await trx
    .updateTable('follow_ups')
    .set({ closed: '', next_contact_at: now, updated_at: now })
    .where('phone', '=', phone)
    .where((e) => e.or([e('closed', '<>', ''), e('next_contact_at', '>', now)]))
    .$if(!evenIfNotToCall, (query) => query.where('closed', '<>', 'do-not-call'))
    .execute()
}

export async function markFollowed(trx: Db, phones: string[]): Promise<void> {
  await trx
    .updateTable('leads')
    .set({ followed: 1 })
    .where('phone', 'in', phones)
    .where('followed', '=', 0)
    .execute()
}

/** Forgets what was done about numbers that have no lead any more. */
export async function forgetFollowUps(trx: Db, phones: string[]): Promise<void> {
  for (const phone of new Set(phones)) {
    const left = await trx.selectFrom('leads').select('id').where('phone', '=', phone).executeTakeFirst()
    if (left) continue
    await trx.deleteFrom('follow_ups').where('phone', '=', phone).execute()
    await trx.deleteFrom('contacts').where('phone', '=', phone).execute()
  }
}
