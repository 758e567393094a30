import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { api } from '@zhenyue/contract'
import { Webhook } from 'standardwebhooks'
import { freePort } from '../../scripts/postgres.ts'
import { lead, testOnSqlite } from '../../server/test/world.ts'

/** The receiver as a reader starts it; `lines` is what it prints. */
async function startReceiver(t: TestContext, env: Record<string, string>) {
  const program = join(import.meta.dirname, '../receiver/receiver.ts')
  const child = spawn(process.execPath, [program], { env: { PATH: process.env['PATH'], ...env } })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  const lines = () => output.split('\n').slice(0, -1)
  child.stdout.on('data', (data) => (output += data))
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((soon) => setTimeout(soon, 25))
  }
  await until(() => lines().length > 0)
  const stop = async () => {
    child.kill()
    await until(() => child.exitCode === 0)
  }
  return { lines, until, stop }
}

testOnSqlite(
  'the receiver of the examples takes every event once, also when it comes again after a restart, and nothing forged',
  async ({ admin, anonymous, env: service }, t) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const webhook = await admin.call(api.webhooks.create, { body: { url, types: ['lead.created'] } })
    const inbox = join(service['DATA_DIR']!, 'inbox.jsonl')
    const env = { WEBHOOK_SECRET: webhook.secret, PORT: String(port), INBOX: inbox }
    const first = await startReceiver(t, env)

    const { id } = await anonymous.call(api.leads.submit, { body: lead() })
    await first.until(() => first.lines().includes(`lead.created ${id}`))
    await first.stop()

    const second = await startReceiver(t, env)
    const params = { id: webhook.id }
    const [delivery] = (await admin.call(api.webhooks.deliveries, { params })).list
    await admin.call(api.webhooks.replay, { params: { ...params, deliveryId: delivery!.id } })
    const other = await anonymous.call(api.leads.submit, { body: lead() })
    await second.until(() => second.lines().includes(`lead.created ${other.id}`))
    for (;;) {
      const { list } = await admin.call(api.webhooks.deliveries, { params })
      if (list.every(({ status }) => status === 'delivered')) break
    }
    assert.deepEqual(second.lines().slice(1), [`lead.created ${other.id}`])

    const body = JSON.stringify({ type: 'lead.created', timestamp: '', data: { id: 'lead-9' } })
    const send = async (secret: string, at = new Date(), content = body) => {
      const headers = {
        'webhook-id': 'evt-forged',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('evt-forged', at, body),
      }
      return (await fetch(url, { method: 'POST', headers, body: content })).status
    }
    const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    assert.deepEqual(
      [
        await send(stranger),
        await send(webhook.secret, new Date(Date.now() - 6 * 60_000)),
        await send(webhook.secret, new Date(), body.replace('9', '8')),
        await send(webhook.secret, new Date(), 'x'.repeat(100_000)),
        (await fetch(url)).status,
      ],
      [400, 400, 400, 413, 400],
    )
    const kept = readFileSync(inbox, 'utf8').trim().split('\n')
    assert.deepEqual(
      kept.map((line) => JSON.parse(line).data.id),
      [id, other.id],
    )
  },
  { WEBHOOK_ALLOW: '127.0.0.1' },
)
