import { Kysely, type CompiledQuery, type Dialect } from 'kysely'
import type { Schema } from './schema.ts'

export type Place = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** What the audit log is signed with, then what it was signed with before. None of it lies in the database. */
export type AuditKeys = [current: Uint8Array, ...former: Uint8Array[]]

export type DatabaseConfig = Place & { auditKeys: AuditKeys }

/** What stores work with: the open database, or a transaction on it. */
export type Db = Kysely<Schema>

export type Statement<R = unknown> = CompiledQuery<R>

export interface PoolFigures {
  total: number
  idle: number
  waiting: number
}

/** Ways past the query builder. */
export interface Shortcuts {
  /** Runs one statement by itself and answers its rows. */
  run(statement: Statement): Promise<unknown[]>
  /** As `runBatch`, as one message to the thread that writes. On PostgreSQL it is a transaction like any other. */
  batch?(statements: Statement[]): Promise<unknown[][]>
  /** Reads without waiting. Only SQLite can. */
  readNow?(sql: string, values: readonly unknown[]): unknown[]
  /** Its connections, and how much waits for one. */
  pool(): PoolFigures
}

/** The open database. A transaction on it is a `Db` without shortcuts. */
export class Database extends Kysely<Schema> {
  readonly shortcuts: Shortcuts

  constructor(dialect: Dialect, shortcuts: Shortcuts) {
    super({ dialect })
    this.shortcuts = shortcuts
  }
}
