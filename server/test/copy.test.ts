import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { sql } from 'kysely'
import { readConfig } from '../src/config.ts'
import { leftBehind } from '../src/db/copy.ts'
import { openDb } from '../src/db/open.ts'
import type { Db } from '../src/db/types.ts'
import { runCommand } from './program.ts'
import { booking, freshEnv, joinWorld, lead, startWorld, type Engine } from './world.ts'

/** The tables of the schema, by its type: what is added there has to be copied, or left behind by name. */
const folder = join(import.meta.dirname, '../src/db/schema')
const tables = readdirSync(folder)
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/Tables \{/)
      .slice(1),
  )
  .flatMap((text) => [...text.split('\n}')[0]!.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name!))

/** Gives every table that has no row one, of whatever its columns take. */
async function fillEmpty(db: Db) {
  const known = await db.introspection.getTables()
  for (const name of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) continue
    const columns = known
      .find((table) => table.name === name)!
      .columns.filter((one) => !one.isAutoIncrementing)
    const values = columns.map(({ dataType }) =>
      /int/i.test(dataType) ? 1 : /blob|bytea/i.test(dataType) ? Buffer.from([0, 255]) : '值',
    )
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((one) => sql.ref(one.name)))})
      values (${sql.join(values)})`.execute(db)
  }
}

async function countRows(db: Db) {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]!.n
  }
  return counts
}

const targetOf = (env: Record<string, string>) => env['DATABASE_URL'] ?? join(env['DATA_DIR']!, 'zhenyue.db')

async function moveAcross(t: Parameters<typeof startWorld>[0], from: Engine, into: Engine) {
  const { env, anonymous, admin, close } = await startWorld(t, from)
  for (let i = 0; i < 3; i++) await anonymous.call(api.leads.submit, { body: lead() })
  const visit = await anonymous.call(api.appointments.create, { body: booking() })
  const { list } = await admin.call(api.leads.list)
  // Numbers of rows that are gone are not given again.
  await admin.call(api.leads.remove, { params: { id: list[0]!.id } })
  const key = { AUDIT_KEY: Buffer.from(readConfig(env).database.auditKeys[0]).toString() }
  const target = { ...(await freshEnv(t, into)), ...key }

  const tooEarly = await runCommand(t, env, 'copy', '--to', targetOf(target))
  assert.equal(tooEarly.code, 1)
  assert.match(tooEarly.stderr, /正在使用|先停止所有实例/)
  await close()
  const source = await openDb(readConfig(env).database)
  await fillEmpty(source)
  const counts = await countRows(source)
  await source.destroy()
  const { code, stdout, stderr } = await runCommand(t, env, 'copy', '--to', targetOf(target))
  assert.equal(code, 0, stderr)
  for (const name of tables) {
    assert.ok(leftBehind.includes(name) !== stdout.includes(`✔ ${name} ${counts[name]}\n`), name)
  }
  const again = await runCommand(t, env, 'copy', '--to', targetOf(target))
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^目标数据库不是空的，\w+ 中已有数据/)

  const copied = await openDb(readConfig(target).database)
  const expected = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, leftBehind.includes(name) ? 0 : count]),
  )
  assert.deepEqual(await countRows(copied), expected)
  const leases = await copied.selectFrom('deliveries').select(['lease', 'lease_until']).execute()
  assert.deepEqual(leases, [{ lease: '', lease_until: 0 }])
  // What was made up to fill the tables is of no use to the service.
  for (const name of ['deliveries', 'webhooks', 'robots', 'messages', 'message_settings'] as const)
    await copied.deleteFrom(name).execute()
  await copied.destroy()

  const world = await joinWorld(t, target)
  const next = await world.anonymous.call(api.leads.submit, { body: lead() })
  assert.equal(next.id, 'lead-4')
  const found = await world.anonymous.call(api.appointments.detail, { params: { id: visit.id } })
  assert.equal(found.number, visit.number)
  const { total } = await world.admin.call(api.leads.list)
  assert.equal(total, 3)
}

test('a database moves from SQLite to PostgreSQL whole: every table, the audit log, the numbers', (t) =>
  moveAcross(t, 'sqlite', 'postgres'))

test('and back from PostgreSQL to SQLite', (t) => moveAcross(t, 'postgres', 'sqlite'))
