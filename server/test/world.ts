import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  api,
  createClient,
  nothing,
  type CallArguments,
  type CallOptions,
  type Data,
  type Endpoint,
  type Reply,
  type Role,
  type Sent,
} from '@zhenyue/contract'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { start } from '../src/main.ts'
import { createTime } from '../src/time.ts'
import { throughPrism } from './prism.ts'
import { carry, type Carried } from './transport.ts'

// A test file runs many programs in one process; each listens for its end.
process.setMaxListeners(0)

export type Engine = 'sqlite' | 'postgres'
export const engines: Engine[] = process.env['TEST_PGBOUNCER'] ? ['postgres'] : ['sqlite', 'postgres']
export const password = 'correct horse battery'

const envIn = (folder: string): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: folder,
  ADMIN_PASSWORD: password,
  JWT_SECRET: 'a secret for tests that is long enough',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
})

function freshFolder(t: TestContext) {
  const folder = mkdtempSync(join(process.env['TEST_WORLDS']!, 'test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The environment of a program on an empty database of its own. */
export async function freshEnv(t: TestContext, engine: Engine): Promise<Record<string, string>> {
  const env = envIn(freshFolder(t))
  return engine === 'sqlite' ? env : { ...env, DATABASE_URL: behindPgBouncer(await createDatabase()) }
}

async function createDatabase(template = 'template1'): Promise<string> {
  const url = new URL(process.env['TEST_POSTGRES']!)
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(url.href)
  await client.connect()
  // To copy the files takes half of what it takes to write them to the log.
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await client.end()
  url.pathname = name
  return url.href
}

/** The same database by way of PgBouncer, where the run has one. What is a template has to be without it. */
function behindPgBouncer(direct: string): string {
  const url = new URL(direct)
  const bouncer = process.env['TEST_PGBOUNCER']
  if (bouncer) url.port = new URL(bouncer).port
  return url.href
}

/** What a run makes once, so that not every test has to: on each engine a database after the first start and a login. */
interface Begun {
  folder: string
  database: string
  token: string
}
const begunFile = () => join(process.env['TEST_WORLDS']!, 'begun.json')

/** Tests log in hundreds of times, and the cost stands in a hash. */
function quickHash() {
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const nonce = randomBytes(16)
  const hash = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost })
  const [salt, digest] = [nonce, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${digest}`
}

export async function beginWorlds(engines: Engine[] = ['sqlite', 'postgres']) {
  const begun: Partial<Record<Engine, Begun>> = {}
  for (const engine of engines) {
    const folder = join(process.env['TEST_WORLDS']!, engine)
    mkdirSync(folder, { recursive: true })
    const url = engine === 'postgres' ? await createDatabase() : ''
    const { address, db, close } = await start(readConfig({ ...envIn(folder), DATABASE_URL: url }), () => {})
    const { token } = await strictClient(address).call(api.admins.login, {
      body: { username: 'admin', password },
    })
    await db.updateTable('admins').set({ password_hash: quickHash() }).execute()
    await close()
    begun[engine] = { folder, database: url && new URL(url).pathname.slice(1), token }
  }
  writeFileSync(begunFile(), JSON.stringify(begun))
}

async function begunEnv(t: TestContext, engine: Engine) {
  const { folder, database, token } = JSON.parse(readFileSync(begunFile(), 'utf8'))[engine] as Begun
  const own = freshFolder(t)
  cpSync(folder, own, { recursive: true })
  const env = envIn(own)
  if (!database) return { token, env }
  return { token, env: { ...env, DATABASE_URL: behindPgBouncer(await createDatabase(database)) } }
}

/** The operations that were seen to succeed. The test run adds them up and misses those without a test. */
const succeeded = new Set<string>()
function noteSuccess({ method, path }: Endpoint) {
  const operation = `${method} ${path}`
  const file = process.env['TEST_OPERATIONS']
  if (file && !succeeded.has(operation)) appendFileSync(file, `${operation}\n`)
  succeeded.add(operation)
}

/** A client that holds every answer against the contract. */
export function strictClient(baseUrl: string, token?: string) {
  const options = { baseUrl, token: () => token }
  const prism = process.env['TEST_PRISM'] && { fetch: throughPrism }
  const client = createClient({ ...options, fetch: carry, ...prism })
  const direct = createClient(options)
  const streams = prism ? createClient({ ...options, ...prism }) : direct

  async function send<E extends Endpoint>(
    endpoint: E,
    ...sent: CallArguments<E>
  ): Promise<Reply<E, Carried>> {
    const reply = await client.send(endpoint, ...sent)
    assert.ok(reply.headers.get('x-request-id'), 'every answer carries a request id')
    if (reply.code === 0) {
      noteSuccess(endpoint)
      assert.equal(reply.status, 200)
      assert.equal(reply.message, endpoint.message)
      if (endpoint.data !== nothing) assert.deepEqual(endpoint.data.parse(reply.data), reply.data)
      else assert.ok(!('data' in reply))
    } else {
      assert.equal(reply.code, reply.status === 400 ? 1 : reply.status)
    }
    return reply
  }

  async function call<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>): Promise<Data<E>> {
    const reply = await send(endpoint, ...sent)
    assert.equal(reply.code, 0, `${reply.status} ${reply.message}`)
    return reply.data
  }

  /** Expects a refusal with exactly this status and message; what is sent may lack what the operation needs. */
  async function refused<E extends Endpoint>(
    endpoint: E,
    sent: Partial<Sent<E>> & CallOptions,
    status: number,
    message: string,
  ) {
    const reply = await send(endpoint, ...([sent] as unknown as CallArguments<E>))
    assert.deepEqual({ status: reply.status, message: reply.message }, { status, message })
    assert.ok(!('data' in reply))
  }

  /** The answer of an operation that is a stream. */
  async function open<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>): Promise<Response> {
    // Prism waits for the end of an answer, and this one has none.
    const isEndless = endpoint.stream.includes('text/event-stream')
    const response = await (isEndless ? direct : streams).open(endpoint, ...sent)
    noteSuccess(endpoint)
    assert.ok(response.headers.get('x-request-id'), 'every answer carries a request id')
    assert.ok(endpoint.stream.includes(response.headers.get('content-type')!))
    return response
  }

  return { send, call, open, refused }
}

/** The program, running on a database of its own, with an anonymous and an administrator's client. */
export async function startWorld(t: TestContext, engine: Engine, changes: Record<string, string> = {}) {
  // These make another first start or login.
  if (changes['TIME_ZONE'] || changes['TOKEN_TTL'])
    return joinWorld(t, { ...(await freshEnv(t, engine)), ...changes })
  const { env, token } = await begunEnv(t, engine)
  return joinWorld(t, { ...env, ...changes }, token)
}

/** The program on the database that `env` names: a second instance, or a restart. */
export async function joinWorld(t: TestContext, env: Record<string, string>, token?: string) {
  const config = readConfig(env)
  const clock = { ahead: 0 }
  const time = createTime(config.timeZone, () => Date.now() + clock.ahead)
  const { app, address, db, close } = await start(config, () => {}, time)
  t.after(close)

  const anonymous = strictClient(address)
  const logIn = async () => {
    const session = await anonymous.call(api.admins.login, { body: { username: 'admin', password } })
    return { token: session.token, ...strictClient(address, session.token) }
  }
  const admin = token === undefined ? await logIn() : { token, ...strictClient(address, token) }
  return { env, config, app, url: address, db, time, clock, anonymous, logIn, admin, close }
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** A new account with this role, logged in. */
export async function logInAs({ url, admin, anonymous }: World, role: Role, username = `one-${role}`) {
  const body = { username, password: 'a colleague has this' }
  const { account } = await admin.call(api.accounts.create, { body: { ...body, role } })
  const { token } = await anonymous.call(api.admins.login, { body })
  return { id: account.id, ...body, token, ...strictClient(url, token) }
}

/** Runs a test on SQLite and again on PostgreSQL; behind PgBouncer on PostgreSQL alone. */
export function testOnBoth(
  name: string,
  body: (world: World, t: TestContext) => Promise<void>,
  env: Record<string, string> = {},
) {
  for (const engine of engines) {
    test(`${name} [${engine}]`, async (t) => body(await startWorld(t, engine, env), t))
  }
}

/** Runs a test about what lies above the database: one engine will do. */
export const testOnSqlite: typeof testOnBoth = (name, body, env = {}) =>
  test(name, async (t) => body(await startWorld(t, 'sqlite', env), t))

let nextPhone = 0
/** Numbers that nobody has; a test has ten thousand of them. */
export const fakePhone = () => `1390000${String(nextPhone++ % 10_000).padStart(4, '0')}`

export const lead = (changes: Record<string, unknown> = {}) => ({
  name: '张三',
  phone: fakePhone(),
  questionnaire: { total: 3, answers: { 0: '偶尔' }, createdAt: '2026-01-01T08:00:00.000Z' },
  ...changes,
})

export const booking = (changes: Record<string, unknown> = {}) => ({
  patientName: '李四',
  patientAge: 40,
  patientPhone: fakePhone(),
  date: '2026-12-01',
  departmentName: '肛肠' as const,
  ...changes,
})
