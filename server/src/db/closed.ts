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
