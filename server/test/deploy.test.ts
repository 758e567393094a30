import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, type Endpoint } from '@zhenyue/contract'
import { freePort } from '../../scripts/postgres.ts'
import { secretNames } from '../src/secrets.ts'
import { runCommand, runProgram } from './program.ts'
import { booking, lead, startWorld, testOnBoth } from './world.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The metrics in an expression of PromQL: what is left without labels, ranges, functions and their like. */
const metricsIn = (expression: string) =>
  (
    expression
      .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
      .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
      .replace(/\boffset\s+\w+/g, ' ')
      .match(/\b[a-z][a-z0-9_]+\b(?!\s*\()/g) ?? []
  ).filter((word) => !['and', 'or', 'unless'].includes(word))

const metricsPort = await freePort()
testOnBoth(
  'every metric that the dashboard and the alerts name is there, and bookings and leads are counted',
  async ({ anonymous }) => {
    await anonymous.call(api.leads.submit, { body: lead() })
    for (let i = 0; i < 2; i++) await anonymous.call(api.appointments.create, { body: booking() })
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    assert.match(text, /^zhenyue_leads_total 1$/m)
    assert.match(text, /^zhenyue_bookings_total 2$/m)
    assert.match(
      text,
      /^zhenyue_build_info\{version="[\d.]+",node="v24[\d.]+",engine="(sqlite|postgres)"\} 1$/m,
    )
    assert.match(text, /^zhenyue_database_connections\{state="busy"\} \d+$/m)
    assert.match(text, /^zhenyue_event_streams 0$/m)

    const names = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name!],
      ),
    )
    const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
      read('deploy/grafana-dashboard.json'),
    )
    const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const alerts = [...read('deploy/prometheus-alerts.yaml').matchAll(/expr: \|?\s*([^]*?)\n {8}\w+:/g)]
    assert.ok(asked.length > 10 && alerts.length === 9)
    for (const expression of [...asked, ...alerts.map(([, expr]) => expr!)]) {
      const metrics = metricsIn(expression)
      assert.ok(metrics.length > 0, expression)
      // Prometheus itself makes `up`.
      for (const name of metrics)
        assert.ok(name === 'up' || names.has(name), `no metric ${name}: ${expression}`)
    }
  },
  { METRICS_PORT: String(metricsPort) },
)

test('every variable stands in both READMEs, in .env.example and in the decisions, and compose passes all but its own', () => {
  const source = ['server/src/config.ts', 'server/src/access-config.ts', 'server/src/messages/sms-config.ts']
    .map(read)
    .join()
  const variables = new Set([
    ...secretNames,
    ...[...source.matchAll(/\('([A-Z][A-Z_]+)'/g)].map(([, name]) => name!),
  ])
  assert.ok(variables.size > 30)
  for (const file of ['README.md', 'README.zh-CN.md', '.env.example', 'docs/decisions.md']) {
    const text = read(file)
    for (const name of variables) assert.ok(new RegExp(`\\b${name}\\b`).test(text), `${file} lacks ${name}`)
  }
  const passed = [...read('compose.yaml').matchAll(/^ {4}([A-Z_]+): /gm)].map(([, name]) => name!)
  // Where compose publishes its proxy, and a folder that only SQLite needs.
  const ofCompose = ['HOST', 'PORT', 'DATA_DIR']
  assert.deepEqual([...passed, ...ofCompose].toSorted(), [...variables].toSorted())
})

test('the proxies let the largest body through that the service takes', () => {
  const operations = Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>))
  const largest = Math.max(...operations.map(({ bodyBytes = 0 }) => bodyBytes))
  assert.ok(largest >= 16 * 1024 * 1024)
  const limits: [file: string, limit: RegExp, unit: number][] = [
    ['deploy/nginx.conf', /^ *client_max_body_size (\d+)m;$/m, 1024 * 1024],
    ['deploy/nginx-tls.conf', /^ *client_max_body_size (\d+)m;$/m, 1024 * 1024],
    ['deploy/kubernetes.yaml', /\/proxy-body-size: (\d+)m$/m, 1024 * 1024],
    ['deploy/Caddyfile', /^\s*max_size (\d+)MB$/m, 1_000_000],
  ]
  for (const [file, limit, unit] of limits) {
    assert.ok(Number(limit.exec(read(file))?.[1]) * unit > largest, file)
  }
})

test('nginx with TLS does all that the proxy of compose does', () => {
  const directives = (file: string) =>
    read(file)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.endsWith(';') && !line.startsWith('#'))
  const withTls = new Set(directives('deploy/nginx-tls.conf'))
  const ofCompose = ['worker_', 'pid ', 'error_log ', 'server service-', 'listen 80']
  const missing = directives('deploy/nginx.conf').filter(
    (line) => !withTls.has(line) && !ofCompose.some((start) => line.startsWith(start)),
  )
  assert.deepEqual(missing, [])
})

test('backups into a folder: the last ones are kept, and one is made whenever it is due', async (t) => {
  const { env, close } = await startWorld(t, 'sqlite')
  const folder = join(env['DATA_DIR']!, 'backups')
  const written = () => readdirSync(folder).toSorted()
  const first = await runCommand(t, env, 'backup', folder, '--keep', '2')
  assert.equal(first.code, 0, first.stderr)
  const [newest] = written()
  const old = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z'].map((time) => `zhenyue-${time}.db`)
  for (const name of [...old, 'of-someone-else.db']) writeFileSync(join(folder, name), '')

  // The first is not due again for a day.
  const waiting = runProgram(t, env, 'backup', folder, '--every', '24h', '--keep', '2')
  while (!waiting.output.stdout.includes('next backup')) await new Promise((soon) => setTimeout(soon, 20))
  assert.equal(written().length, 4)
  waiting.child.kill('SIGTERM')
  await waiting.ended

  await runCommand(t, env, 'backup', join(folder, 'x'), '--keep', '0').then(({ code, stderr }) =>
    assert.deepEqual([code, stderr.split(' ')[0]], [1, '--keep']),
  )
  await runCommand(t, env, 'backup', folder, '--every', 'night').then(({ code, stderr }) =>
    assert.deepEqual([code, stderr.split(' ')[0]], [1, '--every']),
  )
  // Backups are named by the second.
  const thisSecond = () => `zhenyue-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
  while (thisSecond() === newest) await new Promise((soon) => setTimeout(soon, 20))
  const second = await runCommand(t, env, 'backup', folder, '--keep', '1')
  assert.equal(second.code, 0, second.stderr)
  const left = written()
  assert.equal(left.length, 2)
  assert.ok(left[1]! > newest! && left[0] === 'of-someone-else.db', left.join())
  await close()
  assert.equal((await runCommand(t, env, 'restore', join(folder, left[1]!))).code, 0)
})
