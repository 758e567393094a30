import type { TestResult } from '@zhenyue/contract'
import {
  claimDeliveries,
  finishDelivery,
  nameOfReceiver,
  noteHealth,
  sentLately,
  type Claimed,
} from '../db/deliveries.ts'
import type { Deps } from '../deps.ts'
import { OutboundError, post } from '../outbound/post.ts'
import { parseAllow } from '../outbound/address-rules.ts'
import { robotAnswer, robotRequest } from './kinds.ts'
import type { RobotRow } from './store.ts'
import { lineFor, pressingAmong, summaryOf } from './text.ts'

/** Their platforms take no more in a minute. */
const perMinute = 20
const tryTime = 15_000
const nobody = parseAllow('')

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

/** Leads that cannot wait have a line of their own as long as there is room for the summary. */
async function summarised({ db }: Deps, claimed: Claimed[], left: number): Promise<Claimed[][]> {
  const pressing = await pressingAmong(
    db,
    claimed.map(({ event }) => event),
  )
  const first = claimed.filter(({ event }) => pressing.has(event.record)).slice(0, left - 1)
  return [...first.map((one) => [one]), claimed.filter((one) => !first.includes(one))]
}

/** Sends what is due for one robot. More than its group may be sent become one summary. */
export async function sendDue(deps: Deps, robot: RobotRow, done: (result: string) => void): Promise<void> {
  const { db, time, config } = deps
  const receiver = nameOfReceiver('robots', robot.id)
  const left = perMinute - (await sentLately(db, receiver))
  if (left <= 0) return
  const claimed = await claimDeliveries(db, receiver, 200)
  const groups =
    claimed.length > left - 1 ? await summarised(deps, claimed, left) : claimed.map((one) => [one])
  for (const group of groups.filter(({ length }) => length > 0)) {
    const [first] = group
    const text =
      group.length === 1
        ? await lineFor(db, first!.event, config.publicUrl)
        : summaryOf(
            group.map(({ event }) => event.type),
            config.publicUrl,
          )
    const { status, error } = await say(deps, robot, text)
    for (const one of group) {
      const retryIn = config.webhookRetries[one.tries - 1]
      await finishDelivery(db, one, { status, error, retryIn })
      done(error === '' ? 'delivered' : retryIn === undefined ? 'failed' : 'retried')
    }
    await noteHealth(db, 'robots', robot.id, { error }, time.now())
  }
}

export const sayTest = (deps: Deps, robot: RobotRow) =>
  say(deps, robot, '诊约测试消息:机器人已连接。(Zhenyue test: connected.)')
