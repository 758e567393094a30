import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { atOnce, direct, type Read } from './direct.ts'
import type { Db } from './open.ts'
import { exitIfDiskFails } from './sqlite-disk.ts'
import { SqliteThread } from './sqlite-thread.ts'

class Adapter extends SqliteAdapter {
  // Those who write take turns on their thread; the others need not.
  override get supportsMultipleConnections() {
    return true
  }
}

const dialect = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new Adapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** Kysely over node:sqlite. What writes does so on a thread of its own; what reads does so here and at once. */
export function openSqlite(file: string): Db {
  const driver = new SqliteDriver(file, () => {
    const read: Read = (sql, values) => driver.reader.read(sql, values).rows
    atOnce.set(db, read)
    direct.set(db, async (sql, values) =>
      isRead(sql) ? read(sql, values) : (await driver.writer.ask('run', 0, sql, values)).rows,
    )
  })
  const db: Db = new Kysely({ dialect: dialect(() => driver) })
  return db
}

const isRead = (sql: string) => sql.startsWith('select')

/** Reads only, on a thread of its own. */
export const openSqliteReports = (file: string): Db =>
  new Kysely({ dialect: dialect(() => new ReportDriver(file)) })

class SqliteDriver implements Driver {
  readonly #file: string
  readonly #opened: () => void
  writer!: SqliteThread
  reader!: Reader
  #transactions = 0

  constructor(file: string, opened: () => void) {
    this.#file = file
    this.#opened = opened
  }

  async init() {
    mkdirSync(dirname(this.#file), { recursive: true })
    this.writer = await SqliteThread.start('./sqlite-writer.ts', this.#file)
    this.reader = new Reader(this.#file)
    this.#opened()
  }

  async acquireConnection() {
    return new SqliteConnection(this.writer, this.reader)
  }
  async releaseConnection() {}

  async beginTransaction(connection: SqliteConnection) {
    const transaction = ++this.#transactions
    await this.writer.ask('begin', transaction)
    connection.transaction = transaction
  }
  async commitTransaction({ transaction }: SqliteConnection) {
    await this.writer.ask('commit', transaction)
  }
  async rollbackTransaction({ transaction }: SqliteConnection) {
    await this.writer.ask('rollback', transaction)
  }

  async destroy() {
    this.reader.close()
    await this.writer.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteThread
  readonly #reader: Reader
  /** 0 while there is none. */
  transaction = 0

  constructor(writer: SqliteThread, reader: Reader) {
    this.#writer = writer
    this.#reader = reader
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result =
      this.transaction === 0 && isRead(sql)
        ? this.#reader.read(sql, parameters)
        : await this.#writer.ask('run', this.transaction, sql, parameters)
    return result as QueryResult<R>
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

/** Sees what is committed, and waits for nobody. */
class Reader {
  readonly #db: DatabaseSync
  /** Query texts are few: parameters carry what varies. */
  readonly #statements = new Map<string, { statement: StatementSync; columns: string[] }>()

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 5000 })
    this.#db.exec('PRAGMA query_only = ON')
  }

  read(sql: string, values: readonly unknown[]): QueryResult<unknown> {
    try {
      let known = this.#statements.get(sql)
      if (!known) this.#statements.set(sql, (known = this.#prepare(sql)))
      const rows = known.statement.all(...(values as SQLInputValue[])) as unknown as unknown[][]
      return { rows: rows.map((row) => named(row, known.columns)) }
    } catch (error) {
      exitIfDiskFails(error)
      throw error
    }
  }

  #prepare(sql: string) {
    const statement = this.#db.prepare(sql)
    // Objects of node:sqlite are slower to make and to read than ours.
    statement.setReturnArrays(true)
    return { statement, columns: statement.columns().map(({ name }) => name) }
  }

  close() {
    this.#db.close()
  }
}

function named(row: unknown[], columns: string[]) {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) object[columns[i]!] = row[i]
  return object
}

class ReportDriver implements Driver {
  readonly #file: string
  #thread!: SqliteThread

  constructor(file: string) {
    this.#file = file
  }

  async init() {
    this.#thread = await SqliteThread.start('./sqlite-report.ts', this.#file)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const ask = ({ sql, parameters }: CompiledQuery) => this.#thread.ask('run', 0, sql, parameters)
    return {
      executeQuery: <R>(query: CompiledQuery) => ask(query) as Promise<QueryResult<R>>,
      async *streamQuery<R>(query: CompiledQuery) {
        yield (await ask(query)) as QueryResult<R>
      },
    }
  }
  async releaseConnection() {}

  beginTransaction = readsOnly
  commitTransaction = readsOnly
  rollbackTransaction = readsOnly

  destroy = () => this.#thread.close()
}

async function readsOnly(): Promise<never> {
  throw new Error('reports only read')
}
