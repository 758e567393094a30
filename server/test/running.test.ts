import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { api, type Endpoint } from '@zhenyue/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { freePort } from '../../scripts/postgres.ts'
import { readConfig } from '../src/config.ts'
import { openDb } from '../src/db/open.ts'
import { cable } from './cable.ts'
import { runCommand, runProgram } from './program.ts'
import {
  startWorld,
  booking,
  engines,
  freshEnv,
  joinWorld,
  lead,
  strictClient,
  testOnBoth,
  type Engine,
  type World,
} from './world.ts'

const logged = async (t: TestContext, engine: Engine) => ({
  ...(await freshEnv(t, engine)),
  LOG_LEVEL: 'info',
})

test('the first start prints a password once, which must be changed', async (t) => {
  const { ADMIN_PASSWORD: _, ...env } = await freshEnv(t, 'sqlite')
  const first = runProgram(t, env, 'serve')
  const url = await first.serving()
  const madeUp = /Password\s+(\S{16})\n/.exec(first.output.stderr)![1]!
  const client = strictClient(url)
  const { token, mustChangePassword } = await client.call(api.admins.login, {
    body: { username: 'admin', password: madeUp },
  })
  assert.equal(mustChangePassword, true)
  await strictClient(url, token).call(api.admins.changePassword, {
    body: { oldPassword: madeUp, newPassword: 'my own password' },
  })
  const again = await client.call(api.admins.login, {
    body: { username: 'admin', password: 'my own password' },
  })
  assert.equal(again.mustChangePassword, false)
  first.child.kill('SIGTERM')
  assert.equal((await first.ended).code, 0)

  const second = runProgram(t, env, 'serve')
  await second.serving()
  assert.ok(!second.output.stderr.includes('Password'))
  assert.ok(!(first.output.stdout + second.output.stdout).includes(madeUp), 'never in the log')
})

test('the log has one JSON line a request and nothing of the patient', async (t) => {
  const env: Record<string, string> = await logged(t, 'sqlite')
  const program = runProgram(t, env, 'serve')
  const url = await program.serving()
  const client = strictClient(url)
  const secret = {
    name: '保密人',
    phone: '13900009999',
    symptom: '难言之隐',
    password: 'my secret password',
  }
  await client.call(api.leads.submit, { body: lead(secret) })
  await client.send(api.leads.submit, { body: lead(secret) })
  const made = await client.call(api.appointments.create, {
    body: booking({ patientName: secret.name, patientPhone: secret.phone, symptom: secret.symptom }),
  })
  await client.call(api.appointments.list, { query: { phone: secret.phone } })
  await client.call(api.appointments.detail, { params: { id: made.id } })
  const { token } = await client.call(api.admins.login, {
    body: { username: 'admin', password: env['ADMIN_PASSWORD']! },
  })
  await client.send(api.admins.login, { body: { username: secret.name, password: secret.password } })
  await strictClient(url, token).call(api.leads.list, { query: { keyword: secret.name } })
  await (await fetch(`${url}/no/such/${secret.phone}?name=${encodeURIComponent(secret.name)}`)).text()
  program.child.kill('SIGTERM')
  const { stdout } = await program.ended

  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const requests = lines.filter(({ msg }) => msg === 'request')
  assert.equal(requests.length, 9)
  for (const line of requests) {
    assert.match(line.reqId, /^[\w-]{36}$/)
    assert.ok(typeof line.status === 'number' && typeof line.ms === 'number')
  }
  assert.deepEqual(requests.map(({ method, route, status }) => `${method} ${route} ${status}`).slice(0, 4), [
    'POST /api/v1/leads 200',
    'POST /api/v1/leads 400',
    'POST /api/v1/appointments 200',
    'GET /api/v1/appointments 200',
  ])
  for (const word of [
    ...Object.values(secret),
    made.id,
    token,
    env['ADMIN_PASSWORD']!,
    encodeURIComponent(secret.name),
  ]) {
    assert.ok(!stdout.includes(word), `the log tells ${word}`)
  }
})

for (const engine of engines) {
  test(`a stop lets requests in flight finish, refuses new ones and exits 0 [${engine}]`, async (t) => {
    const program = runProgram(t, await freshEnv(t, engine), 'serve')
    const { port } = new URL(await program.serving())
    const body = JSON.stringify(lead())
    const socket = connect(Number(port), '127.0.0.1')
    const closed = once(socket, 'close')
    let received = ''
    socket.on('data', (data) => (received += data))
    socket.write(
      `POST /api/v1/leads HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nexpect: 100-continue\r\n\r\n`,
    )
    // The service has begun with it: what it reads later is refused.
    for (let tries = 0; tries < 1000 && !received.startsWith('HTTP/1.1 100 '); tries++) await sleep(10)
    socket.write(body.slice(0, 10))
    program.child.kill('SIGTERM')
    await sleep(200)
    const refused = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 'refused',
    )
    assert.ok(refused === 'refused' || refused === 503, String(refused))
    socket.write(body.slice(10))
    await closed
    assert.match(received, /\r\n\r\nHTTP\/1.1 200 /)
    assert.ok(received.includes('提交成功'))
    assert.equal((await program.ended).code, 0)
  })

  test(`a fault is logged by place and request id, without its message [${engine}]`, async (t) => {
    const env: Record<string, string> = await logged(t, engine)
    const program = runProgram(t, env, 'serve')
    const client = strictClient(await program.serving())
    const db = await openDb(readConfig(env).database)
    await db.schema.dropTable('leads').execute()
    await db.destroy()
    const reply = await client.send(api.leads.submit, { body: lead({ name: '保密人' }) })
    assert.equal(reply.status, 500)
    program.child.kill('SIGTERM')
    const { stdout } = await program.ended
    const fault = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .find(({ msg }) => msg === 'request failed')
    assert.equal(fault.reqId, reply.headers.get('x-request-id'))
    assert.match(fault.err.stack, /at async insertAlone /)
    assert.ok(
      !stdout.includes('no such table') && !stdout.includes('does not exist') && !stdout.includes('保密人'),
    )
  })

  test(`a database newer than the program is refused with one line [${engine}]`, async (t) => {
    const env = await freshEnv(t, engine)
    const { db, close } = await joinWorld(t, env)
    await db
      .insertInto('migrations' as 'home')
      .values({ name: '9999-future', timestamp: '' } as never)
      .execute()
    await close()
    const { code, stderr } = await runCommand(t, env, 'serve')
    assert.equal(code, 1)
    assert.match(stderr, /^数据库版本比程序新.*9999-future.*\n$/)
  })
}

test('a second process on the same SQLite file is refused with one line, and may follow the first', async (t) => {
  const env = await freshEnv(t, 'sqlite')
  const first = runProgram(t, env, 'serve')
  await first.serving()
  const { code, stderr } = await runCommand(t, env, 'serve')
  assert.equal(code, 1)
  assert.match(stderr, /^另一个诊约进程正在使用 .*\n$/)
  first.child.kill('SIGKILL')
  await first.ended
  await runProgram(t, env, 'serve').serving()
})

async function takenPort(t: TestContext) {
  const blocker = createServer().listen(0, '127.0.0.1')
  t.after(() => blocker.close())
  await once(blocker, 'listening')
  return blocker.address() as AddressInfo
}

test('a first start that fails has told its password, and what it wrote is for its owner alone', async (t) => {
  const { ADMIN_PASSWORD: _, ...env } = await freshEnv(t, 'sqlite')
  const { port } = await takenPort(t)
  const { code, stderr } = await runCommand(t, { ...env, PORT: String(port) }, 'serve')
  assert.equal(code, 1)
  const madeUp = /Password\s+(\S{16})\n/.exec(stderr)![1]!
  const url = await runProgram(t, env, 'serve').serving()
  await strictClient(url).call(api.admins.login, { body: { username: 'admin', password: madeUp } })
  for (const name of readdirSync(env['DATA_DIR']!)) {
    assert.equal(statSync(`${env['DATA_DIR']}/${name}`).mode & 0o077, 0, `others may read ${name}`)
  }
})

test('a port in use and a database out of reach are said in one line', async (t) => {
  const { port } = await takenPort(t)
  const other = await freshEnv(t, 'sqlite')
  const taken = await runCommand(t, { ...other, PORT: String(port) }, 'serve')
  assert.deepEqual(
    [taken.code, taken.stderr],
    [1, `端口 ${port} 已被占用，请停掉占用它的程序，或用 PORT 换一个 · the port is in use\n`],
  )
  const DATABASE_URL = 'postgres://x@127.0.0.1:1/x'
  const lost = await runCommand(t, { ...other, DATABASE_URL, DATABASE_WAIT: '0' }, 'serve')
  assert.equal(lost.code, 1)
  assert.match(lost.stderr, /^无法连接 DATABASE_URL .*ECONNREFUSED.*\n$/)
  const wrong = await runCommand(t, { ...other, PORT: 'many' }, 'serve')
  assert.deepEqual(
    [wrong.code, wrong.stderr.startsWith('PORT '), wrong.stderr.trim().includes('\n')],
    [1, true, false],
  )
})

test('readyz tells when the database is gone and when it is back; livez does not care', async (t) => {
  const env = await freshEnv(t, 'postgres')
  const direct = new URL(env['DATABASE_URL']!)
  const { port, cut, mend } = await cable(t, Number(direct.port))
  direct.port = String(port)
  const { url, anonymous } = await joinWorld(t, { ...env, DATABASE_URL: direct.href })
  const status = async (path: string) => {
    const response = await fetch(url + path)
    await response.text()
    return response.status
  }
  assert.deepEqual([await status('/livez'), await status('/readyz')], [200, 200])
  cut()
  assert.deepEqual([await status('/livez'), await status('/readyz')], [200, 503])
  const reply = await anonymous.send(api.hospitals.list)
  assert.deepEqual([reply.status, reply.message], [503, '服务暂时不可用,请稍后再试'])
  assert.ok(Number(reply.headers.get('retry-after')) > 0)
  await mend()
  assert.equal(await status('/readyz'), 200)
  await anonymous.call(api.hospitals.list)
})

/** Has everyone who writes a lead wait until the answer is called. */
async function holdLeads({ config, env }: World) {
  if (config.database.engine === 'sqlite') {
    const other = new DatabaseSync(config.database.file)
    other.exec('begin immediate')
    return async () => other.close()
  }
  const other = new pg.Client(env['DATABASE_URL'])
  await other.connect()
  await other.query('begin; lock table leads in access exclusive mode')
  return () => other.end()
}

testOnBoth(
  'while many wait for the database, who comes later is turned away and told when to ask again',
  async (world) => {
    const submit = () => world.anonymous.send(api.leads.submit, { body: lead() })
    // What is done after every start writes too, and the leads would wait behind it.
    await sleep(1000)
    const release = await holdLeads(world)
    const first = Array.from({ length: 400 }, submit)
    try {
      // Nobody is served yet, so the first answer is to one that came too late.
      const late = await Promise.race(first)
      assert.deepEqual([late.status, late.message], [503, '服务暂时不可用,请稍后再试'])
      assert.equal(late.headers.get('retry-after'), '1')
      assert.equal((await fetch(`${world.url}/livez`)).status, 200)
    } finally {
      await release()
    }
    const statuses = (await Promise.all(first)).map(({ status }) => status)
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length
    // Who waits long for a connection to PostgreSQL is turned away as well.
    assert.ok(count(200) > 0 && count(200) <= 256, `${count(200)} were served`)
    assert.equal(count(200) + count(503), 400)
    assert.equal((await submit()).status, 200)
  },
)

testOnBoth('staff are served however many wait, and nobody is staff by a header', async (world) => {
  const { app, url, admin, anonymous } = world
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const working = Array.from({ length: 128 }, () => app.gate.run(() => held))
  app.gate.run(() => held).catch(() => {})
  await sleep(150)
  const busy = { status: 503, message: '服务暂时不可用,请稍后再试' }
  const stranger = (endpoint: Endpoint, authorization?: string) =>
    strictClient(url)
      .send(endpoint, { headers: { ...(authorization && { authorization }) } } as never)
      .then(({ status, message }) => ({ status, message }))
  const turnedAway = Promise.all([
    stranger(api.appointments.list),
    stranger(api.bookingRules.read, 'Bearer made.up.token'),
    stranger(api.appointments.staffList, `Bearer zyk_${'a'.repeat(43)}`),
  ])
  try {
    // These are answered before any of those is told.
    await admin.call(api.appointments.list)
    await admin.call(api.appointments.staffList)
    const { id } = await admin.call(api.appointments.create, { body: booking() })
    await admin.call(api.appointments.detail, { params: { id } })
    for (const endpoint of [api.appointments.list, api.appointments.staffList])
      assert.equal((await stranger(endpoint, 'Bearer made.up.token')).status, 401)
    assert.deepEqual(await turnedAway, [busy, busy, busy])
  } finally {
    release()
  }
  await Promise.all(working)
  await anonymous.call(api.appointments.list)
})

test('who waits long for PostgreSQL is answered, and not cut off', async (t) => {
  const world = await startWorld(t, 'postgres')
  const release = await holdLeads(world)
  try {
    const { status, message } = await world.anonymous.send(api.leads.submit, { body: lead() })
    assert.deepEqual([status, message], [503, '服务暂时不可用,请稍后再试'])
  } finally {
    await release()
  }
  assert.equal((await world.anonymous.send(api.leads.submit, { body: lead() })).status, 200)
})

test('metrics are on a port of their own, by route template', async (t) => {
  const port = await freePort()
  const { url, anonymous, db } = await joinWorld(t, {
    ...(await freshEnv(t, 'sqlite')),
    METRICS_PORT: String(port),
  })
  await anonymous.call(api.appointments.list, { query: { phone: '13900009999' } })
  await (await fetch(`${url}/no/13900009999`)).text()
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  assert.match(
    text,
    /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/appointments",status="200"\} 1/,
  )
  assert.match(text, /route="unknown",status="404"\} 1/)
  assert.match(text, /nodejs_eventloop_lag_seconds/)
  assert.match(text, /\ndeliveries_waiting 0\n/)
  assert.match(text, /\ndeliveries_oldest_seconds 0\n/)
  assert.ok(!text.includes('13900009999'))
  await sql`alter table deliveries rename to out_of_reach`.execute(db)
  const without = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  assert.match(without, /\ndeliveries_waiting NaN\n/i)
  assert.match(without, /http_request_duration_seconds_count/)
  const elsewhere = await fetch(`${url}/metrics`)
  await elsewhere.text()
  assert.equal(elsewhere.status, 404)
})

test('other origins may call only where CORS_ORIGINS names them', async (t) => {
  const ask = async (env: Record<string, string>) => {
    const { url } = await joinWorld(t, { ...(await freshEnv(t, 'sqlite')), ...env })
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'PUT' }
    const response = await fetch(`${url}/api/v1/config/home`, { method: 'OPTIONS', headers })
    await response.text()
    assert.equal(response.headers.get('access-control-max-age'), 'CORS_ORIGINS' in env ? '7200' : null)
    const allowed = response.headers.get('access-control-allow-methods')?.includes('PUT') ?? false
    return [response.status, response.headers.get('access-control-allow-origin'), allowed]
  }
  assert.deepEqual(await ask({}), [404, null, false])
  assert.deepEqual(await ask({ CORS_ORIGINS: 'https://app.example' }), [204, 'https://app.example', true])
  assert.deepEqual(await ask({ CORS_ORIGINS: 'https://other.example' }), [204, null, true])
})

test('where other origins may call, pictures can be shown and read by pages everywhere', async (t) => {
  const askAs = async (env: Record<string, string>, headers: Record<string, string>) => {
    const { url } = await startWorld(t, 'sqlite', env)
    const asked = []
    // The second time it is ready.
    for (let time = 1; time <= 2; time++) {
      const response = await fetch(`${url}/media/logo.svg`, { headers })
      await response.text()
      assert.equal(response.status, 200)
      const header = (name: string) => response.headers.get(name)
      asked.push([header('cross-origin-resource-policy'), header('access-control-allow-origin')])
    }
    return asked
  }
  const env = { CORS_ORIGINS: 'https://app.example' }
  const open = ['cross-origin', '*']
  assert.deepEqual(await askAs(env, { origin: 'https://app.example' }), [open, open])
  assert.deepEqual(await askAs(env, {}), [open, open])
  assert.deepEqual(await askAs({}, {}), [
    ['same-site', null],
    ['same-site', null],
  ])
})
