import { SqliteAdapter, sql, type Kysely, type Transaction } from 'kysely'

export const isSqlite = (db: Kysely<any>) => db.getExecutor().adapter instanceof SqliteAdapter

/** Any number will do, as long as every release uses the same. */
const setupLock = 7_341_902

/** Runs `work` in a transaction that no other process on this database runs at the same time. */
export const exclusively = <S, T>(db: Kysely<S>, work: (trx: Transaction<S>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    // A SQLite transaction here begins as the only writer.
    if (!isSqlite(db)) await sql`select pg_advisory_xact_lock(${setupLock})`.execute(trx)
    return work(trx)
  })

/** Runs `work` in a transaction, or in the one that `db` already is. */
export const inTransaction = <S, T>(db: Kysely<S>, work: (trx: Transaction<S>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<S>) : db.transaction().execute(work)

/** Rows to select from, given as JSON: each has a `value`, of which `->> 0` is the first item as text. */
export const rowsOf = (db: Kysely<any>, json: string) =>
  isSqlite(db) ? sql`json_each(${json})` : sql`jsonb_array_elements(cast(${json} as jsonb))`

export const jsonRows = (db: Kysely<any>, rows: readonly unknown[]) => rowsOf(db, JSON.stringify(rows))

/** The function that tells where a text first holds another. */
export const firstPlace = (db: Kysely<any>) => sql.raw(isSqlite(db) ? 'instr' : 'strpos')

const lowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Whether a column holds a text, whatever the case of Latin letters. Each engine folds others in its own way. */
export const foldedLike = (db: Kysely<any>, column: string, text: string) => {
  const folded = isSqlite(db) ? sql`lower(${sql.ref(column)})` : sql`lower(${sql.ref(column)} collate "C")`
  return sql<boolean>`${folded} like ${`%${lowerCase(text).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}

/** The weekday of a column of days: Monday is 1, Sunday 7. */
export const weekdayOf = (db: Kysely<any>, column: string) =>
  isSqlite(db)
    ? sql<string>`strftime('%u', ${sql.ref(column)})`
    : sql<string>`to_char(cast(${sql.ref(column)} as date), 'ID')`

/** A column by which rows are only sorted out: SQLite would choose its index, not knowing how many it leaves. */
export const sortedOutBy = (db: Kysely<any>, column: string) =>
  isSqlite(db) ? sql<string>`+${sql.ref(column)}` : sql<string>`${sql.ref(column)}`
