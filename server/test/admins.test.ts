import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { SignJWT } from 'jose'
import { networkOf } from '../src/http/limits.ts'
import { joinWorld, password, strictClient, testOnBoth, testOnSqlite } from './world.ts'

const right = { username: 'admin', password }

testOnBoth('login answers a token and exactly the four keys of the account', async ({ anonymous, url }) => {
  const { token, admin, mustChangePassword } = await anonymous.call(api.admins.login, { body: right })
  assert.deepEqual(Object.keys(admin), ['id', 'username', 'nickname', 'role'])
  assert.equal(admin.username, 'admin')
  assert.equal(admin.role, 'super')
  assert.equal(mustChangePassword, false)
  assert.equal(token.split('.').length, 3)
  assert.deepEqual(await strictClient(url, token).call(api.admins.me), admin)
})

testOnSqlite('login refuses what is missing and what is wrong', async ({ anonymous }) => {
  const missing = '用户名和密码不能为空'
  for (const body of [
    {},
    { username: 'admin' },
    { password },
    { username: '', password },
    { username: 'admin', password: '' },
    { username: null, password: null },
    { username: 1, password },
    { username: 'admin', password: 12345678 },
    { username: ' \u3000', password },
  ]) {
    await anonymous.refused(api.admins.login, { body: body as never }, 400, missing)
  }
  const wrong = '用户名或密码错误'
  for (const body of [
    { username: 'admin', password: 'wrong password' },
    { username: 'admin', password: `${password} ` },
    { username: 'nobody', password },
    { username: 'ADMIN', password },
    { username: "' or 1=1 --", password },
  ]) {
    await anonymous.refused(api.admins.login, { body }, 401, wrong)
  }
  await anonymous.refused(
    api.admins.login,
    { body: { username: 'a\0', password } },
    400,
    'username 含有非法字符',
  )
})

testOnSqlite('change-password refuses in order: missing, short, wrong', async ({ admin }) => {
  for (const [body, message] of [
    [{}, '原密码和新密码不能为空'],
    [{ oldPassword: password }, '原密码和新密码不能为空'],
    [{ oldPassword: '', newPassword: 'long enough' }, '原密码和新密码不能为空'],
    [{ oldPassword: 'wrong', newPassword: '' }, '原密码和新密码不能为空'],
    [{ oldPassword: 5, newPassword: 'long enough' }, '原密码和新密码不能为空'],
    [{ oldPassword: 'wrong', newPassword: '1234567' }, '新密码长度至少 8 位'],
    [{ oldPassword: password, newPassword: '😀'.repeat(7) }, '新密码长度至少 8 位'],
    [{ oldPassword: 'wrong', newPassword: '12345678' }, '原密码错误'],
  ] as const) {
    await admin.refused(api.admins.changePassword, { body: body as never }, 400, message)
  }
  await admin.call(api.admins.me)
})

testOnBoth(
  'a password change ends the other sessions at once and keeps its own',
  async ({ anonymous, admin, logIn }) => {
    const other = await logIn()
    const reply = await admin.send(api.admins.changePassword, {
      body: { oldPassword: password, newPassword: '一个全新的密码吧' },
    })
    assert.deepEqual([reply.status, reply.message, 'data' in reply], [200, '密码修改成功', false])
    await other.refused(api.admins.me, {}, 401, '未登录或登录已过期')
    await admin.call(api.admins.me)
    await anonymous.refused(api.admins.login, { body: right }, 401, '用户名或密码错误')
    await anonymous.call(api.admins.login, { body: { username: 'admin', password: '一个全新的密码吧' } })
  },
)

testOnBoth(
  'the account being gone is a 404 for change-password and a 401 elsewhere',
  async ({ admin, db }) => {
    await db.deleteFrom('admins').execute()
    const body = { oldPassword: password, newPassword: 'long enough' }
    await admin.refused(api.admins.changePassword, { body }, 404, '账号不存在')
    await admin.refused(api.admins.changePassword, { body: {} as never }, 400, '原密码和新密码不能为空')
    await admin.refused(api.admins.me, {}, 401, '未登录或登录已过期')
  },
)

testOnBoth(
  'ten failed tries of one user from one address are the limit, also when made at once',
  async ({ anonymous, clock }, t) => {
    const guess = { body: { username: 'admin', password: 'a wrong guess' } }
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => anonymous.send(api.admins.login, guess)),
    )
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    assert.deepEqual([count(401), count(429)], [10, 20])
    const limited = await anonymous.send(api.admins.login, { body: right })
    assert.deepEqual([limited.status, limited.code, limited.message], [429, 429, '请求过于频繁,请稍后再试'])
    const wait = Number(limited.headers.get('retry-after'))
    assert.ok(wait > 800 && wait <= 900, `retry after ${wait}`)

    const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
    assert.equal((await anonymous.send(api.admins.login, { body: right, headers: elsewhere })).status, 200)
    clock.ahead += wait * 1000
    assert.equal((await anonymous.send(api.admins.login, { body: right })).status, 200)
    t.diagnostic('limited and released')
  },
  { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
)

testOnSqlite(
  'a success forgets the failed tries, and the quarter hour slides',
  async ({ anonymous, clock }) => {
    const fail = async (times: number) => {
      for (let i = 0; i < times; i++) {
        await anonymous.refused(
          api.admins.login,
          { body: { username: 'admin', password: 'a wrong guess' } },
          401,
          '用户名或密码错误',
        )
      }
    }
    await fail(9)
    await anonymous.call(api.admins.login, { body: right })
    await fail(5)
    clock.ahead += 10 * 60_000
    await fail(5)
    clock.ahead += 5 * 60_000 + 1000
    await fail(5)
    assert.equal((await anonymous.send(api.admins.login, { body: right })).status, 429)
  },
  { RATE_LIMITS: 'on' },
)

testOnSqlite(
  'without TRUST_PROXY a forged forwarding header does not make another address',
  async ({ anonymous }) => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` }
      const body = { username: 'admin', password: 'a wrong guess' }
      statuses.push((await anonymous.send(api.admins.login, { body, headers })).status)
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429])
  },
  { RATE_LIMITS: 'on' },
)

testOnSqlite(
  'public writes are limited by address, reads are not',
  async ({ anonymous, url }) => {
    const statuses = new Map<number, number>()
    for (let i = 0; i < 310; i++) {
      const { status } = await anonymous.send(api.leads.submit, { body: {} as never })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual(
      [...statuses],
      [
        [400, 300],
        [429, 10],
      ],
    )
    const limited = await anonymous.send(api.appointments.create, { body: {} as never })
    assert.deepEqual([limited.status, limited.message], [429, '请求过于频繁,请稍后再试'])
    assert.ok(Number(limited.headers.get('retry-after')) > 0)
    assert.equal((await fetch(`${url}/api/v1/config/home`)).status, 200)
  },
  { RATE_LIMITS: 'on' },
)

test('one household is one address: the first half of IPv6, however it is written', () => {
  const one = networkOf('2001:db8::1')
  for (const same of [
    '2001:db8::2',
    '2001:db8:0:0:ffff::',
    '2001:0DB8:0000:0000:1:2:3:4',
    '2001:db8::%eth0',
  ]) {
    assert.equal(networkOf(same), one, same)
  }
  for (const other of ['2001:db8:0:1::1', '2001:db9::1', '::1', '203.0.113.9'])
    assert.notEqual(networkOf(other), one)
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
  assert.notEqual(networkOf('203.0.113.9'), networkOf('203.0.113.10'))
})

const lifetime = { TOKEN_TTL: '30m' }
testOnSqlite(
  'a token lives as long as TOKEN_TTL says',
  async ({ admin, clock }) => {
    clock.ahead += 29 * 60_000
    await admin.call(api.admins.me)
    clock.ahead += 61_000
    await admin.refused(api.admins.me, {}, 401, '未登录或登录已过期')
  },
  lifetime,
)

testOnSqlite(
  'only our own tokens are taken: algorithm, key, issuer, audience, type',
  async ({ admin, url, config }) => {
    const payload = JSON.parse(Buffer.from(admin.token.split('.')[1]!, 'base64url').toString())
    const sign = (
      changes: Record<string, unknown>,
      {
        alg = 'HS256',
        typ = 'at+jwt',
        key = config.jwtSecret,
      }: { alg?: string; typ?: string; key?: Uint8Array } = {},
    ) => new SignJWT({ ...payload, ...changes }).setProtectedHeader({ alg, typ }).sign(key)

    const same = strictClient(url, await sign({}))
    await same.call(api.admins.me)

    const [header, claims, signature] = admin.token.split('.') as [string, string, string]
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    const bad = {
      empty: '',
      'not a token': 'abc',
      'no signature': `${header}.${claims}.`,
      'alg none': `${none}.${claims}.`,
      'alg swapped': await sign({}, { alg: 'HS512', key: Buffer.alloc(64, 'k') }),
      'wrong key': await sign({}, { key: Buffer.alloc(32, 'k') }),
      'wrong type': await sign({}, { typ: 'JWT' }),
      'wrong issuer': await sign({ iss: 'other' }),
      'wrong audience': await sign({ aud: 'other' }),
      expired: await sign({ exp: Math.floor(Date.now() / 1000) - 1 }),
      'not yet valid': await sign({ nbf: Math.floor(Date.now() / 1000) + 60 }),
      'no subject': await sign({ sub: undefined }),
      'no session': await sign({ jti: undefined }),
      'unknown session': await sign({ jti: 'another' }),
      truncated: admin.token.slice(0, -2),
      'extra part': `${admin.token}.${signature}`,
    }
    for (const [name, token] of Object.entries(bad)) {
      const response = await fetch(`${url}/api/v1/admin/auth/me`, {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.deepEqual(
        [response.status, await response.json()],
        [401, { code: 401, message: '未登录或登录已过期' }],
        name,
      )
    }
  },
)

testOnBoth('a session survives a restart of the program', async ({ env, close, admin }, t) => {
  await close()
  const again = await joinWorld(t, env)
  await strictClient(again.url, admin.token).call(api.admins.me)
})
