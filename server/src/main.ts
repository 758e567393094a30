import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDb, openReports } from './db/open.ts'
import { claim } from './db/sqlite/lock.ts'
import { listenError } from './http/listen-error.ts'
import { keepHouse } from './housekeeping.ts'
import { workOnImports } from './lead-import/work.ts'
import { tellEveryone } from './outbox.ts'
import { createFirstAdmin } from './setup/first-admin.ts'
import { seed } from './setup/seed.ts'
import { createTime, type Time } from './time.ts'

/**
 * The whole program: database, content, first account, and the service listening.
 * A password that had to be made up is told at once: were it told only after a start that then fails, it would be lost.
 */
export async function start(
  config: Config,
  tellPassword: (password: string) => void,
  time: Time = createTime(config.timeZone),
  tellWaiting: (reason: string) => void = () => {},
) {
  const { database } = config
  const letGo = database.engine === 'sqlite' ? claim(database.file) : () => {}
  const db = await openDb(database, { atMost: config.databaseWait, tell: tellWaiting })
  const { reports, replicaLag } = await openReports(database, db, config.reportsUrl)
  const closeDb = async () => {
    if (reports !== db) await reports.destroy()
    await db.destroy()
    letGo()
  }
  let app: Awaited<ReturnType<typeof buildApp>> | undefined
  try {
    await migrate(db)
    await seed(db, time)
    const madeUp = await createFirstAdmin(db, time, config)
    if (madeUp !== undefined) tellPassword(madeUp)
    const deps = { db, reports, replicaLag, time, config }
    const built = (app = await buildApp(deps))
    keepHouse(built, deps)
    tellEveryone(built, deps)
    workOnImports(built, deps)
    built.addHook('onClose', closeDb)
    const where = { host: config.host, port: config.port }
    const address = await built.listen(where).catch((error) => {
      throw listenError(error, { ...where, variable: 'PORT' })
    })
    return { app: built, address, db, close: () => built.close() }
  } catch (error) {
    await (app ? app.close() : closeDb())
    throw error
  }
}
