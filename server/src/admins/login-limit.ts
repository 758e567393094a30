import { createHash } from 'node:crypto'
import type { Db } from '../db/types.ts'
import { tooMany } from '../http/errors.ts'
import { networkOf } from '../http/limits.ts'
import type { Time } from '../time.ts'
import { deleteAttempts, readAttempts, saveAttempts } from './attempt-store.ts'

const window = 15 * 60 * 1000
const most = 10

const keyOf = (username: string, address: string) =>
  createHash('sha256')
    .update(`${username}\0${networkOf(address)}`)
    .digest('base64url')

/**
 * Counts a try before the password is looked at, so that tries made at once are counted too.
 * The count lives in the database: it holds on every instance. Answers how to forget it after a success.
 */
export async function countAttempt(db: Db, time: Time, username: string, address: string) {
  const key = keyOf(username, address)
  for (;;) {
    const now = time.now()
    const { times, stored } = await readAttempts(db, key)
    const recent = times.filter((at) => at > now - window)
    if (recent.length >= most) throw tooMany(Math.ceil((recent[0]! + window - now) / 1000))
    if (stored === undefined) await deleteAttempts(db, { expiredAt: now })
    if (await saveAttempts(db, { key, times: [...recent, now], stored, expiresAt: now + window })) break
  }
  return () => deleteAttempts(db, { key })
}
