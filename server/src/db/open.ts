import { sql, type Kysely } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Schema } from './schema.ts'
import { openSqlite, openSqliteReports } from './sqlite.ts'

export type Db = Kysely<Schema>

export type Database = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** Opens the database and makes sure it is one we can work with. */
export async function openDb(database: Database): Promise<Db> {
  if (database.engine === 'sqlite') {
    checkSqlite()
    return openSqlite(database.file)
  }
  // Loaded only where it is used: it takes time and memory.
  const { openPostgres } = await import('./postgres.ts')
  const db = openPostgres(database.url)
  try {
    await checkPostgres(db)
    return db
  } catch (error) {
    await db.destroy()
    if (error instanceof StartError) throw error
    const { code, message } = error as { code?: string; message: string }
    throw new StartError(`无法连接 DATABASE_URL 指定的数据库 (cannot reach the database: ${code ?? message})`)
  }
}

/** For questions that take their time: on SQLite, which answers in the process that asks, a thread of their own. */
export const openReports = (database: Database, db: Db): Db =>
  database.engine === 'sqlite' ? openSqliteReports(database.file) : db

/** Older ones cannot tell how long the log is without emptying it. */
function checkSqlite() {
  const [major = 0, minor = 0] = process.versions.sqlite!.split('.').map(Number)
  if (major === 3 && minor < 51) {
    throw new StartError('需要 Node.js 24.21 或更新版本 (Node.js 24.21 or newer is needed, for its SQLite)')
  }
}

async function checkPostgres(db: Db) {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding
  `.execute(db)
  const { version, encoding } = rows[0]!
  if (Number(version) < 150_000) {
    throw new StartError('DATABASE_URL 需要 PostgreSQL 15 或更新版本 (PostgreSQL 15 or newer is needed)')
  }
  if (encoding !== 'UTF8') {
    throw new StartError(`DATABASE_URL 的数据库编码需为 UTF8 (its encoding is ${encoding})`)
  }
}

/** Whether the database can be asked anything. */
export const isReachable = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
