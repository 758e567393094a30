import type { FastifyInstance } from 'fastify'
import { announceNew } from './db/announce.ts'
import { freeDeliveries, type Done } from './db/deliveries.ts'
import { isSqlite } from './db/engine.ts'
import type { Deps } from './deps.ts'
import { createSmsProvider } from './messages/provider.ts'
import { sendMessages } from './messages/send.ts'
import { startMessages } from './messages/settings-store.ts'
import { settleAbandoned } from './messages/store.ts'
import { sendDue as sendToRobot } from './robots/send.ts'
import { enabledRobots } from './robots/store.ts'
import { sendDue as sendToWebhook } from './webhooks/send.ts'
import { enabledWebhooks } from './webhooks/store.ts'

const pause = 1000
/** Milliseconds between portions while many are served: each flushes the disk, for which they wait as well. */
const politeness = 250
/** How many new records are announced each time: while many are served, no more than could be sent. */
const atOnce = { busy: 50, idle: 500 }

/** Tells receivers and patients what happened. Every instance does; what one has taken no other does meanwhile. */
export function tellEveryone(app: FastifyInstance, deps: Deps) {
  const { db, time, config } = deps
  const done: Done = (kind, result) => app.told(kind, result)
  const provider = createSmsProvider(config.sms)
  /** What is under way for each receiver: one that is slow holds up no other. */
  const lanes = new Map<string, Promise<void>>()
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  function inLane(name: string, work: () => Promise<void>) {
    if (lanes.has(name)) return
    const lane = work()
      .catch((error) => app.log.error({ err: error }, `telling failed: ${name}`))
      .finally(() => lanes.delete(name))
    lanes.set(name, lane)
  }

  async function rest() {
    if (!isOver && app.gate.isBusy()) await new Promise((over) => setTimeout(over, politeness))
  }

  async function look() {
    try {
      await announceNew(db, time, app.gate.isBusy() ? atOnce.busy : atOnce.idle)
      for (const { id } of await enabledWebhooks(db)) {
        inLane(`webhook-${id}`, () => sendToWebhook(deps, id, done, () => isOver, rest))
      }
      for (const { id } of await enabledRobots(db)) {
        inLane(`robot-${id}`, () => sendToRobot(deps, id, done, () => isOver))
      }
      if (provider) {
        inLane('messages', () =>
          sendMessages(
            deps,
            provider,
            (result) => done('message', result),
            () => isOver,
          ),
        )
      }
    } catch (error) {
      app.log.error({ err: error }, 'looking for what to tell failed')
    }
    if (!isOver) timer = setTimeout(() => (looking = look()), pause)
  }

  app.addHook('onReady', () => startMessages(db, time, provider !== undefined))
  app.addHook('onListen', async () => {
    if (isSqlite(db)) {
      await freeDeliveries(db)
      await settleAbandoned(db, true)
    }
    looking = look()
  })
  app.addHook('preClose', async () => {
    isOver = true
    clearTimeout(timer)
    await looking
    // Whoever does not answer in time is told again by another instance, or after the next start.
    const grace = new Promise((over) => setTimeout(over, 5000).unref())
    await Promise.race([Promise.all(lanes.values()), grace])
  })
}
