import { randomBytes } from 'node:crypto'
import type { EventType, MessageKind } from '@zhenyue/contract'
import type { Time } from '../time.ts'
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
