import { randomBytes } from 'node:crypto'
import type { EventType, MessageKind } from '@zhenyue/contract'
import { sql } from 'kysely'
import type { Time } from '../time.ts'
import { isSqlite } from './engine.ts'
import type { Db } from './types.ts'

// What happened and someone wants to hear of is written in the transaction of the change itself. New records are
// marked by the statement that inserts them, and become events a moment later: so a public write stays one statement.

/** What is told of a change. */
export interface NewEvent {
  type: EventType
  /** The id of the record. */
  record: string
  /** As receivers see it: never a name, a phone number or anything else of a patient. */
  data: Record<string, unknown>
  /** Of the patient, for messages. */
  phone?: string
  at?: number
}

/** Which message a patient gets. */
const messageOf: Partial<Record<EventType, MessageKind>> = {
  'appointment.created': 'booked',
  'appointment.confirmed': 'confirmed',
  'appointment.cancelled': 'cancelled',
  'appointment.rescheduled': 'rescheduled',
  'waitlist.booked': 'waitlist',
}

/** 1 where anyone wants to hear of such an event, else 0. Both engines settle it within the statement. */
export const wanted = (type: EventType) =>
  sql<number>`(select count(*) from (select 1 from subscriptions where type = ${sql.lit(type)} limit 1) as wanted)`

/** The milliseconds of the database's own clock, the same for all instances. */
export const databaseNow = (db: Db) =>
  isSqlite(db)
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

const newEventId = () => `evt-${randomBytes(18).toString('base64url')}`

export const recordEvent = (trx: Db, time: Time, event: NewEvent) => recordEvents(trx, time, [event])

/** Writes events of one type, for those who want to hear of it; nothing where nobody does. */
export async function recordEvents(trx: Db, time: Time, events: NewEvent[]): Promise<void> {
  const type = events[0]?.type
  if (!type) return
  const subscribed = await trx
    .selectFrom('subscriptions')
    .select('receiver')
    .where('type', '=', type)
    .execute()
  if (subscribed.length === 0) return
  const now = time.now()
  const rows = await trx
    .insertInto('events')
    .values(
      events.map(({ record, data, at = now }) => ({
        id: newEventId(),
        type,
        record,
        data: JSON.stringify(data),
        at,
      })),
    )
    .returning(['number', 'id', 'record'])
    .execute()

  const receivers = subscribed.map(({ receiver }) => receiver).filter((name) => !name.startsWith('message-'))
  const idle = { status: 'pending', tries: 0, last_status: 0, last_error: '', lease: '' } as const
  const deliveries = rows.flatMap(({ number }) =>
    receivers.map((receiver) => ({
      ...idle,
      event: number,
      receiver,
      next_try_at: 0,
      lease_until: 0,
      done_at: 0,
      created_at: now,
    })),
  )
  if (deliveries.length > 0) await trx.insertInto('deliveries').values(deliveries).execute()

  const kind = messageOf[type]
  if (!kind || receivers.length === subscribed.length) return
  const phones = new Map(events.map(({ record, phone }) => [record, phone]))
  const messages = rows.flatMap(({ id, record }) => {
    const phone = phones.get(record)
    return phone ? [newMessage({ key: `${kind}:${id}`, kind, phone, appointmentId: record }, now)] : []
  })
  if (messages.length > 0) await trx.insertInto('messages').values(messages).execute()
}

export const newMessage = (
  {
    key,
    kind,
    phone,
    appointmentId,
  }: { key: string; kind: MessageKind; phone: string; appointmentId: string },
  now: number,
) => ({
  key,
  kind,
  phone,
  appointment_id: appointmentId,
  status: 'queued' as const,
  tries: 0,
  error: '',
  due_at: now,
  lease: '',
  lease_until: 0,
  created_at: now,
  sent_at: 0,
})

/** What is told of an appointment. */
export const appointmentEvent = (
  type: EventType,
  row: {
    id: string
    status: string
    date: string
    departmentName: string
    patientPhone: string
    slotId?: string | undefined
  },
): NewEvent => ({
  type,
  record: row.id,
  data: {
    id: row.id,
    status: row.status,
    date: row.date,
    departmentName: row.departmentName,
    ...(row.slotId && { slotId: row.slotId }),
  },
  phone: row.patientPhone,
})

/** What is told of a lead. */
export const leadEvent = (type: EventType, { id, source }: { id: string; source: string }): NewEvent => ({
  type,
  record: id,
  data: { id, source },
})

const most = 500

/** Whether any new record is marked: asked every second, and mostly none is. */
async function hasMarked(db: Db): Promise<boolean> {
  for (const table of ['leads', 'appointments'] as const) {
    const one = await db
      .selectFrom(table as 'leads')
      .select('unannounced')
      .where('unannounced', '=', 1)
      .limit(1)
      .executeTakeFirst()
    if (one) return true
  }
  return false
}

/** Turns new records that are marked into events; answers how many. */
export async function announceNew(db: Db, time: Time): Promise<number> {
  if (!(await hasMarked(db))) return 0
  return db.transaction().execute(async (trx) => {
    const marked = (table: 'leads' | 'appointments', key: 'id' | 'number') =>
      trx
        .selectFrom(table as 'leads')
        .select(key as 'id')
        .where('unannounced', '=', 1)
        .orderBy(key as 'id')
        .limit(most)
        .$if(!isSqlite(trx), (query) => query.forUpdate().skipLocked())
    const leads = await trx
      .updateTable('leads')
      .set({ unannounced: 0 })
      .where('id', 'in', marked('leads', 'id'))
      .returning(['id', 'source', 'created_at'])
      .execute()
    const booked = await trx
      .updateTable('appointments')
      .set({ unannounced: 0 })
      .where('number', 'in', marked('appointments', 'number'))
      .returning(['id', 'date', 'department_name', 'patient_phone', 'created_at', 'slot_id'])
      .execute()
    await recordEvents(
      trx,
      time,
      leads.map(({ id, source, created_at }) => ({
        ...leadEvent('lead.created', { id: `lead-${id}`, source }),
        at: created_at,
      })),
    )
    await recordEvents(
      trx,
      time,
      booked.map((row) => ({
        ...appointmentEvent('appointment.created', {
          id: row.id,
          status: 'pending',
          date: row.date,
          departmentName: row.department_name,
          patientPhone: row.patient_phone,
          slotId: row.slot_id > 0 ? `slot-${row.slot_id}` : undefined,
        }),
        at: row.created_at,
      })),
    )
    return leads.length + booked.length
  })
}

/** Forgets what was to be told about records that are gone. */
export async function forgetEvents(trx: Db, records: string[]): Promise<void> {
  for (let i = 0; i < records.length; i += most) {
    const some = records.slice(i, i + most)
    await trx.deleteFrom('events').where('record', 'in', some).execute()
    await trx.deleteFrom('messages').where('appointment_id', 'in', some).execute()
  }
}

export async function purgeEvents(db: Db, before: number): Promise<void> {
  await db.deleteFrom('events').where('at', '<', before).execute()
}

/** Replaces what a receiver hears of. */
export async function subscribe(trx: Db, receiver: string, types: readonly EventType[]): Promise<void> {
  await trx.deleteFrom('subscriptions').where('receiver', '=', receiver).execute()
  if (types.length > 0) {
    await trx
      .insertInto('subscriptions')
      .values(types.map((type) => ({ type, receiver })))
      .execute()
  }
}

/** Whether a receiver hears of anything. */
export async function isSubscribed(trx: Db, receiver: string): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('type')
    .where('receiver', '=', receiver)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The kinds that a provider took for one appointment. */
export async function sentKinds(db: Db, appointmentId: string) {
  const rows = await db
    .selectFrom('messages')
    .select('kind')
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', 'sent')
    .execute()
  return rows.map(({ kind }) => kind)
}
