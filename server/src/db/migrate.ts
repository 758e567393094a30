import type { Kysely } from 'kysely'
import { StartError } from '../start-error.ts'
import { exclusively } from './engine.ts'
import { migrations } from './migrations.ts'
import { integers, texts } from './tables.ts'

/** Brings the schema up to date; answers the names of what it applied. Safe while other instances do the same. */
export const migrate = (db: Kysely<any>, now: number, known = migrations): Promise<string[]> =>
  exclusively(db, async (trx) => {
    await integers(texts(trx.schema.createTable('migrations').ifNotExists(), 'name'), 'applied_at')
      .addPrimaryKeyConstraint('migrations_name', ['name'])
      .execute()
    const rows = await trx.selectFrom('migrations').select('name').execute()
    const applied = new Set(rows.map((row) => row.name as string))
    const unknown = [...applied].filter((name) => !Object.hasOwn(known, name))
    if (unknown.length > 0) {
      throw new StartError(
        `数据库版本比程序新,请升级程序 (the database is newer than this program, it has ${unknown.join(', ')})`,
      )
    }
    const pending = Object.keys(known).filter((name) => !applied.has(name))
    for (const name of pending) {
      await known[name]!(trx)
      await trx.insertInto('migrations').values({ name, applied_at: now }).execute()
    }
    return pending
  })
