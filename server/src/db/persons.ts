import { leadBookingDays } from '@zhenyue/contract'
import { sql } from 'kysely'
import { isSqlite, joinEach } from './engine.ts'
import type { Db } from './types.ts'

const bookingTime = sql.lit(leadBookingDays * 24 * 60 * 60 * 1000)

/** Bookings count for their number that were made after a lead of it, and not too long after. */
const isCounted = sql`came.phone = booked.patient_phone
  and booked.created_at >= came.created_at and booked.created_at < came.created_at + ${bookingTime}`
const counted = sql`appointments booked join leads came on ${isCounted}`

const isLive = sql`booked.status in ('pending', 'confirmed') and booked.attendance <> 'no-show'`

/** The leads, as `held`, of numbers that have a live booking. Bookings come first: few are live. */
export const heldLive = (db: Db) => sql`(
    select distinct booked.patient_phone as phone
    from appointments booked ${isSqlite(db) ? sql`indexed by appointments_live` : sql``}
      ${joinEach(db, 'leads', 'came', isCounted)}
    where ${isLive}) as live ${joinEach(db, 'leads', 'held', sql`held.phone = live.phone`)}`

export const liveLeads = (db: Db) => sql<number>`select held.id from ${heldLive(db)}`

export const hasLiveBooking = (phone: string) =>
  sql<boolean>`exists (select 1 from ${counted} where booked.patient_phone = ${sql.ref(phone)} and ${isLive})`

const isVisited = sql`exists (
  select 1 from ${counted} where booked.patient_phone = leads.phone and booked.status = 'completed')`

const hasEarlier = sql<boolean>`exists (
  select 1 from leads other
  where other.phone = leads.phone and (other.created_at, other.id) < (leads.created_at, leads.id))`

const hasMoreUrgent = sql`exists (
  select 1 from leads other
  where other.phone = leads.phone and (other.urgency, other.id) > (leads.urgency, leads.id))`

/** Something of the follow-up of a lead's number, or what holds where there is none. */
const followed = <T>(something: string, otherwise: T) =>
  sql<T>`coalesce((select ${sql.raw(something)} from follow_ups done where done.phone = leads.phone), ${sql.lit(otherwise)})`

/** How far the follow-up of a number is. `assigned` is one that was not contacted, and has no time for it. */
export const followedAs = { nothing: 0, assigned: 1, open: 2, closed: 3 } as const

const { nothing, assigned, open, closed } = followedAs
/** The same of a row of `follow_ups`. */
export const progress = `case when closed <> '' then ${closed}
  when next_contact_at = 0 and last_contact_at = 0 then ${assigned} else ${open} end`

const waited = followed(
  `case when done.first_contact_at = 0 then -1 when done.first_contact_at > leads.created_at
    then done.first_contact_at - leads.created_at else 0 end`,
  -1,
)

/**
 * Derives anew what the leads of some numbers keep of their person. Called in the transaction of every change of their
 * leads, their follow-up or their completed bookings.
 */
export async function keepPersons(trx: Db, phones: string[]): Promise<void> {
  const some = [...new Set(phones)]
  if (some.length === 0) return
  // Who waits here sees with the next statement what the other one did.
  if (!isSqlite(trx)) {
    const leads = trx.selectFrom('leads').select('id').where('phone', 'in', some)
    await leads.orderBy('id').forUpdate().execute()
  }
  // No two leads are the first of their number at any moment.
  await trx
    .updateTable('leads')
    .set({ again: 1 })
    .where('phone', 'in', some)
    .where('again', '=', 0)
    .where(hasEarlier)
    .execute()
  await trx
    .updateTable('leads')
    .set({
      again: sql<number>`case when ${hasEarlier} then 1 else 0 end`,
      stands: sql<number>`case when ${hasMoreUrgent} then 0 else 1 end`,
      followed: followed(progress, nothing),
      assignee: followed('done.assignee', ''),
      reached: followed('case when done.reached_at > 0 then 1 else 0 end', 0),
      visited: sql<number>`case when ${isVisited} then 1 else 0 end`,
      waited: sql<number>`case when ${hasEarlier} then -1 else ${waited} end`,
    })
    .where('phone', 'in', some)
    .execute()
}
