import { messageKinds, type EventType, type MessageKind, type MessageSettings } from '@zhenyue/contract'
import { audited, differences, type Actor } from '../db/audit.ts'
import { isOpen } from './store.ts'
import { subscribe } from '../db/subscriptions.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const off = { enabled: false, template: '', params: [] }
const initial: MessageSettings = {
  ...(Object.fromEntries(messageKinds.map((kind) => [kind, off])) as Record<MessageKind, typeof off>),
  reminderTime: '18:00',
  quietFrom: '21:00',
  quietTo: '08:00',
}

/** What each message waits for; reminders and codes are not sent for an event. */
const eventsOf: Partial<Record<MessageKind, EventType>> = {
  booked: 'appointment.created',
  confirmed: 'appointment.confirmed',
  cancelled: 'appointment.cancelled',
  rescheduled: 'appointment.rescheduled',
  waitlist: 'waitlist.booked',
  // Sent to each patient of the closure.
  closed: 'closure.created',
}

export async function readSettings(db: Db): Promise<MessageSettings> {
  const row = await db.selectFrom('message_settings').select('document').executeTakeFirst()
  return row ? { ...initial, ...(JSON.parse(row.document) as MessageSettings) } : initial
}

/** Without a provider nothing is queued, as nobody would send it. */
async function subscribeKinds(trx: Db, settings: MessageSettings, hasProvider: boolean): Promise<void> {
  for (const kind of messageKinds) {
    const type = eventsOf[kind]
    const isQueued = type && hasProvider && settings[kind].enabled
    await subscribe(trx, `message-${kind}`, isQueued ? [type] : [])
  }
}

/** At a start: a provider may have been named or taken away since. What waited for one that is gone is dropped. */
export const startMessages = (db: Db, time: Time, hasProvider: boolean): Promise<void> =>
  audited(db, time, { username: 'service', address: '' }, async (trx) => {
    await subscribeKinds(trx, await readSettings(trx), hasProvider)
    if (hasProvider) return
    await trx
      .updateTable('closure_items')
      .set({ needs_call: 1 })
      .where('state', '=', 'open')
      .where('appointment_id', 'in', (e) =>
        e.selectFrom('messages').select('messages.appointment_id').where('kind', '=', 'closed').where(isOpen),
      )
      .execute()
    await trx
      .updateTable('messages')
      .set({ status: 'dropped', error: 'no provider', lease: '', lease_until: 0 })
      .where(isOpen)
      .execute()
  })

/** Staff change settings one after another, so that what `isStale` looks at is what is changed. */
export const saveSettings = (
  db: Db,
  time: Time,
  settings: MessageSettings,
  hasProvider: boolean,
  actor: Actor,
  isStale: (current: MessageSettings) => boolean,
): Promise<MessageSettings | 'stale'> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await readSettings(trx)
    if (isStale(before)) return 'stale'
    const values = { document: JSON.stringify(settings), updated_at: time.now() }
    await trx
      .insertInto('message_settings')
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    await subscribeKinds(trx, settings, hasProvider)
    const changes = differences(before, settings)
    record({ action: 'message-settings.update', target: '', changes })
    return settings
  })
