import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { exitIfDiskFails } from './disk.ts'
import { toRows, type Row } from './protocol.ts'
import { allRows, prepareStatement, type Prepared } from './statement.ts'

/** A connection that only reads. In WAL mode it waits for nobody, and sees what is committed and flushed. */
export function openReader(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA query_only = ON; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY')
  return db
}

/** Reads on the main thread, for what takes microseconds: to hand it to another thread would take longer. */
export class SqliteReader {
  readonly #db: DatabaseSync
  /** Query texts are few: parameters carry what varies. */
  readonly #statements = new Map<string, Prepared>()

  constructor(file: string) {
    this.#db = openReader(file)
  }

  read(sql: string, values: readonly unknown[]): Row[] {
    try {
      let prepared = this.#statements.get(sql)
      if (!prepared) this.#statements.set(sql, (prepared = prepareStatement(this.#db, sql)))
      return toRows(allRows(prepared, values as SQLInputValue[]), prepared.columns)
    } catch (error) {
      exitIfDiskFails(error)
      throw error
    }
  }

  close() {
    this.#db.close()
  }
}
