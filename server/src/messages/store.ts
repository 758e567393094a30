import { randomUUID } from 'node:crypto'
import { maskPhone, type Message, type MessageListQuery, type Page } from '@zhenyue/contract'
import { sql, type Selectable } from 'kysely'
import { leaseTime } from '../db/deliveries.ts'
import { databaseNow, inTransaction, isSqlite } from '../db/engine.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

export type MessageRow = Selectable<Schema['messages']>
export type Appointment = Selectable<Schema['appointments']> & {
  slot_state: string | null
  slot_end: string | null
}
export type Hospital = Pick<Selectable<Schema['hospitals']>, 'name' | 'phone'>

/** Not yet sent or given up. In these words, as an index has them. */
export const isOpen = sql<boolean>`status in ('queued', 'sending')`

/** As it is now. */
export const appointmentOf = (db: Db, { appointment_id }: MessageRow): Promise<Appointment | undefined> =>
  db
    .selectFrom('appointments')
    .leftJoin('slots', 'slots.id', 'appointments.slot_id')
    .selectAll('appointments')
    .select(['slots.state as slot_state', 'slots.end_time as slot_end'])
    .where('appointments.id', '=', appointment_id)
    .executeTakeFirst()

export const hospitalOf = (db: Db): Promise<Hospital | undefined> =>
  db.selectFrom('hospitals').select(['name', 'phone']).orderBy('number').executeTakeFirst()

const toMessage = (row: MessageRow, time: Time): Message => ({
  id: `msg-${row.number}`,
  kind: row.kind,
  phone: maskPhone(row.phone),
  appointmentId: row.appointment_id,
  status: row.status === 'sending' ? 'queued' : row.status,
  tries: row.tries,
  error: row.error,
  createdAt: time.show(row.created_at),
  sentAt: row.sent_at ? time.show(row.sent_at) : '',
})

export async function listMessages(db: Db, time: Time, query: MessageListQuery): Promise<Page<Message>> {
  const { appointmentId, status, kind, limit, offset } = query
  let matching = db.selectFrom('messages')
  if (appointmentId) matching = matching.where('appointment_id', '=', appointmentId)
  if (kind) matching = matching.where('kind', '=', kind)
  if (status)
    matching = matching.where('status', 'in', status === 'queued' ? ['queued', 'sending'] : [status])
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy('number', 'desc').limit(limit).offset(offset).execute()
  return { list: rows.map((row) => toMessage(row, time)), total, limit, offset }
}

/** Sent again where it is not known whether it was sent: to hear it twice is better than not at all. */
const atLeastOnce = ['closed', 'waitlist'] as const

/** What someone was sending when it crashed: nobody knows whether it was sent. */
export async function settleAbandoned(db: Db, everything: boolean): Promise<void> {
  const abandoned = db
    .updateTable('messages')
    .where(isOpen)
    .where('status', '=', 'sending')
    .where('lease_until', '<=', everything ? Number.MAX_SAFE_INTEGER : databaseNow(db))
  await abandoned
    .where('kind', 'in', atLeastOnce)
    .set({ status: 'queued', lease: '', lease_until: 0 })
    .execute()
  await abandoned
    .where('kind', 'not in', atLeastOnce)
    .set({ status: 'unknown', error: 'interrupted', lease: '', lease_until: 0 })
    .execute()
}

/** Takes messages that are due. */
export async function claimMessages(db: Db, now: number, most: number): Promise<MessageRow[]> {
  const due = db
    .selectFrom('messages')
    .select('number')
    .where(isOpen)
    .where('status', '=', 'queued')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .$if(!isSqlite(db), (query) => query.forUpdate().skipLocked())
  return db
    .updateTable('messages')
    .set((e) => ({
      status: 'sending',
      lease: randomUUID(),
      lease_until: sql<number>`${databaseNow(db)} + ${sql.lit(leaseTime)}`,
      tries: e('tries', '+', 1),
    }))
    .where('number', 'in', due)
    .where('status', '=', 'queued')
    .returningAll()
    .execute()
}

type Change = Partial<Pick<MessageRow, 'status' | 'error' | 'due_at' | 'sent_at' | 'tries' | 'phone'>>

/** Writes what became of a message; only for whoever still has it. */
export async function finishMessage(db: Db, { number, lease }: MessageRow, change: Change): Promise<void> {
  await db
    .updateTable('messages')
    .set({ ...change, lease: '', lease_until: 0 })
    .where('number', '=', number)
    .where('lease', '=', lease)
    .execute()
}

/** A message will not be sent: whom a closure concerns someone has to phone instead. */
export const giveUpMessage = (db: Db, message: MessageRow, change: Change): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (message.kind === 'closed') {
      await trx
        .updateTable('closure_items')
        .set({ needs_call: 1 })
        .where('appointment_id', '=', message.appointment_id)
        .where('state', '=', 'open')
        .execute()
    }
    await finishMessage(trx, message, change)
  })

export async function purgeMessages(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('created_at', '<', before)
    .where('status', 'not in', ['queued', 'sending'])
    .execute()
}

/** Queues a reminder of every visit of a day that still stands; each once, whoever does it how often. */
export async function queueReminders(db: Db, date: string, now: number): Promise<void> {
  await db
    .insertInto('messages')
    .columns([
      'key',
      'kind',
      'phone',
      'appointment_id',
      'status',
      'tries',
      'error',
      'due_at',
      'lease',
      'lease_until',
      'created_at',
      'sent_at',
    ])
    .expression((e) =>
      e
        .selectFrom('appointments')
        .select([
          sql<string>`'reminder:' || id || ':' || date`.as('key'),
          sql.lit('reminder').as('kind'),
          'patient_phone',
          'id',
          sql.lit('queued').as('status'),
          sql.lit(0).as('tries'),
          sql.lit('').as('error'),
          sql<number>`cast(${now} as bigint)`.as('due_at'),
          sql.lit('').as('lease'),
          sql.lit(0).as('lease_until'),
          sql<number>`cast(${now} as bigint)`.as('created_at'),
          sql.lit(0).as('sent_at'),
        ])
        .where('date', '=', date)
        .where('status', 'in', ['pending', 'confirmed'])
        // Whose doctor does not come is not to come either.
        .where('slot_id', 'not in', (sub) =>
          sub
            .selectFrom('slots')
            .select('slots.id')
            .where('state', '=', 'closed')
            .where('slots.date', '=', date),
        ),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
