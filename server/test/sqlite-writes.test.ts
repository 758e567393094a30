import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { api } from '@zhenyue/contract'
import { CompiledQuery, sql } from 'kysely'
import { SqliteThread } from '../src/db/sqlite/thread.ts'
import { lead, startWorld } from './world.ts'

// Rows that come together are written as one transaction. What befalls one must not befall the others.

for (const how of ['abort', 'rollback']) {
  test(`of rows written together, one that fails by ${how} leaves the answers of all true`, async (t) => {
    const { anonymous, admin, db } = await startWorld(t, 'sqlite', { RATE_LIMITS: 'off' })
    await sql
      .raw(
        `create trigger bad before insert on leads when new.name = '坏' begin select raise(${how}, 'no'); end`,
      )
      .execute(db)
    // The first comes from the thread that writes.
    await anonymous.call(api.leads.submit, { body: lead() })
    // No more than work at once, as who waits may be refused.
    const sent = Array.from({ length: 120 }, (_, i) => lead({ name: i % 30 === 20 ? '坏' : '好' }))
    const replies = await Promise.all(sent.map((body) => anonymous.send(api.leads.submit, { body })))
    replies.forEach(({ status }, i) => {
      if (sent[i]!.name === '坏') assert.equal(status, 500)
      // SQLite undoes the whole transaction only where it is told to.
      else if (how === 'abort') assert.equal(status, 200)
    })
    const { list } = await admin.call(api.leads.list, { query: { limit: '200' } })
    const stored = new Set(list.map(({ phone }) => phone))
    replies.forEach(({ status }, i) => assert.equal(stored.has(sent[i]!.phone), status === 200, `row ${i}`))
    await anonymous.call(api.leads.submit, { body: lead() })
  })
}

test('what is being written when the database is closed is written first', { timeout: 20_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'zhenyue-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'closed.db')
  const thread = await SqliteThread.start('writer', file)
  const run = (text: string) => thread.request('run', 0, [CompiledQuery.raw(text)])
  await run('create table numbers (number integer)')
  const insert = () => run('insert into numbers values (1)')
  const many = () => Array.from({ length: 3000 }, insert)
  const before = many()
  const closing = thread.close()
  // These wait until the thread has done those before: the word to end comes while it does them.
  await setImmediate()
  const meanwhile = many()
  await Promise.all([...before, closing, ...meanwhile])

  const db = new DatabaseSync(file)
  assert.equal(db.prepare('select count(*) as count from numbers').get()!['count'], 6000)
  db.close()
})
