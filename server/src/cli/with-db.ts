import type { Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDb } from '../db/open.ts'
import type { Db } from '../db/types.ts'
import { createTime, type Time } from '../time.ts'

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
