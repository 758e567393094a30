import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint } from '@zhenyue/contract'
import { base32, codeAt, stepAt } from '../src/admins/totp.ts'
import { codeOf } from './authenticator.ts'
import { runCommand } from './program.ts'
import { exchange } from './transport.ts'
import { joinWorld, logInAs, strictClient, testOnBoth, testOnSqlite, type World } from './world.ts'

test('codes are those of the vectors of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const vectors: [seconds: number, code: string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ]
  for (const [seconds, code] of vectors) assert.equal(codeAt(secret, stepAt(seconds * 1000)), code)
})

type Staff = Awaited<ReturnType<typeof logInAs>>

/** Switches it on; answers how to make codes, by steps from then: a step may end while a test runs. */
async function enrol({ time, clock }: World, staff: Staff) {
  const { secret, uri } = await staff.call(api.totp.begin, { body: { password: staff.password } })
  assert.match(uri, new RegExp(`^otpauth://totp/[^?]+${staff.username}\\?secret=${secret}&issuer=`))
  const begun = time.now() - clock.ahead
  const code = (ahead = 0) => codeOf(secret, begun + clock.ahead, ahead)
  const { recoveryCodes } = await staff.call(api.totp.enable, { body: { code: code(-1) } })
  return { secret, recoveryCodes, code }
}

testOnBoth('with a second factor a login needs a code, each once and on every instance', async (world, t) => {
  const { anonymous, admin, db, clock, env } = world
  const agent = await logInAs(world, 'agent')
  const { username, password } = agent
  const logIn = (otp?: string, where = anonymous) =>
    where.send(api.admins.login, { body: { username, password, otp } })

  await agent.refused(api.totp.begin, { body: { password: 'wrong' } }, 400, '密码错误')
  await agent.refused(api.totp.enable, { body: { code: '123456' } }, 409, '请先获取动态验证码密钥')
  await agent.call(api.totp.begin, { body: { password } })
  await agent.refused(api.totp.enable, { body: { code: 'abcdef' } }, 400, '动态验证码错误')
  assert.equal((await logIn()).status, 200, 'until it is on, nothing changes')

  const { secret, recoveryCodes, code } = await enrol(world, agent)
  assert.equal(new Set(recoveryCodes).size, 10)
  const missing = await logIn()
  assert.deepEqual([missing.status, missing.message], [401, '请输入动态验证码'])
  const wrong = await logIn('000000000')
  assert.deepEqual([wrong.status, wrong.message], [401, '动态验证码错误'])
  const badPassword = { username, password: 'wrong', otp: code() }
  await anonymous.refused(api.admins.login, { body: badPassword }, 401, '用户名或密码错误')
  assert.equal((await logIn(code(-1))).status, 401, 'the code that switched it on was used')

  const second = world.config.database.engine === 'postgres' ? await joinWorld(t, env, admin.token) : world
  const raced = await Promise.all(
    Array.from({ length: 6 }, (_, i) => logIn(code(), i % 2 ? anonymous : second.anonymous)),
  )
  assert.equal(raced.filter(({ status }) => status === 200).length, 1)
  assert.equal((await logIn(code(1))).status, 200, 'one step ahead is good')
  assert.equal((await logIn(code())).status, 401, 'an earlier one is not, after it')
  assert.equal((await logIn(recoveryCodes[0])).status, 200)
  assert.equal((await logIn(recoveryCodes[0])).status, 401, 'a recovery code is good once')
  assert.equal((await logIn(recoveryCodes[1]!.toUpperCase().replaceAll('-', ' '))).status, 200)

  await agent.refused(api.totp.begin, { body: { password } }, 409, '已开启动态验证码')
  await agent.refused(api.totp.enable, { body: { code: code(2) } }, 409, '已开启动态验证码')
  const rows = JSON.stringify([
    await db.selectFrom('admins').selectAll().execute(),
    await db.selectFrom('recovery_codes').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ])
  for (const told of [secret, ...recoveryCodes]) assert.ok(!rows.includes(told), 'nothing is kept as it is')
  assert.equal((await agent.call(api.accounts.own)).hasTotp, true)

  clock.ahead = 60_000
  await agent.refused(api.totp.disable, { body: { password: 'wrong', code: code() } }, 400, '密码错误')
  await agent.refused(api.totp.disable, { body: { password, code: 'no' } }, 400, '动态验证码错误')
  await agent.call(api.totp.disable, { body: { password, code: code() } })
  await agent.refused(api.totp.disable, { body: { password, code: code(1) } }, 409, '未开启动态验证码')
  assert.equal((await logIn()).status, 200)
})

testOnSqlite(
  'ten wrong codes in a quarter hour are the limit for an account, from any address',
  async (world, t) => {
    const { anonymous, clock, env } = world
    const viewer = await logInAs(world, 'viewer')
    const { code, recoveryCodes } = await enrol(world, viewer)
    const { username, password } = viewer
    const logIn = (otp?: string) => anonymous.send(api.admins.login, { body: { username, password, otp } })
    for (let i = 0; i < 10; i++) assert.equal((await logIn(`wrong${i}`)).status, 401)
    const limited = await logIn(code(1))
    assert.deepEqual([limited.status, limited.message], [429, '请求过于频繁,请稍后再试'])
    assert.ok(Number(limited.headers.get('retry-after')) <= 900)
    assert.equal((await logIn()).status, 401, 'one that is missing is not counted, nor limited')
    clock.ahead = 15 * 60_000
    assert.equal((await logIn(recoveryCodes[0])).status, 200)

    assert.equal((await logIn()).status, 401)
    const { stdout } = await runCommand(t, env, 'admin', 'reset-totp', username)
    assert.match(stdout, /已关闭 one-viewer 的动态验证码/)
    assert.equal((await logIn()).status, 200)
  },
)

const open = [
  api.admins.me,
  api.admins.changePassword,
  api.sessions.end,
  ...Object.values(api.totp),
] as Endpoint[]

testOnSqlite(
  'where it is required, an account without it can do nothing but get it',
  async (world) => {
    const { url, anonymous, admin } = world
    await admin.refused(api.accounts.list, {}, 403, '请先开启动态验证码')
    const operations = Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>))
    for (const endpoint of operations.filter(({ auth }) => auth !== 'public')) {
      const { text } = await exchange(url + endpoint.path.replace(/:\w+/g, 'none-1'), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        ...(endpoint.method !== 'GET' && { body: '{}' }),
      })
      const { message } = JSON.parse(text) as { message: string }
      const isOpen = open.includes(endpoint) && message !== '请先开启动态验证码'
      // Another session than the own one is refused by its own rule.
      const isRefused =
        message === '请先开启动态验证码' && (!open.includes(endpoint) || endpoint === api.sessions.end)
      assert.ok(isOpen || isRefused, `${endpoint.method} ${endpoint.path}: ${message}`)
    }
    const again = await anonymous.call(api.admins.login, {
      body: { username: 'admin', password: world.config.adminPassword! },
    })
    assert.equal(again.mustEnableTotp, true)
    await enrol(world, {
      ...strictClient(url, admin.token),
      token: admin.token,
      id: '',
      username: 'admin',
      password: world.config.adminPassword!,
    })
    await admin.call(api.accounts.list)
    await admin.call(api.accounts.create, {
      body: { username: 'one-admin', password: 'a colleague has this', role: 'admin' },
    })
    const { token } = await anonymous.call(api.admins.login, {
      body: { username: 'one-admin', password: 'a colleague has this' },
    })
    await strictClient(url, token).call(api.appointments.staffList)
    const other = strictClient(url, again.token)
    assert.equal((await other.call(api.admins.me)).role, 'super')
    await other.call(api.sessions.end, { params: { id: 'current' } })
    await other.refused(api.admins.me, {}, 401, '未登录或登录已过期')
  },
  { REQUIRE_TOTP: 'super' },
)

testOnSqlite(
  'where it is required, the made-up password of the first account is changed before or after it',
  async (world) => {
    const { url, db, anonymous } = world
    await db.updateTable('admins').set({ must_change_password: 1 }).execute()
    let password = world.config.adminPassword!
    const login = await anonymous.call(api.admins.login, { body: { username: 'admin', password } })
    assert.deepEqual([login.mustChangePassword, login.mustEnableTotp], [true, true])
    const admin = strictClient(url, login.token)
    const change = async (newPassword: string) => {
      await admin.call(api.admins.changePassword, { body: { oldPassword: password, newPassword } })
      password = newPassword
    }

    await change('of her own, at last')
    await admin.refused(api.accounts.own, {}, 403, '请先开启动态验证码')
    await enrol(world, { ...admin, token: login.token, id: '', username: 'admin', password })
    await change('and another one after it')
    assert.equal((await admin.call(api.accounts.own)).mustChangePassword, false)
  },
  { REQUIRE_TOTP: 'super' },
)

testOnSqlite('a second factor outlives a change of JWT_SECRET', async (world, t) => {
  const agent = await logInAs(world, 'agent')
  const { username, password } = agent
  const { code, recoveryCodes } = await enrol(world, agent)
  await world.close()
  const former = world.env['JWT_SECRET']!
  const renewed = { ...world.env, JWT_SECRET: 'another secret for tests that is long enough' }
  const status = async ({ anonymous }: World, otp: string) =>
    (await anonymous.send(api.admins.login, { body: { username, password, otp } })).status

  const between = await joinWorld(t, { ...renewed, JWT_SECRET_PREVIOUS: former })
  assert.equal(await status(between, recoveryCodes[0]!), 200)
  await between.close()
  const after = await joinWorld(t, renewed)
  assert.equal(await status(after, recoveryCodes[1]!), 200)
  assert.equal(await status(after, code()), 200)
})
