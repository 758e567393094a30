import type { Delivery, Page, Webhook, WebhookBody } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, differences, type Actor } from '../db/audit.ts'
import { nameOfReceiver, typesOf } from '../db/deliveries.ts'
import { subscribe } from '../db/subscriptions.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

export type WebhookRow = Selectable<Schema['webhooks']>

const numberIn = (kind: 'wh' | 'dlv', id: string) =>
  Number(new RegExp(`^${kind}-([1-9]\\d{0,14})$`).exec(id)?.[1] ?? 0)

const receiver = (number: number) => nameOfReceiver('webhooks', number)
const formerCounts = 24 * 60 * 60 * 1000

function toWebhook(row: WebhookRow, time: Time): Webhook {
  const { id, url, description, types, enabled } = row
  return {
    id: `wh-${id}`,
    url,
    description,
    types: JSON.parse(types),
    enabled: enabled === 1,
    createdAt: time.show(row.created_at),
    updatedAt: time.show(row.updated_at),
    lastSuccessAt: row.last_success_at ? time.show(row.last_success_at) : '',
    lastFailure: row.last_failure_at ? `${time.show(row.last_failure_at)} ${row.last_error}` : '',
  }
}

/** For the audit log: how it does is nobody's change. */
const shown = ({ url, description, types, enabled }: Webhook) => ({ url, description, types, enabled })

const stored = ({ url, description, types, enabled }: WebhookBody) => ({
  url,
  description,
  types: JSON.stringify(types),
  enabled: enabled ? 1 : 0,
})

const subscribeAs = (trx: Db, number: number, { types, enabled }: WebhookBody) =>
  subscribe(trx, receiver(number), enabled ? typesOf(types) : [])

export async function listWebhooks(db: Db, time: Time): Promise<Webhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().orderBy('id').execute()
  return rows.map((row) => toWebhook(row, time))
}

export const enabledWebhooks = (db: Db): Promise<{ id: number }[]> =>
  db.selectFrom('webhooks').select('id').where('enabled', '=', 1).execute()

/** As it is now; undefined where it was disabled or deleted. */
export const findEnabledWebhook = (db: Db, number: number): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', number).where('enabled', '=', 1).executeTakeFirst()

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', numberIn('wh', id)).executeTakeFirst()
}

export const insertWebhook = (db: Db, time: Time, body: WebhookBody, secret: string, actor: Actor) =>
  audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    const row = await trx
      .insertInto('webhooks')
      .values({
        ...stored(body),
        secret,
        former_secret: '',
        former_until: 0,
        last_success_at: 0,
        last_failure_at: 0,
        last_error: '',
        failing_since: 0,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await subscribeAs(trx, row.id, body)
    const webhook = toWebhook(row, time)
    record({ action: 'webhook.create', target: webhook.id, changes: differences({}, shown(webhook)) })
    return { ...webhook, secret }
  })

export const updateWebhook = (
  db: Db,
  time: Time,
  id: string,
  body: WebhookBody,
  actor: Actor,
): Promise<Webhook | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findWebhook(trx, id)
    if (!before) return undefined
    const row = await trx
      .updateTable('webhooks')
      .set({ ...stored(body), updated_at: time.now(), ...(body.enabled && { failing_since: 0 }) })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await subscribeAs(trx, row.id, body)
    const webhook = toWebhook(row, time)
    const changes = differences(shown(toWebhook(before, time)), shown(webhook))
    record({ action: 'webhook.update', target: id, changes })
    return webhook
  })

export const deleteWebhook = (db: Db, time: Time, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const row = await trx
      .deleteFrom('webhooks')
      .where('id', '=', numberIn('wh', id))
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    await subscribe(trx, receiver(row.id), [])
    await trx.deleteFrom('deliveries').where('receiver', '=', receiver(row.id)).execute()
    record({ action: 'webhook.delete', target: id })
    return true
  })

/** For 24 hours the former secret signs as well. */
export const rotateSecret = (db: Db, time: Time, id: string, secret: string, actor: Actor) =>
  audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    const row = await trx
      .updateTable('webhooks')
      .set((e) => ({
        secret,
        former_secret: e.ref('secret'),
        former_until: now + formerCounts,
        updated_at: now,
      }))
      .where('id', '=', numberIn('wh', id))
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    record({ action: 'webhook.rotate-secret', target: id })
    return { ...toWebhook(row, time), secret }
  })

/** The secrets that sign at a moment. */
export const secretsOf = ({ secret, former_secret, former_until }: WebhookRow, now: number) =>
  former_until > now ? [secret, former_secret] : [secret]

const deliveriesOf = (db: Db, number: number) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .where('receiver', '=', receiver(number))

const columns = [
  'deliveries.number as number',
  'events.id as event',
  'events.type as type',
  'status',
  'tries',
  'last_status',
  'last_error',
  'next_try_at',
  'deliveries.created_at as created_at',
] as const

interface DeliveryRow {
  number: number
  event: string
  type: string
  status: Delivery['status']
  tries: number
  last_status: number
  last_error: string
  next_try_at: number
  created_at: number
}

const toDelivery = (row: DeliveryRow, time: Time): Delivery => ({
  id: `dlv-${row.number}`,
  event: row.event,
  type: row.type,
  status: row.status,
  tries: row.tries,
  lastStatus: row.last_status,
  lastError: row.last_error,
  nextTryAt: row.status === 'pending' ? time.show(row.next_try_at || row.created_at) : '',
  createdAt: time.show(row.created_at),
})

export async function listDeliveries(
  db: Db,
  time: Time,
  webhook: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<Delivery>> {
  const { total } = await deliveriesOf(db, webhook)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await deliveriesOf(db, webhook)
    .select(columns)
    .orderBy('deliveries.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { list: rows.map((row) => toDelivery(row, time)), total, limit, offset }
}

/** Resolves to undefined where the webhook has no such delivery. */
export const replayDelivery = (
  db: Db,
  time: Time,
  webhook: { id: number },
  deliveryId: string,
  actor: Actor,
): Promise<Delivery | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const number = numberIn('dlv', deliveryId)
    const again = await trx
      .updateTable('deliveries')
      .set({ status: 'pending', tries: 0, next_try_at: 0, lease: '', lease_until: 0, done_at: 0 })
      .where('number', '=', number)
      .where('receiver', '=', receiver(webhook.id))
      .returning('number')
      .executeTakeFirst()
    if (!again) return undefined
    const row = await deliveriesOf(trx, webhook.id)
      .select(columns)
      .where('deliveries.number', '=', number)
      .executeTakeFirst()
    record({ action: 'webhook.replay', target: `wh-${webhook.id}` })
    return row && toDelivery(row, time)
  })
