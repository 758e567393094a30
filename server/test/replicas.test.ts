import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { freePort } from '../../scripts/postgres.ts'
import { cable } from './cable.ts'
import { lead, startWorld } from './world.ts'

test('of several hosts the one that answers is found, and lists come from the replica while it can be reached', async (t) => {
  // Any other database with the schema will do, and shows by its rows who answers.
  const copy = await startWorld(t, 'postgres')
  for (let i = 0; i < 3; i++) await copy.anonymous.call(api.leads.submit, { body: lead() })
  const replica = new URL(copy.env['DATABASE_URL']!)
  const { port, cut, mend } = await cable(t, Number(replica.port))
  replica.port = String(port)
  const metrics = await freePort()
  const original = await startWorld(t, 'postgres')
  await original.close()
  const direct = new URL(original.env['DATABASE_URL']!)
  const { admin, anonymous } = await startWorld(t, 'postgres', {
    DATABASE_URL: direct.href.replace('@', `@127.0.0.1:${await freePort()},`),
    REPORTS_URL: replica.href,
    METRICS_PORT: String(metrics),
  })
  const countLeads = async () => (await admin.call(api.leads.list)).total
  const lag = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    return /^zhenyue_replica_lag_seconds (\S+)$/m.exec(text)?.[1]
  }
  const until = async (wanted: string) => {
    while ((await lag())?.toLowerCase() !== wanted) await new Promise((soon) => setTimeout(soon, 50))
  }
  await anonymous.call(api.leads.submit, { body: lead() })
  await until('0')
  assert.equal(await countLeads(), 3)
  cut()
  assert.equal(await countLeads(), 1)
  await until('nan')
  assert.equal(await countLeads(), 1)
  await mend()
  await until('0')
  assert.equal(await countLeads(), 3)
})
