import type { Db } from '../db/types.ts'
import { tooMany } from '../http/errors.ts'
import { networkOf } from '../http/limits.ts'
import type { Time } from '../time.ts'
import { attemptKey, deleteAttempts, readAttempts, saveAttempts } from './attempt-store.ts'

const minute = 60_000
const failuresAMinute = 60
const mostAddresses = 50_000

/**
 * Counts failed logins by address, those under way included, so that a flood ends before it waits for anything.
 * Answers how to take one back that did not fail. Each instance counts for itself.
 */
export function failureLimit(now: () => number) {
  let windowStart = 0
  let failures = new Map<string, number>()

  return function begin(address: string) {
    const at = now()
    if (at - windowStart >= minute || at < windowStart || failures.size > mostAddresses) {
      windowStart = at
      failures = new Map()
    }
    const counted = failures
    const network = networkOf(address)
    const count = counted.get(network) ?? 0
    if (count >= failuresAMinute) throw tooMany(Math.ceil((windowStart + minute - at) / 1000))
    counted.set(network, count + 1)
    return () => void counted.set(network, counted.get(network)! - 1)
  }
}

const window = 15 * minute
const mostTries = 10

/**
 * Counts a try just before the password is looked at, so that tries made at once are counted too.
 * The count lives in the database: it holds on every instance. Answers how to forget it after a success.
 */
export async function countAttempt(db: Db, time: Time, username: string, address: string) {
  const key = attemptKey(username, networkOf(address))
  for (;;) {
    const now = time.now()
    const { times, stored } = await readAttempts(db, key)
    // Where the clock was set back, tries of a time that has not come yet count as of now.
    const recent = times.map((at) => Math.min(at, now)).filter((at) => at > now - window)
    const isOver = recent.length >= mostTries
    const kept = isOver ? recent : [...recent, now]
    const isUnchanged = isOver && times.every((at) => at <= now)
    const isSaved =
      isUnchanged || (await saveAttempts(db, { key, times: kept, stored, expiresAt: now + window }))
    if (isSaved && isOver) throw tooMany(Math.ceil((recent[0]! + window - now) / 1000))
    if (isSaved) break
  }
  // A minute more, as others may be counted until this is done.
  return () => deleteAttempts(db, { key, now: time.now(), latest: time.now() + window + minute })
}
