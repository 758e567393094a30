import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import { useAuditKeys } from './audit-keys.ts'
import { openSqlite, openSqliteReports } from './sqlite/driver.ts'
import type { Database, DatabaseConfig, Db, Place } from './types.ts'

/** Opens the database and makes sure it is one we can work with. */
export async function openDb(config: DatabaseConfig): Promise<Database> {
  const db = config.engine === 'sqlite' ? openSqlite(config.file) : await openCheckedPostgres(config.url)
  useAuditKeys(db, config.auditKeys)
  return db
}

async function openCheckedPostgres(url: string): Promise<Database> {
  // Loaded only where it is used: it takes time and memory.
  const { openPostgres } = await import('./postgres.ts')
  const db = openPostgres(url)
  try {
    await checkPostgres(db)
    return db
  } catch (error) {
    await db.destroy()
    if (error instanceof StartError) throw error
    const { code, message } = error as { code?: string; message: string }
    throw new StartError(`无法连接 DATABASE_URL 指定的数据库 · cannot reach the database: ${code ?? message}`)
  }
}

/** For reads that may take long. SQLite runs queries inside the process, so these get a thread of their own. */
export const openReports = (config: Place, db: Db): Db =>
  config.engine === 'sqlite' ? openSqliteReports(config.file) : db

async function checkPostgres(db: Db) {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding
  `.execute(db)
  const { version, encoding } = rows[0]!
  if (Number(version) < 150_000) {
    throw new StartError('DATABASE_URL 需要 PostgreSQL 15 或更新版本 · PostgreSQL 15 or newer is needed')
  }
  if (encoding !== 'UTF8') {
    throw new StartError(`DATABASE_URL 的数据库编码需为 UTF8 · its encoding is ${encoding}`)
  }
}

/** Whether the database answers. */
export const isReachable = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
