import { createHash } from 'node:crypto'
import type { Db } from './types.ts'

export interface Limit {
  most: number
  /** Milliseconds. */
  within: number
}

/** What is counted may tell of someone, and is not kept as it is. */
export const triesKey = (what: string, whose: string) =>
  `${what}:${createHash('sha256').update(whose).digest('base64url')}`

/**
 * Counts a try, on all instances together: what another wrote meanwhile is read anew.
 * Resolves to 0, or to the milliseconds until the next may be made where it is one too many; that one is not counted.
 */
export async function countTry(db: Db, key: string, now: number, limits: Limit[]): Promise<number> {
  const longest = Math.max(...limits.map(({ within }) => within))
  for (;;) {
    const row = await db.selectFrom('tries').select('times').where('key', '=', key).executeTakeFirst()
    const times = row ? (JSON.parse(row.times) as number[]) : []
    // Where the clock was set back, tries of a time that has not come yet count as of now.
    const recent = times.map((at) => Math.min(at, now)).filter((at) => at > now - longest)
    const waits = limits.map(({ most, within }) => {
      const counted = recent.filter((at) => at > now - within)
      return counted.length < most ? 0 : counted[counted.length - most]! + within - now
    })
    const wait = Math.max(...waits)
    if (wait > 0) return wait
    const values = { times: JSON.stringify([...recent, now]), expires_at: now + longest }
    if (await save(db, key, row?.times, values)) return 0
  }
}

/** Resolves to false when another try was written since `stored` was read. */
async function save(
  db: Db,
  key: string,
  stored: string | undefined,
  values: { times: string; expires_at: number },
): Promise<boolean> {
  if (stored !== undefined) {
    const update = db.updateTable('tries').set(values).where('key', '=', key).where('times', '=', stored)
    return (await update.executeTakeFirst()).numUpdatedRows > 0n
  }
  const insert = db.insertInto('tries').values({ key, ...values })
  const row = await insert
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** How many tries may still be made now. */
export async function triesLeft(db: Db, key: string, now: number, { most, within }: Limit): Promise<number> {
  const row = await db.selectFrom('tries').select('times').where('key', '=', key).executeTakeFirst()
  const times = row ? (JSON.parse(row.times) as number[]) : []
  return most - times.filter((at) => Math.min(at, now) > now - within).length
}

export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('tries').where('key', '=', key).execute()
}

export async function purgeTries(db: Db, now: number): Promise<void> {
  await db.deleteFrom('tries').where('expires_at', '<=', now).execute()
}
