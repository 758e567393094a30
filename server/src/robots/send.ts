import type { TestResult } from '@zhenyue/contract'
import {
  claimDeliveries,
  findDue,
  finishDelivery,
  nameOfReceiver,
  noteHealth,
  type Done,
} from '../db/deliveries.ts'
import { countTry, triesLeft } from '../db/tries.ts'
import type { Db } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { OutboundError, post } from '../outbound/post.ts'
import { parseAllow } from '../outbound/address-rules.ts'
import { robotAnswer, robotRequest } from './kinds.ts'
import { findEnabledRobot, type RobotRow } from './store.ts'
import { lineFor, pressingAmong, summaryOf } from './text.ts'

/** Their platforms take no more; counted for all instances. */
const limit = { most: 20, within: 60_000 }
const tryTime = 15_000
const nobody = parseAllow('')

type Due = Awaited<ReturnType<typeof findDue>>[number]

async function say({ time, config }: Deps, robot: RobotRow, text: string): Promise<TestResult> {
  const { robotEndpoint } = config
  const { url, body } = robotRequest(robot, text, time.now(), robotEndpoint)
  const headers = { 'content-type': 'application/json' }
  // Where the operator names the endpoint, it may be anywhere.
  const rules = robotEndpoint ? {} : { allow: nobody }
  try {
    const answer = await post({ url, headers, body, timeoutMs: tryTime, ...rules })
    const result = robotAnswer(robot.kind, answer.status, answer.body)
    return {
      status: answer.status,
      durationMs: answer.durationMs,
      error: result === 'ok' ? '' : result,
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { status: 0, durationMs: 0, error: error.message }
  }
}

/**
 * What the next text is about: one event as long as there is room for all, or for a lead that cannot wait beside the
 * summary; else all of them.
 */
async function nextAmong(db: Db, due: Due[], left: number): Promise<Due[]> {
  if (due.length < left) return due.slice(0, 1)
  const pressing = left > 1 ? await pressingAmong(db, due) : new Set<string>()
  const first = due.find(({ record }) => pressing.has(record))
  return first ? [first] : due
}

/**
 * Sends what is due for one robot, text by text: each is taken just before it is sent, so that no other instance sends
 * it meanwhile. More than its group may be sent become one summary.
 */
export async function sendDue(deps: Deps, id: number, done: Done, isOver: () => boolean): Promise<void> {
  const { db, time, config } = deps
  const receiver = nameOfReceiver('robots', id)
  while (!isOver()) {
    // It may have been changed or disabled since the last text.
    const robot = await findEnabledRobot(db, id)
    if (!robot) return
    const left = await triesLeft(db, receiver, time.now(), limit)
    const due = left > 0 ? await findDue(db, receiver, 200) : []
    if (due.length === 0) return
    const next = await nextAmong(db, due, left)
    const numbers = next.map(({ number }) => number)
    const claimed = await claimDeliveries(db, receiver, numbers.length, numbers)
    // Another instance was quicker.
    if (claimed.length === 0) continue
    // Another one used up the minute: these are due again when their lease ends.
    if ((await countTry(db, receiver, time.now(), [limit])) > 0) return
    const [first] = claimed
    const text =
      claimed.length === 1
        ? await lineFor(db, first!.event, config.publicUrl)
        : summaryOf(
            claimed.map(({ event }) => event.type),
            config.publicUrl,
          )
    const { status, error } = await say(deps, robot, text)
    for (const one of claimed) {
      const retryIn = config.webhookRetries[one.tries - 1]
      await finishDelivery(db, one, { status, error, retryIn })
      done('robot', error === '' ? 'delivered' : retryIn === undefined ? 'failed' : 'retried')
    }
    await noteHealth(db, 'robots', robot, { error }, time.now())
  }
}

export const sayTest = (deps: Deps, robot: RobotRow) =>
  say(deps, robot, '诊约测试消息:机器人已连接。(Zhenyue test: connected.)')
