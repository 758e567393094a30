import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { api } from '@zhenyue/contract'
import launch from '../../scripts/launch.json' with { type: 'json' }
import { freePort } from '../../scripts/postgres.ts'
import { cable } from './cable.ts'
import { runCommand, runProgram } from './program.ts'
import { freshEnv, joinWorld, lead, password, startWorld, strictClient } from './world.ts'

async function takenPort(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return String((server.address() as AddressInfo).port)
}

test('a start that fails ends, also with metrics, and names what is taken by its variable', async (t) => {
  const env = await freshEnv(t, 'sqlite')
  const taken = await takenPort(t)
  const free = String(await freePort())
  const says = (variable: string) =>
    `端口 ${taken} 已被占用，请停掉占用它的程序，或用 ${variable} 换一个 · the port is in use\n`
  for (const [ports, line] of [
    [{ PORT: taken, METRICS_PORT: free }, says('PORT')],
    [{ PORT: free, METRICS_PORT: taken }, says('METRICS_PORT')],
  ] as const) {
    const { code, stderr } = await runCommand(t, { ...env, ...ports }, 'serve')
    assert.deepEqual([code, stderr], [1, line])
  }
})

test('a wrong HOST, user, password or name of the database is said by its variable', async (t) => {
  const env = await freshEnv(t, 'postgres')
  const url = new URL(env['DATABASE_URL']!)
  const changed = (change: (url: URL) => void) => {
    const other = new URL(url)
    change(other)
    return { DATABASE_URL: other.href }
  }
  for (const [changes, line] of [
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 不是本机的地址/],
    [{ HOST: 'no-such-host.invalid' }, /^HOST no-such-host\.invalid 无法解析/],
    [changed((one) => (one.pathname = 'nowhere')), /^DATABASE_URL 指定的数据库 nowhere 不存在，请先创建/],
    [changed((one) => (one.username = 'stranger')), /^DATABASE_URL 中的用户 stranger 不被数据库接受/],
  ] as const) {
    const { code, stderr } = await runCommand(t, { ...env, DATABASE_WAIT: '0', ...changes }, 'serve')
    assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1], stderr)
    assert.match(stderr, line)
  }
})

/** Answers every connection with this refusal, as PostgreSQL and PgBouncer do. */
async function refusingServer(t: TestContext, code: string, message: string) {
  const refusal = Buffer.from(`E\0\0\0\0SFATAL\0C${code}\0M${message}\0\0`)
  refusal.writeInt32BE(refusal.length - 1, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(refusal))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a password that the database or PgBouncer refuses is said, and not shown; so is a setting it lacks', async (t) => {
  const password = /^DATABASE_URL 中用户 zhenyue 的密码不正确.*\n$/
  for (const [refusal, message, line] of [
    ['28P01', 'password authentication failed', password],
    ['08P01', 'SASL authentication failed', password],
    ['08P01', 'unsupported startup parameter: statement_timeout', /^PgBouncer 需设置 ignore_startup_.*\n$/],
  ] as const) {
    const port = await refusingServer(t, refusal, message)
    const DATABASE_URL = `postgres://zhenyue:hidden@127.0.0.1:${port}/zhenyue`
    const env = { ...(await freshEnv(t, 'sqlite')), DATABASE_URL, DATABASE_WAIT: '0' }
    const { code, stderr } = await runCommand(t, env, 'serve')
    assert.equal(code, 1)
    assert.match(stderr, line)
    assert.ok(!stderr.includes('hidden'))
  }
})

test('a start waits for the database, and a stop meanwhile is heard', async (t) => {
  const env = await freshEnv(t, 'postgres')
  const url = new URL(env['DATABASE_URL']!)
  const direct = Number(url.port)
  url.port = String(await freePort())
  const late = { ...env, DATABASE_URL: url.href }
  const isWaiting = async ({ output }: ReturnType<typeof runProgram>) => {
    while (!/waiting for the database: ECONNREFUSED\n/.test(output.stderr)) {
      await new Promise((soon) => setTimeout(soon, 25))
    }
  }
  const [stopped, patient] = [runProgram(t, late, 'serve'), runProgram(t, late, 'serve')]
  await isWaiting(stopped)
  stopped.child.kill('SIGTERM')
  assert.equal((await stopped.ended).code, 0)

  await isWaiting(patient)
  await cable(t, direct, Number(url.port))
  await patient.serving()
})

/** The program by `bin/zhenyue`, as a service manager runs it. */
async function runBin(t: TestContext, env: Record<string, string>) {
  const child = spawn(join(import.meta.dirname, '../../bin/zhenyue'), ['serve'], {
    env: { PATH: process.env['PATH'], ...env },
  })
  t.after(() => child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => (output.stdout += data))
  for await (const data of child.stderr) {
    output.stderr += data
    const url = /Service\s+(http:\S+)/.exec(output.stderr)?.[1]
    if (url) return { url, child, output }
  }
  throw new Error(`does not serve: ${output.stderr}`)
}

test('bin/zhenyue takes no Node that is older than the one it was tested with', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'zhenyue-bin-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const root = join(import.meta.dirname, '../..')
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const runWith = (version: string) => {
    const pretend = join(folder, 'pretend.cjs')
    writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '${version}' })`)
    const node = `#!/bin/sh\nexec '${process.execPath}' --require '${pretend}' "$@"\n`
    writeFileSync(join(folder, 'node'), node, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    return spawnSync(join(folder, 'bin/zhenyue'), { env, encoding: 'utf8' }).stderr
  }
  for (const version of ['20.19.0', '24.20.0'])
    assert.match(runWith(version), /安装 Node\.js 24\.21 或更新版本/)
  // It goes on to the program, which is not there.
  for (const version of ['24.21.0', '26.0.0']) assert.match(runWith(version), /Cannot find module .*cli\.js/)
})

test('bin/zhenyue becomes the service: one process, small after many logins, not ended by SIGHUP, with a line at start and stop', async (t) => {
  const { url, child, output } = await runBin(t, { ...(await freshEnv(t, 'sqlite')), LOG_LEVEL: 'info' })
  const processFile = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  const megabytes = () => Number(/RssAnon:\s+(\d+)/.exec(processFile('status'))![1]) / 1024
  const logIn = () => strictClient(url).call(api.admins.login, { body: { username: 'admin', password } })
  await logIn()
  if (process.platform === 'linux') {
    const [, ...args] = processFile('cmdline').split('\0')
    assert.deepEqual(args.slice(0, launch.flags.length), launch.flags)
    const env = processFile('environ').split('\0')
    for (const [name, value] of Object.entries(launch.env)) assert.ok(env.includes(`${name}=${value}`), name)
    const before = megabytes()
    for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 8 }, logIn))
    const grown = megabytes() - before
    assert.ok(grown < 25, `${grown} MB more after three times eight logins`)
  }
  child.kill('SIGHUP')
  await logIn()
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  const lines = output.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const told = lines.filter(({ msg }) => ['started', 'stopping', 'stopped'].includes(msg))
  assert.deepEqual(
    told.map(({ msg, version, signal }) => [msg, version ?? signal]),
    [
      ['started', JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version],
      ['stopping', 'SIGTERM'],
      ['stopped', undefined],
    ],
  )
})

test('with DRAIN_SECONDS a stop first says so at readyz, then serves on for that long and closes each connection', async (t) => {
  const program = runProgram(t, { ...(await freshEnv(t, 'sqlite')), DRAIN_SECONDS: '1' }, 'serve')
  const url = await program.serving()
  const ask = async (path: string) => {
    const response = await fetch(url + path)
    await response.text()
    return [response.status, response.headers.get('connection')]
  }
  assert.deepEqual(await ask('/api/v1/config/home'), [200, 'keep-alive'])
  program.child.kill('SIGTERM')
  while ((await ask('/readyz'))[0] === 200);
  assert.deepEqual(await ask('/readyz'), [503, 'close'])
  assert.deepEqual(await ask('/api/v1/config/home'), [200, 'close'])
  while ((await ask('/api/v1/config/home'))[0] === 200);
  await strictClient(url).call(api.leads.submit, { body: lead() })
  assert.equal((await program.ended).code, 0)
})

test('JWT_SECRET_PREVIOUS opens what it signed and signs nothing; the audit log is whole over the change', async (t) => {
  const { env, admin, close } = await startWorld(t, 'postgres')
  await close()
  const JWT_SECRET = 'another secret that is long enough for it'
  const rotated = { ...env, JWT_SECRET, JWT_SECRET_PREVIOUS: env['JWT_SECRET']! }
  const world = await joinWorld(t, rotated)
  await strictClient(world.url, admin.token).call(api.admins.me)
  const { code, stdout } = await runCommand(t, rotated, 'audit', 'verify')
  assert.equal(code, 0, stdout)
  await world.close()

  const without = await joinWorld(t, { ...env, JWT_SECRET }, world.admin.token)
  await without.admin.call(api.admins.me)
  await strictClient(without.url, admin.token).refused(api.admins.me, {}, 401, '未登录或登录已过期')
})
