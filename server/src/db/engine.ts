import { SqliteAdapter, sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'

export const isSqlite = (db: Kysely<any>) => db.getExecutor().adapter instanceof SqliteAdapter

/** The milliseconds of the database's own clock, the same for all instances. */
export const databaseNow = (db: Kysely<any>) =>
  isSqlite(db)
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

/** Any number will do, as long as every release uses the same. */
const setupLock = 7_341_902

/** Runs `work` in a transaction that no other process on this database runs at the same time. */
export const exclusively = <S, T>(db: Kysely<S>, work: (trx: Transaction<S>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    // A SQLite transaction here begins as the only writer.
    if (!isSqlite(db)) await sql`select pg_advisory_xact_lock(${setupLock})`.execute(trx)
    return work(trx)
  })

const deadlock = '40P01'

/** Runs `work` in a transaction, or in the one that `db` already is. One that met a deadlock is run again. */
export async function inTransaction<S, T>(
  db: Kysely<S>,
  work: (trx: Transaction<S>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<S>)
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || tries === 5) throw error
    }
  }
}

/** How names are compared. Done here, as the engines fold letters differently. */
export const foldCase = (text: string) => text.toLowerCase()

/** Whether a column of folded names holds a text; `%` and `_` are ordinary characters. */
export const nameHolds = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${foldCase(text).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/** Whether a phone number ends with these four digits or more; an index has the last four. */
export const phoneEndsWith = (column: string, end: string) =>
  sql<boolean>`substr(${sql.ref(column)}, 8) = ${end.slice(-4)} and ${sql.ref(column)} like ${`%${end}`}`

/** The weekday of a column of days: Monday is 1, Sunday 7. */
export const weekdayOf = (db: Kysely<any>, column: string) =>
  isSqlite(db)
    ? sql<string>`strftime('%u', ${sql.ref(column)})`
    : sql<string>`to_char(cast(${sql.ref(column)} as date), 'ID')`

/** A column whose index SQLite is not to choose: it cannot know that another index leaves fewer rows. */
export const withoutIndex = (db: Kysely<any>, column: string) =>
  isSqlite(db) ? sql<string>`+${sql.ref(column)}` : sql<string>`${sql.ref(column)}`

/**
 * Joins the rows of a table that belong to each row before, looked up one by one. PostgreSQL expects more rows than
 * there are, and would go through the whole table.
 */
export const joinEach = (db: Kysely<any>, table: string, as: string, on: RawBuilder<unknown>) => {
  const rows = sql`${sql.table(table)} ${sql.ref(as)}`
  return isSqlite(db)
    ? sql`cross join ${rows} on ${on}`
    : sql`cross join lateral (select * from ${rows} where ${on} offset 0) ${sql.ref(as)}`
}
