import type { TestResult } from '@zhenyue/contract'
import type { Config } from '../config.ts'
import {
  claimDeliveries,
  finishDelivery,
  nameOfReceiver,
  noteHealth,
  type Claimed,
  type Done,
} from '../db/deliveries.ts'
import type { Deps } from '../deps.ts'
import { OutboundError, post, type Answer } from '../outbound/post.ts'
import { sign } from '../outbound/signature.ts'
import { findEnabledWebhook, secretsOf, type WebhookRow } from './store.ts'

const tryTime = 15_000
/** Of one webhook, at once. */
const atOnce = 8
const mostPatience = 24 * 60 * 60 * 1000

interface Sent {
  answer?: Answer
  error: string
}

async function call(
  { webhookAllow }: Config,
  webhook: WebhookRow,
  { id, body }: { id: string; body: string },
  now: number,
): Promise<Sent> {
  const timestamp = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Zhenyue',
    ...sign({ id, timestamp, body, secrets: secretsOf(webhook, now) }),
  }
  try {
    const answer = await post({ url: webhook.url, headers, body, timeoutMs: tryTime, allow: webhookAllow })
    return { answer, error: answer.status >= 200 && answer.status < 300 ? '' : `HTTP ${answer.status}` }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { error: error.message }
  }
}

/** Milliseconds that a receiver asks us to wait, at most a day. */
function askedToWait({ headers }: Answer, now: number): number | undefined {
  const asked = headers['retry-after']
  if (!asked) return undefined
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, mostPatience) : undefined
}

/** A tenth more or less, so that those who failed together do not come back together. */
const jittered = (pause: number) => pause * (0.9 + Math.random() * 0.2)

async function deliver({ db, time, config }: Deps, webhook: WebhookRow, claimed: Claimed, done: Done) {
  const { event, tries } = claimed
  const body = JSON.stringify({
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    data: JSON.parse(event.data),
  })
  const { answer, error } = await call(config, webhook, { id: event.id, body }, time.now())
  const pause = config.webhookRetries[tries - 1]
  const retryIn =
    pause === undefined ? undefined : ((answer && askedToWait(answer, time.now())) ?? jittered(pause))
  await finishDelivery(db, claimed, { status: answer?.status ?? 0, error, retryIn })
  if (error !== '') {
    await noteHealth(db, 'webhooks', webhook, { error, isGone: answer?.status === 410 }, time.now())
  }
  done('webhook', error === '' ? 'delivered' : retryIn === undefined ? 'failed' : 'retried')
  return error
}

/** Sends what is due for one webhook, some at a time with a rest after them, until nothing is. */
export async function sendDue(
  deps: Deps,
  id: number,
  done: Done,
  isOver: () => boolean,
  rest: () => Promise<void>,
): Promise<void> {
  const { db, time } = deps
  while (!isOver()) {
    // It may have been changed or disabled since the last ones went out.
    const webhook = await findEnabledWebhook(db, id)
    if (!webhook) return
    const claimed = await claimDeliveries(db, nameOfReceiver('webhooks', id), atOnce)
    if (claimed.length === 0) return
    const errors = await Promise.all(claimed.map((one) => deliver(deps, webhook, one, done)))
    // Once for all of them: it is the same row.
    if (errors.includes('')) await noteHealth(db, 'webhooks', webhook, { error: '' }, time.now())
    await rest()
  }
}

/** One call by hand, told and not kept. */
export async function ping({ time, config }: Deps, webhook: WebhookRow): Promise<TestResult> {
  const now = time.now()
  const body = JSON.stringify({ type: 'ping', timestamp: new Date(now).toISOString(), data: {} })
  const { answer, error } = await call(config, webhook, { id: `ping-${now}`, body }, now)
  return { status: answer?.status ?? 0, durationMs: answer?.durationMs ?? 0, error }
}
