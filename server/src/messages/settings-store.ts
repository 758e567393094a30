import { messageKinds, type EventType, type MessageKind, type MessageSettings } from '@zhenyue/contract'
import { audited, differences, type Actor } from '../db/audit.ts'
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

/** Staff change settings one after another, so that what `isStale` looks at is what is changed. */
export const saveSettings = (
  db: Db,
  time: Time,
  settings: MessageSettings,
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
    for (const kind of messageKinds) {
      const type = eventsOf[kind]
      await subscribe(trx, `message-${kind}`, type && settings[kind].enabled ? [type] : [])
    }
    const changes = differences(before, settings)
    record({ action: 'message-settings.update', target: '', changes })
    return settings
  })
