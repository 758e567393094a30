import type { Db } from '../db/types.ts'
import { tooMany } from '../http/errors.ts'
import { networkOf } from '../http/limits.ts'
import type { Time } from '../time.ts'
import { attemptKey, deleteAttempts, readAttempts, saveAttempts } from './attempt-store.ts'

const minute = 60_000
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
