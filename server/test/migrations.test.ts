import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { sql, type Kysely } from 'kysely'
import { readConfig } from '../src/config.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { openDb } from '../src/db/open.ts'
import { engines, freshEnv, joinWorld, lead } from './world.ts'

const released = Object.keys(migrations)

/** What a later release may bring: another column, and a value in it for every row. */
const next = {
  ...migrations,
  '9998-next': {
    async up(db: Kysely<any>) {
      await db.schema.alterTable('leads').addColumn('next', 'text').execute()
      await db
        .updateTable('leads')
        .set({ next: sql`name` })
        .execute()
    },
  },
}

for (const engine of engines) {
  test(`several starts at once bring a database up to date, a newer one is refused [${engine}]`, async (t) => {
    const env = await freshEnv(t, engine)
    const db = await openDb(readConfig(env).database)
    t.after(() => db.destroy())
    const created = await Promise.all(Array.from({ length: 4 }, () => migrate(db)))
    assert.deepEqual(created.flat(), released, 'each migration is applied once, whoever comes first')
    const { questionnaire, ...old } = lead({ source: 'home', score: 1, symptom: '', remark: '旧备注' })
    await db
      .insertInto('leads')
      .values({
        ...(old as never as { name: string }),
        name_search: old.name,
        questionnaire: JSON.stringify(questionnaire),
        created_at: 1,
        updated_at: 1,
      } as never)
      .execute()

    const { admin, close } = await joinWorld(t, env)
    const { list } = await admin.call(api.leads.list, { query: { keyword: old.name } })
    assert.deepEqual(
      list.map(({ remark, phone }) => [remark, phone]),
      [['旧备注', old.phone]],
    )
    await close()

    const updated = await Promise.all(Array.from({ length: 4 }, () => migrate(db, next)))
    assert.deepEqual(updated.flat(), ['9998-next'])
    const rows = await (db as Kysely<any>).selectFrom('leads').select('next').execute()
    assert.deepEqual(rows, [{ next: old.name }])
    await assert.rejects(migrate(db), { name: 'StartError', message: /数据库版本比程序新.*9998-next/ })
    await assert.rejects(joinWorld(t, env), /数据库版本比程序新/)
  })

  test(`a migration that fails leaves nothing behind [${engine}]`, async (t) => {
    const db = await openDb(readConfig(await freshEnv(t, engine)).database)
    t.after(() => db.destroy())
    const failing = {
      ...next,
      '9999-bad': {
        async up(db: Kysely<any>) {
          await db.schema.createTable('half').addColumn('id', 'integer').execute()
          throw new Error('half way')
        },
      },
    }
    await assert.rejects(migrate(db, failing), /half way/)
    assert.ok(!(await db.introspection.getTables()).some(({ name }) => ['half', 'leads'].includes(name)))
    assert.deepEqual(await migrate(db, next), [...released, '9998-next'])
  })
}

test('a SQLite file of ours says so', async (t) => {
  const db = await openDb(readConfig(await freshEnv(t, 'sqlite')).database)
  t.after(() => db.destroy())
  await migrate(db)
  const { rows } = await sql`select application_id as id from pragma_application_id`.execute(db)
  assert.deepEqual(rows, [{ id: 0x5a597565 }])
})
