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

const dueFor = (db: Db, receiver: string, most: number) =>
  db
    .selectFrom('deliveries')
    .where('receiver', '=', receiver)
    .where('status', '=', 'pending')
    .where('next_try_at', '<=', databaseNow(db))
    .where('lease_until', '<=', databaseNow(db))
    .orderBy('next_try_at')
    .limit(most)

/** The deliveries of a receiver that are due and nobody has taken. */
export const findDue = (db: Db, receiver: string, most: number) =>
  dueFor(db, receiver, most)
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select(['deliveries.number as number', 'events.type as type', 'events.record as record'])
    .execute()

/** Takes the deliveries of a receiver that are due, of some alone where they are given. */
export async function claimDeliveries(
  db: Db,
  receiver: string,
  most: number,
  some?: number[],
): Promise<Claimed[]> {
  const lease = randomUUID()
  const due = dueFor(db, receiver, most)
    .select('number')
    .$if(some !== undefined, (query) => query.where('number', 'in', some!))
    .$if(!isSqlite(db), (query) => query.forUpdate().skipLocked())
  const taken = await db
    .updateTable('deliveries')
    .set((e) => ({
      lease,
      lease_until: sql<number>`${databaseNow(db)} + ${sql.lit(leaseTime)}`,
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

/** Counts what was told. */
export type Done = (kind: 'webhook' | 'robot' | 'message', result: string) => void

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

/**
 * Notes how a receiver does at the address that was called; of a former one nothing is noted. One that has only failed
 * for five days, or says that it is gone, is disabled.
 */
export async function noteHealth(
  db: Db,
  table: ReceiverTable,
  { id, url }: { id: number; url: string },
  { error, isGone = false }: { error: string; isGone?: boolean },
  now: number,
): Promise<void> {
  const receivers = (trx: Db) =>
    trx
      .updateTable(table as 'webhooks')
      .where('id', '=', id)
      .where('url', '=', url)
  const rows = receivers(db)
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
    const disabled = await receivers(trx).set({ enabled: 0 }).returning('id').executeTakeFirst()
    if (disabled) await subscribe(trx, nameOfReceiver(table, id), [])
  })
}

/** The events that `types` of a receiver names. */
export const typesOf = (types: string[]): readonly EventType[] =>
  types.includes('*') ? eventTypes : (types as EventType[])
