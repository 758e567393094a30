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
import { Database, type Db } from '../types.ts'
import { SqliteReader } from './reader.ts'
import { SqliteThread } from './thread.ts'

class Adapter extends SqliteAdapter {
  // The writer thread lets transactions take turns; reads need not wait for them.
  override get supportsMultipleConnections() {
    return true
  }
  // Kysely leaves this off for SQLite, which does undo changes of tables with their transaction.
  override get supportsTransactionalDdl() {
    return true
  }
}

const dialect = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new Adapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

const isRead = (sql: string) => sql.startsWith('select')

/** Kysely over node:sqlite. Reads run on the main thread, all writes and transactions on the writer thread. */
export function openSqlite(file: string): Database {
  const driver = new SqliteDriver(file)
  const { reader, writer } = driver
  return new Database(
    dialect(() => driver),
    {
      run: async (statement) =>
        isRead(statement.sql)
          ? reader().read(statement.sql, statement.parameters)
          : (await writer().request('run', 0, [statement]))[0]!.rows,
      batch: async (statements) => (await writer().request('batch', 0, statements)).map(({ rows }) => rows),
      readNow: (sql, values) => reader().read(sql, values),
      pool: () => {
        const { pending } = writer()
        return { total: 1, idle: pending === 0 ? 1 : 0, waiting: Math.max(0, pending - 1) }
      },
    },
  )
}

/** Reads only, on a thread of its own. */
export const openSqliteReports = (file: string): Db =>
  new Kysely({ dialect: dialect(() => new ReportDriver(file)) })

class SqliteDriver implements Driver {
  readonly #file: string
  #writer!: SqliteThread
  #reader!: SqliteReader
  #transactions = 0

  constructor(file: string) {
    this.#file = file
  }

  readonly writer = () => this.#writer
  readonly reader = () => this.#reader

  async init() {
    mkdirSync(dirname(this.#file), { recursive: true })
    this.#writer = await SqliteThread.start('writer', this.#file)
    this.#reader = new SqliteReader(this.#file)
  }

  async acquireConnection() {
    return new SqliteConnection(this.#writer, this.#reader)
  }
  async releaseConnection() {}

  async beginTransaction(connection: SqliteConnection) {
    const transaction = ++this.#transactions
    await this.#writer.request('begin', transaction)
    connection.transaction = transaction
  }
  async commitTransaction({ transaction }: SqliteConnection) {
    await this.#writer.request('commit', transaction)
  }
  async rollbackTransaction({ transaction }: SqliteConnection) {
    await this.#writer.request('rollback', transaction)
  }

  async destroy() {
    this.#reader.close()
    await this.#writer.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteThread
  readonly #reader: SqliteReader
  /** 0 while there is none. */
  transaction = 0

  constructor(writer: SqliteThread, reader: SqliteReader) {
    this.#writer = writer
    this.#reader = reader
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result =
      this.transaction === 0 && isRead(query.sql)
        ? { rows: this.#reader.read(query.sql, query.parameters) }
        : (await this.#writer.request('run', this.transaction, [query]))[0]
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
    this.#thread = await SqliteThread.start('report', this.#file)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const executeQuery = async <R>(query: CompiledQuery) =>
      (await this.#thread.request('run', 0, [query]))[0] as QueryResult<R>
    return {
      executeQuery,
      async *streamQuery<R>(query: CompiledQuery) {
        yield await executeQuery<R>(query)
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
