import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './open.ts'

/** The appointments that were last completed or cancelled, since a moment. */
export async function closedSince(db: Db, since: number, most: number) {
  // SQLite would take the index of all states, as it does not know how few of these are recent.
  const chosen = isSqlite(db) ? sql`indexed by appointments_closed` : sql``
  const { rows } = await sql<{
    id: string
    at: number
  }>`select id, updated_at as at from appointments ${chosen}
    where status in ('completed', 'cancelled') and updated_at >= ${since}
    order by updated_at desc limit ${most}`.execute(db)
  return rows
}
