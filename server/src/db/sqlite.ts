import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
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
import { SqliteHere } from './sqlite-here.ts'
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

/** Kysely over node:sqlite. What reads does so here and at once; what writes on a thread of its own, but for single rows. */
export function openSqlite(file: string): Db {
  const driver = new SqliteDriver(file, () => {
    const { here } = driver
    const read: Read = (sql, values) => here.read(sql, values)
    atOnce.set(db, read)
    const readSoon = async (sql: string, values: readonly unknown[]) => read(sql, values)
    direct.set(db, (sql, values) => (isRead(sql) ? readSoon(sql, values) : here.write(sql, values)))
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
  here!: SqliteHere
  #transactions = 0

  constructor(file: string, opened: () => void) {
    this.#file = file
    this.#opened = opened
  }

  async init() {
    mkdirSync(dirname(this.#file), { recursive: true })
    this.writer = await SqliteThread.start('./sqlite-writer.ts', this.#file)
    this.here = new SqliteHere(this.#file, this.writer)
    this.#opened()
  }

  async acquireConnection() {
    return new SqliteConnection(this.writer, this.here)
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
    await this.here.close()
    await this.writer.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteThread
  readonly #here: SqliteHere
  /** 0 while there is none. */
  transaction = 0

  constructor(writer: SqliteThread, here: SqliteHere) {
    this.#writer = writer
    this.#here = here
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result =
      this.transaction === 0 && isRead(sql)
        ? { rows: this.#here.read(sql, parameters) }
        : await this.#writer.ask('run', this.transaction, sql, parameters)
    return result as QueryResult<R>
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
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
