import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDb, openReports } from './db/open.ts'
import { claim } from './db/sqlite/lock.ts'
import type { Db } from './db/types.ts'
import { keepHouse } from './housekeeping.ts'
import { tellEveryone } from './outbox.ts'
import { createFirstAdmin } from './setup/first-admin.ts'
import { seed } from './setup/seed.ts'
import { createTime, type Time } from './time.ts'

/** A migrated database for a command, closed when the work is done. */
export async function withDb<T>(config: Config, work: (db: Db, time: Time) => Promise<T>): Promise<T> {
  const time = createTime(config.timeZone)
  const db = await openDb(config.database)
  try {
    await migrate(db)
    return await work(db, time)
  } finally {
    await db.destroy()
  }
}

/**
 * The whole program: database, content, first account, and the service listening.
 * A password that had to be made up is told at once: were it told only after a start that then fails, it would be lost.
 */
export async function start(
  config: Config,
  tellPassword: (password: string) => void,
  time: Time = createTime(config.timeZone),
) {
  const { database } = config
  const letGo = database.engine === 'sqlite' ? claim(database.file) : () => {}
  const db = await openDb(database)
  const reports = openReports(database, db)
  const closeDb = async () => {
    if (reports !== db) await reports.destroy()
    await db.destroy()
    letGo()
  }
  try {
    await migrate(db)
    await seed(db, time)
    const madeUp = await createFirstAdmin(db, time, config)
    if (madeUp !== undefined) tellPassword(madeUp)
    const deps = { db, reports, time, config }
    const app = await buildApp(deps)
    keepHouse(app, deps)
    tellEveryone(app, deps)
    app.addHook('onClose', closeDb)
    const address = await app.listen({ host: config.host, port: config.port })
    return { app, address, db, close: () => app.close() }
  } catch (error) {
    await closeDb()
    throw error
  }
}
