import type { LeadStage } from '@zhenyue/contract'
import { sql, type Insertable } from 'kysely'
import type { Time } from '../time.ts'
import { followedAs, hasLiveBooking, keepPersons } from './persons.ts'
import type { Schema } from './schema.ts'
import type { Db } from './types.ts'

export const isFollowed = (phone: string) =>
  sql<boolean>`exists (select 1 from follow_ups where follow_ups.phone = ${sql.ref(phone)})`

/** The stage of the number of a lead: derived from what happened, the first that holds. */
export const stageOfLead = sql<LeadStage>`
  case when leads.followed = ${sql.lit(followedAs.closed)} then 'closed' when leads.visited = 1 then 'visited'
    when ${hasLiveBooking('leads.phone')} then 'booked' when leads.reached = 1 then 'contacted' else 'new' end`

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
  await keepPersons(trx, [phone])
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
  await keepPersons(trx, [phone])
}

/** After leads are gone: forgets what was done about numbers that have none any more. */
export async function forgetFollowUps(trx: Db, phones: string[]): Promise<void> {
  for (const phone of new Set(phones)) {
    const left = await trx.selectFrom('leads').select('id').where('phone', '=', phone).executeTakeFirst()
    if (left) continue
    await trx.deleteFrom('follow_ups').where('phone', '=', phone).execute()
    await trx.deleteFrom('contacts').where('phone', '=', phone).execute()
  }
  await keepPersons(trx, phones)
}
