import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import { addressesIn } from './addresses.ts'
import { useAuditKeys } from './audit-keys.ts'
import { isSqlite } from './engine.ts'
import { openSqlite, openSqliteReports } from './sqlite/driver.ts'
import type { Database, DatabaseConfig, Db, Place, PoolFigures } from './types.ts'
import { isUnavailable } from './unavailable.ts'

/** How long to wait for a database that cannot be reached, in milliseconds, and whom to tell. */
interface Waiting {
  atMost: number
  tell: (reason: string) => void
}

/** Opens the database and makes sure it is one we can work with. */
export async function openDb(
  config: DatabaseConfig,
  waiting: Waiting = { atMost: 0, tell() {} },
): Promise<Database> {
  const db =
    config.engine === 'sqlite' ? openSqlite(config.file) : await openCheckedPostgres(config.url, waiting)
  useAuditKeys(db, config.auditKeys)
  return db
}

async function openCheckedPostgres(url: string, waiting: Waiting): Promise<Database> {
  // Loaded only where it is used: it takes time and memory.
  const { openPostgres } = await import('./postgres.ts')
  const db = openPostgres(url)
  try {
    await untilReachable(() => checkPostgres(db), addressesIn(url).length, waiting)
    return db
  } catch (error) {
    await db.destroy()
    throw error instanceof StartError ? error : new StartError(whyUnreachable(error, url))
  }
}

const pause = 500

/** Each of the servers is asked at least once. */
async function untilReachable(check: () => Promise<void>, servers: number, { atMost, tell }: Waiting) {
  const until = Date.now() + atMost
  for (let tries = 1; ; tries++) {
    try {
      return await check()
    } catch (error) {
      if (isUnavailable(error) && tries < servers) continue
      if (!isUnavailable(error) || Date.now() + pause > until) throw error
      if (tries === servers) tell(reasonOf(error))
      await new Promise((over) => setTimeout(over, pause))
    }
  }
}

/** PgBouncer has one code for all that it refuses: what PostgreSQL says instead, by the text. */
const pgBouncerCode = '08P01'
const sameForPostgres: [RegExp, string][] = [
  [/does not exist$/, '3D000'],
  [/^"trust" authentication failed|^no such user/, '28000'],
  [/authentication failed/, '28P01'],
]

const reasonOf = (error: unknown) => {
  const { code, message } = error as { code?: string; message: string }
  if (code !== pgBouncerCode) return code ?? message
  return sameForPostgres.find(([text]) => text.test(message))?.[1] ?? message
}

/** In the words of DATABASE_URL, without the password in it. */
function whyUnreachable(error: unknown, url: string): string {
  const { username, pathname, hostname } = new URL(addressesIn(url)[0]!)
  const reason = reasonOf(error)
  if (reason === '28P01' || /password must be a string/.test(reason)) {
    return `DATABASE_URL 中用户 ${username} 的密码不正确 · its password is wrong or missing`
  }
  if (reason === '28000') {
    return `DATABASE_URL 中的用户 ${username} 不被数据库接受 · its user is not accepted by the server`
  }
  if (reason === '3D000') {
    const name = pathname.slice(1) || username
    return `DATABASE_URL 指定的数据库 ${name} 不存在，请先创建 · its database does not exist, create it first`
  }
  if (reason === 'ENOTFOUND') {
    return `DATABASE_URL 中的主机 ${hostname} 无法解析 · its host cannot be resolved`
  }
  if (/unsupported startup parameter/.test(reason)) {
    return 'PgBouncer 需设置 ignore_startup_parameters = statement_timeout · PgBouncer needs this setting'
  }
  return `无法连接 DATABASE_URL 指定的数据库 · cannot reach the database: ${reason}`
}

interface Reports {
  reports: Db
  /** How many seconds the replica is behind, where there is one. */
  replicaLag?: () => number
}

/** For reads that may take long. SQLite runs queries inside the process, so these get a thread of their own. */
export async function openReports(config: Place, db: Db, replica: string | undefined): Promise<Reports> {
  if (config.engine === 'sqlite') return { reports: openSqliteReports(config.file) }
  if (replica === undefined) return { reports: db }
  const { ReplicaReports } = await import('./replica.ts')
  const reports = ReplicaReports.open(replica, db)
  return { reports, replicaLag: () => reports.lag }
}

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

export const poolFigures = (db: Db): PoolFigures => (db as Database).shortcuts.pool()

/**
 * Whether an instance or a command of ours works on the database while we look; instances do every second. Connections
 * alone tell nothing: PgBouncer keeps those of who has gone, and hands us that of who is there.
 */
export async function isServed(db: Db): Promise<boolean> {
  if (isSqlite(db)) return false
  return db.transaction().execute(async (trx) => {
    for (let looks = 0; looks < 5; looks++) {
      await new Promise((over) => setTimeout(over, pause))
      await sql`select pg_stat_clear_snapshot()`.execute(trx)
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and application_name = 'zhenyue' and pid <> pg_backend_pid()
        and (state <> 'idle' or state_change > transaction_timestamp()) limit 1`.execute(trx)
      if (rows.length > 0) return true
    }
    return false
  })
}
