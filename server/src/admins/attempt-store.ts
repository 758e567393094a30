import { createHash } from 'node:crypto'
import type { Db } from '../db/types.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Neither is kept as it was typed: a password may be typed as a user name. */
export const attemptKey = (username: string, network: string) => `${digest(username)}:${digest(network)}`

/** The moments of the recent tries under this key, with the text they are stored as. */
export async function readAttempts(
  db: Db,
  key: string,
): Promise<{ times: number[]; stored: string | undefined }> {
  const row = await db.selectFrom('login_attempts').select('times').where('key', '=', key).executeTakeFirst()
  return { times: row ? JSON.parse(row.times) : [], stored: row?.times }
}

/** Resolves to false when another try was written since `stored` was read. */
export async function saveAttempts(
  db: Db,
  attempts: { key: string; times: number[]; stored: string | undefined; expiresAt: number },
): Promise<boolean> {
  const { key, stored } = attempts
  const columns = { times: JSON.stringify(attempts.times), expires_at: attempts.expiresAt }
  if (stored !== undefined) {
    const { numUpdatedRows } = await db
      .updateTable('login_attempts')
      .set(columns)
      .where('key', '=', key)
      .where('times', '=', stored)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const row = await db
    .insertInto('login_attempts')
    .values({ key, ...columns })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Those under this key, and all that are over. What expires after `latest` was counted before the clock was set back. */
export async function deleteAttempts(
  db: Db,
  { key, now, latest }: { key: string; now: number; latest: number },
): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where((e) => e.or([e('key', '=', key), e('expires_at', '<=', now), e('expires_at', '>', latest)]))
    .execute()
}

/** Those of one user, from every address. */
export async function deleteAttemptsOf(db: Db, username: string): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('key', 'like', `${digest(username)}:%`)
    .execute()
}
