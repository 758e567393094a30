import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './types.ts'

/** The appointments that were completed or cancelled since a moment, the latest first. */
export async function closedSince(db: Db, since: number, most: number) {
  // SQLite would take the index of the status, as it does not know how few of them are recent.
  const index = isSqlite(db) ? sql`indexed by appointments_closed` : sql``
  const { rows } = await sql<{
    id: string
    at: number
  }>`select id, updated_at as at from appointments ${index}
    where status in ('completed', 'cancelled') and updated_at >= ${since}
    order by updated_at desc limit ${most}`.execute(db)
  return rows
}

/** The appointments that were moved, and changed since a moment, the latest first. */
export const movedSince = (db: Db, since: number, most: number) =>
  db
    .selectFrom('appointments')
    .select(['id', 'updated_at as at'])
    // In these words, as the index has them.
    .where(sql<boolean>`moves > 0`)
    .where('updated_at', '>=', since)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute()
