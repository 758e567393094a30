import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { readConfig } from '../src/config.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'
import { openDb } from '../src/db/open.ts'
import { engines, freshEnv, joinWorld, lead } from './world.ts'

const [first, ...later] = Object.keys(migrations)
const firstOnly = { [first!]: migrations[first!]! }

for (const engine of engines) {
  test(`an old database with data in it is brought up to date by several starts at once [${engine}]`, async (t) => {
    const env = await freshEnv(t, engine)
    const db = await openDb(readConfig(env).database)
    assert.deepEqual(await migrate(db, 1, firstOnly), [first])
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
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(db, 2)))
    assert.deepEqual(results.flat(), later, 'each step is taken once, whoever comes first')
    await assert.rejects(migrate(db, 3, firstOnly), /数据库版本比程序新/)
    await db.destroy()

    const { admin } = await joinWorld(t, env)
    const { list } = await admin.call(api.leads.list)
    assert.deepEqual(
      list.map(({ remark, phone }) => [remark, phone]),
      [['旧备注', old.phone]],
    )
    assert.equal((await admin.call(api.leads.stats)).total, 1)
    assert.equal((await admin.call(api.leads.list, { query: { keyword: old.name } })).total, 1)
  })

  test(`a migration that fails leaves nothing behind [${engine}]`, async (t) => {
    const db = await openDb(readConfig(await freshEnv(t, engine)).database)
    t.after(() => db.destroy())
    const failing = {
      ...firstOnly,
      '0002-bad': async () => {
        throw new Error('half way')
      },
    }
    await assert.rejects(migrate(db, 1, failing), /half way/)
    assert.deepEqual(await migrate(db, 1), [first, ...later])
  })
}
