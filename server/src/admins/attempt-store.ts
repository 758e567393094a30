import type { Db } from '../db/types.ts'

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

export async function deleteAttempts(db: Db, where: { key: string } | { expiredAt: number }): Promise<void> {
  const attempts = db.deleteFrom('login_attempts')
  await (
    'key' in where
      ? attempts.where('key', '=', where.key)
      : attempts.where('expires_at', '<=', where.expiredAt)
  ).execute()
}
