import { randomUUID } from 'node:crypto'
import { eventTypes, type EventType } from '@zhenyue/contract'
import { sql } from 'kysely'
import { databaseNow, inTransaction, isSqlite } from './engine.ts'
import { subscribe } from './subscriptions.ts'
import type { Db } from './types.ts'

/** Milliseconds for which whoever took a delivery has it alone. */
export const leaseTime = 30_000

/** What a webhook or robot is to be told, taken by this instance. */
export interface Claimed {
  number: number
  lease: string
  /** This one included. */
  tries: number
  event: { id: string; type: EventType; at: number; record: string; data: string }
}

/** Takes the deliveries of a receiver that are due. */
export async function claimDeliveries(db: Db, receiver: string, most: number): Promise<Claimed[]> {
  const now = databaseNow(db)
  const lease = randomUUID()
  const due = db
    .selectFrom('deliveries')
    .select('number')
    .where('receiver', '=', receiver)
    .where('status', '=', 'pending')
    .where('next_try_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('next_try_at')
    .limit(most)
    .$if(!isSqlite(db), (query) => query.forUpdate().skipLocked())
  const taken = await db
    .updateTable('deliveries')
    .set((e) => ({
      lease,
      lease_until: sql<number>`${now} + ${sql.lit(leaseTime)}`,
      tries: e('tries', '+', 1),
    }))
    .where('number', 'in', due)
    .returning(['number', 'tries', 'event'])
    .execute()
  if (taken.length === 0) return []
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where(
      'number',
      'in',
      taken.map(({ event }) => event),
    )
    .execute()
  const byNumber = new Map(events.map((event) => [event.number, event]))
  // An event may have been erased since.
  return taken.flatMap(({ number, tries, event }) => {
    const found = byNumber.get(event)
    return found ? [{ number, lease, tries, event: found }] : []
  })
}

/** How a try ended. */
export interface Outcome {
  /** The HTTP status; 0 for no answer. */
  status: number
  /** Empty for success. */
  error: string
  /** Milliseconds until the next try; undefined where there will be none. */
  retryIn?: number | undefined
}

/** Writes how a try ended; only for whoever still has the delivery. */
export async function finishDelivery(db: Db, { number, lease }: Claimed, outcome: Outcome): Promise<void> {
  const { status, error, retryIn } = outcome
  const now = databaseNow(db)
  const isPending = error !== '' && retryIn !== undefined
  await db
    .updateTable('deliveries')
    .set({
      status: error === '' ? 'delivered' : isPending ? 'pending' : 'failed',
      last_status: status,
      last_error: error,
      next_try_at: isPending ? sql<number>`${now} + ${Math.round(retryIn)}` : 0,
      lease: '',
      lease_until: 0,
      done_at: isPending ? 0 : now,
    })
    .where('number', '=', number)
    .where('lease', '=', lease)
    .execute()
}

/** How many of a receiver's deliveries were sent in the last minute. */
export async function sentLately(db: Db, receiver: string): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('receiver', '=', receiver)
    .where('done_at', '>', sql<number>`${databaseNow(db)} - 60000`)
    .executeTakeFirstOrThrow()
  return count
}

/** What nobody works on any more after a start on SQLite, which has one instance only. */
export async function freeDeliveries(db: Db): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ lease: '', lease_until: 0 })
    .where('status', '=', 'pending')
    .where('lease_until', '>', 0)
    .execute()
}

/** How many deliveries wait, and for how many seconds the oldest has. */
export async function queueFigures(db: Db, now: number): Promise<{ count: number; oldest: number }> {
  const { count, oldest } = await db
    .selectFrom('deliveries')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min<number | null>('created_at').as('oldest')])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { count, oldest: oldest === null ? 0 : Math.max(0, (now - oldest) / 1000) }
}

type ReceiverTable = 'webhooks' | 'robots'
const fiveDays = 5 * 24 * 60 * 60 * 1000
export const nameOfReceiver = (table: ReceiverTable, id: number) =>
  `${table === 'webhooks' ? 'webhook' : 'robot'}-${id}`

/** Notes how a receiver does. One that has only failed for five days, or says that it is gone, is disabled. */
export async function noteHealth(
  db: Db,
  table: ReceiverTable,
  id: number,
  { error, isGone = false }: { error: string; isGone?: boolean },
  now: number,
): Promise<void> {
  const rows = db.updateTable(table as 'webhooks').where('id', '=', id)
  if (error === '') {
    await rows.set({ last_success_at: now, failing_since: 0 }).execute()
    return
  }
  const after = await rows
    .set((e) => ({
      last_failure_at: now,
      last_error: error,
      failing_since: e.case().when('failing_since', '=', 0).then(now).else(e.ref('failing_since')).end(),
    }))
    .returning('failing_since')
    .executeTakeFirst()
  if (!after || !(isGone || now - after.failing_since >= fiveDays)) return
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable(table as 'webhooks')
      .set({ enabled: 0 })
      .where('id', '=', id)
      .execute()
    await subscribe(trx, nameOfReceiver(table, id), [])
  })
}

/** The events that `types` of a receiver names. */
export const typesOf = (types: string[]): readonly EventType[] =>
  types.includes('*') ? eventTypes : (types as EventType[])
