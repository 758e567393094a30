import { api, webhookMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { audited } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { checkAddress } from '../outbound/address-rules.ts'
import { newSecret } from '../outbound/signature.ts'
import { ping } from './send.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateSecret,
  updateWebhook,
} from './store.ts'

const missing = () => notFound(webhookMessages.notFound)

export function webhookRoutes(app: FastifyInstance, deps: Deps) {
  const { db, time, config } = deps

  async function refuseBadAddress(url: string) {
    const verdict = await checkAddress(url, config.webhookAllow)
    if (verdict === 'private') throw badRequest(webhookMessages.privateUrl)
    if (verdict === 'malformed') throw badRequest(webhookMessages.malformedUrl)
  }
  async function found(id: string) {
    const webhook = await findWebhook(db, id)
    if (!webhook) throw missing()
    return webhook
  }

  route(app, api.webhooks.list, () => listWebhooks(db, time))

  route(app, api.webhooks.create, async ({ body, caller }) => {
    await refuseBadAddress(body.url)
    return insertWebhook(db, time, body, newSecret(), caller.actor)
  })

  route(app, api.webhooks.update, async ({ params, body, caller }) => {
    await refuseBadAddress(body.url)
    const webhook = await updateWebhook(db, time, params.id, body, caller.actor)
    if (!webhook) throw missing()
    return webhook
  })

  route(app, api.webhooks.remove, async ({ params, caller }) => {
    if (!(await deleteWebhook(db, time, params.id, caller.actor))) throw missing()
    return { id: params.id }
  })

  route(app, api.webhooks.rotateSecret, async ({ params, caller }) => {
    const webhook = await rotateSecret(db, time, params.id, newSecret(), caller.actor)
    if (!webhook) throw missing()
    return webhook
  })

  route(app, api.webhooks.test, async ({ params, caller }) => {
    const webhook = await found(params.id)
    await audited(db, time, caller.actor, async (_trx, record) =>
      record({ action: 'webhook.test', target: params.id }),
    )
    return ping(deps, webhook)
  })

  route(app, api.webhooks.deliveries, async ({ params, query }) =>
    listDeliveries(db, time, (await found(params.id)).id, query),
  )

  route(app, api.webhooks.replay, async ({ params, caller }) => {
    const webhook = await found(params.id)
    const delivery = await replayDelivery(db, time, webhook, params.deliveryId, caller.actor)
    if (!delivery) throw notFound(webhookMessages.deliveryGone)
    return delivery
  })
}
