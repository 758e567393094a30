import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { turns } from '../src/http/turns.ts'
import { runProgram } from './program.ts'
import { password, strictClient, testOnBoth, testOnSqlite, type World } from './world.ts'

const right = { username: 'admin', password }
const wrong = { username: 'admin', password: 'a wrong guess' }
const limits = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
const day = 86_400_000

const from = (address: string) => ({ 'x-forwarded-for': address })
const logIn = ({ anonymous }: World, body: typeof right, address: string) =>
  anonymous.send(api.admins.login, { body, headers: from(address) })

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

testOnSqlite(
  'only tries that were looked at count, and a crowd of addresses leaves room for another',
  async (world) => {
    const crowd = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
    const tries = times(90, (i) =>
      logIn(world, { username: `nobody${i}`, password: 'x' }, crowd[i % crowd.length]!).then(
        ({ status }) => status,
        // On a slow machine some are cut off while they wait.
        () => 0,
      ),
    )
    assert.equal((await logIn(world, right, '198.51.100.7')).status, 200)
    const statuses = await tries
    const looked = statuses.filter((status) => status === 401).length
    const turnedAway = statuses.filter((status) => status === 503).length
    const cutOff = statuses.filter((status) => status === 0).length
    assert.deepEqual([looked + turnedAway + cutOff, turnedAway > 0], [90, true])
    const rows = await world.db.selectFrom('login_attempts').select('times').execute()
    const counted = rows.flatMap((row) => JSON.parse(row.times)).length
    assert.ok(counted >= looked && counted <= looked + cutOff, `${counted} counted of ${looked} looked at`)
  },
  limits,
)

testOnSqlite(
  'sixty failures a minute are the limit for one address, whoever they are meant for; successes do not count',
  async (world) => {
    const [here, there] = ['203.0.113.9', '203.0.113.10']
    for (let i = 0; i < 3; i++) assert.equal((await logIn(world, right, here)).status, 200)
    const statuses = []
    for (let i = 0; i < 62; i++) {
      statuses.push((await logIn(world, { username: `nobody${i}`, password: 'x' }, here)).status)
    }
    assert.deepEqual(statuses, [...Array(60).fill(401), 429, 429])
    const limited = await logIn(world, right, here)
    const wait = Number(limited.headers.get('retry-after'))
    assert.ok(limited.status === 429 && wait > 0 && wait <= 60, `${limited.status} ${wait}`)
    // Refused before the body is looked at.
    assert.equal((await logIn(world, {} as typeof right, here)).status, 429)
    assert.equal((await logIn(world, {} as typeof right, there)).status, 400)
    assert.equal((await logIn(world, right, there)).status, 200)
    world.clock.ahead += wait * 1000
    assert.equal((await logIn(world, right, here)).status, 200)
  },
  limits,
)

testOnSqlite(
  'a clock that is set back locks nobody for longer than the quarter hour',
  async (world) => {
    world.clock.ahead = 400 * day
    for (let i = 0; i < 10; i++) assert.equal((await logIn(world, wrong, '203.0.113.9')).status, 401)
    world.clock.ahead = 0
    const limited = await logIn(world, right, '203.0.113.9')
    const wait = Number(limited.headers.get('retry-after'))
    assert.ok(limited.status === 429 && wait > 800 && wait <= 900, `${limited.status} ${wait}`)
    world.clock.ahead = wait * 1000
    assert.equal((await logIn(world, right, '203.0.113.9')).status, 200)
  },
  limits,
)

testOnSqlite(
  'a reset password lifts the limit of that user, at the terminal and at the console',
  async (world, t) => {
    const { admin, env } = world
    const { account } = await admin.call(api.accounts.create, { body: { username: 'nurse' } })
    const exhaust = async () => {
      await times(11, () => logIn(world, { username: 'nurse', password: 'x' }, '203.0.113.9'))
      assert.equal((await logIn(world, { username: 'nurse', password: 'x' }, '203.0.113.9')).status, 429)
    }
    await exhaust()
    const own = { username: 'nurse', password: 'another long password' }
    const reset = runProgram(t, env, 'admin', 'reset-password', 'nurse', '--password-stdin')
    reset.child.stdin.end(`${own.password}\n`)
    assert.equal((await reset.ended).code, 0)
    assert.equal((await logIn(world, own, '203.0.113.9')).status, 200)

    await exhaust()
    const { password } = await admin.call(api.accounts.resetPassword, { params: { id: account.id } })
    assert.equal((await logIn(world, { username: 'nurse', password }, '203.0.113.9')).status, 200)
  },
  limits,
)

testOnBoth(
  'change-password counts wrong passwords together with the login',
  async (world) => {
    const { admin } = world
    const change = (oldPassword: string) =>
      admin.send(api.admins.changePassword, { body: { oldPassword, newPassword: 'a wholly new one' } })
    for (let i = 0; i < 10; i++) assert.equal((await change('a wrong guess')).status, 400)
    const limited = await change(password)
    assert.deepEqual([limited.status, limited.message], [429, '请求过于频繁,请稍后再试'])
    assert.ok(Number(limited.headers.get('retry-after')) > 800)
    assert.equal((await world.anonymous.send(api.admins.login, { body: right })).status, 429)
    assert.equal((await logIn(world, right, '203.0.113.9')).status, 200)
  },
  limits,
)

testOnBoth('of two supers who disable or demote each other one remains', async (world) => {
  const { url, anonymous } = world
  const other = { username: 'other', password: 'another long password' }
  await world.admin.call(api.accounts.create, { body: { ...other, role: 'super' } })
  const connect = async (body: typeof right) => {
    const { token, admin } = await anonymous.call(api.admins.login, { body })
    return { id: admin.id, ...strictClient(url, token) }
  }
  let refusals = 0
  for (let i = 0; i < 12; i++) {
    const pair = [await connect(right), await connect(other)] as const
    const body = i % 2 === 0 ? { enabled: false } : { role: 'admin' as const }
    const replies = await Promise.all(
      pair.map(({ send }, k) => send(api.accounts.update, { params: { id: pair[1 - k]!.id }, body })),
    )
    const winner = pair[replies.findIndex(({ status }) => status === 200)]!
    const loser = replies.find(({ status }) => status !== 200)
    assert.ok(winner && loser, 'one of them, and one alone')
    assert.ok([401, 403, 409].includes(loser.status), `${loser.status}`)
    if (loser.status === 409) refusals++
    if (loser.status === 409) assert.equal(loser.message, '至少需要保留一个启用的超级管理员')
    const accounts = await winner.call(api.accounts.list)
    assert.equal(accounts.filter(({ role, enabled }) => role === 'super' && enabled).length, 1)
    for (const { id } of pair.filter((one) => one !== winner)) {
      await winner.call(api.accounts.update, { params: { id }, body: { enabled: true, role: 'super' } })
    }
  }
  assert.ok(refusals > 0, 'they met at least once')
})

test('callers take turns, and where no more may wait the one with the most gives up its last', async () => {
  const inTurn = turns({ atOnce: 1, waiting: 4 })
  const done: string[] = []
  const ask = (caller: string, name: string) =>
    inTurn(caller, async () => void done.push(name)).catch(() => void done.push(`${name} refused`))
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('a', 'a4'), ask('a', 'a5'), ask('a', 'a6')]
  all.push(ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2'))
  await Promise.all(all)
  const refused = done.filter((name) => name.endsWith('refused'))
  assert.deepEqual(refused.toSorted(), ['a4 refused', 'a5 refused', 'a6 refused', 'b2 refused'])
  assert.deepEqual(
    done.filter((name) => !name.endsWith('refused')),
    ['a1', 'a2', 'b1', 'c1', 'a3'],
  )
})
