import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import { exclusively, isSqlite } from './engine.ts'
import { migrations } from './migrations/index.ts'
import type { Db } from './types.ts'

const table = 'migrations'

/** Brings the schema up to date; answers the names of what it applied. Safe while other instances do the same. */
export async function migrate(db: Db, known: Record<string, Migration> = migrations): Promise<string[]> {
  try {
    // SQLite has one process, and changes its schema outside of transactions.
    return await (isSqlite(db) ? applyTo(db, known) : exclusively(db, (trx) => applyTo(trx, known)))
  } catch (error) {
    await refuseNewer(db, known)
    throw error
  }
}

async function applyTo(db: Db, known: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableName: table,
    migrationLockTableName: 'migration_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}

async function refuseNewer(db: Db, known: object) {
  // Where nothing was ever applied there is no table: the first error is the one to tell.
  const applied = sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
  const { rows } = await applied.catch(() => ({ rows: [] }))
  const unknown = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length === 0) return
  throw new StartError(
    `数据库版本比程序新，请升级程序 · the database is newer than this program, it has ${unknown.join(', ')}`,
  )
}
