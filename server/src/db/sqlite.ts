import { mkdirSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'

/** Kysely over node:sqlite. One connection, held by one transaction at a time. */
export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new SqliteDriver(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

export function openSqlite(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  // FULL: an acknowledged write survives a power cut. secure_delete: a deleted patient is overwritten.
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  )
  return db
}

class SqliteDriver implements Driver {
  readonly #file: string
  #connection!: SqliteConnection
  #last: Promise<unknown> = Promise.resolve()
  #release = () => {}

  constructor(file: string) {
    this.#file = file
  }

  async init() {
    this.#connection = new SqliteConnection(openSqlite(this.#file))
  }

  async acquireConnection() {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    this.#release = resolve
    return this.#connection
  }

  async releaseConnection() {
    this.#release()
  }

  // Immediate: a transaction that reads before it writes must not find the writer's place taken.
  beginTransaction = (connection: DatabaseConnection) => run(connection, 'begin immediate')
  commitTransaction = (connection: DatabaseConnection) => run(connection, 'commit')
  // SQLite may have ended the transaction itself, as it does when the disk is full.
  rollbackTransaction = async (connection: DatabaseConnection) => {
    if (this.#connection.isTransaction) await run(connection, 'rollback')
  }

  async destroy() {
    this.#connection?.close()
  }
}

async function run(connection: DatabaseConnection, sql: string) {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

/** Bytes: about a fifth of a second. */
const quicklyCleaned = 32 * 1024 * 1024

const ioError = 10
const corrupt = 11

/** After the disk has failed once nobody knows what it holds; nothing more may be acknowledged. */
function exitIfDiskFails(error: unknown): void {
  const code = (error as { errcode?: number }).errcode
  if (code === undefined || ![ioError, corrupt].includes(code & 0xff)) return
  writeSync(2, `数据库磁盘故障,进程退出 (the disk under the database failed, SQLite error ${code})\n`)
  process.exit(1)
}

class SqliteConnection implements DatabaseConnection {
  readonly #db: DatabaseSync
  /** Query texts are few: parameters carry what varies. */
  readonly #statements = new Map<string, StatementSync>()
  #deleted = false
  readonly #timer = setInterval(() => this.#cleanUp(quicklyCleaned), 2000).unref()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const statement = this.#prepare(sql)
      const values = parameters as SQLInputValue[]
      const isDelete = sql.startsWith('delete')
      if (statement.columns().length > 0) {
        const rows = statement.all(...values) as R[]
        this.#deleted ||= isDelete && rows.length > 0
        return { rows }
      }
      const { changes } = statement.run(...values)
      this.#deleted ||= isDelete && changes > 0
      return { rows: [], numAffectedRows: BigInt(changes) }
    } catch (error) {
      exitIfDiskFails(error)
      throw error
    }
  }

  /**
   * What was deleted stays in the log until that is emptied, and may stay in unused parts of pages until they are
   * written anew. The latter takes time in proportion to the file, so a large one is cleaned when it is closed.
   */
  #cleanUp(most: number) {
    if (!this.#deleted || this.#db.isTransaction) return
    try {
      const { size } = this.#db
        .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
        .get() as { size: number }
      if (size <= most) this.#db.exec('VACUUM')
      const { busy } = this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
      this.#deleted = busy !== 0 || size > most
    } catch (error) {
      exitIfDiskFails(error)
    }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    for (const row of this.#db.prepare(sql).iterate(...(parameters as SQLInputValue[]))) {
      yield { rows: [row as R] }
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)))
    return statement
  }

  get isTransaction() {
    return this.#db.isTransaction
  }

  close() {
    clearInterval(this.#timer)
    this.#cleanUp(Infinity)
    this.#db.close()
  }
}
