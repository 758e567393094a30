import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { password, strictClient, testOnBoth, testOnSqlite, type World } from './world.ts'

const gone = '未登录或登录已过期'

/** A further administrator, with the role `admin` unless told otherwise. */
async function colleague({ admin, anonymous, url }: World, body: Record<string, unknown> = {}) {
  const secret = 'a colleague has this'
  const { account } = await admin.call(api.accounts.create, {
    body: { username: 'nurse', password: secret, ...body },
  })
  const logIn = () =>
    anonymous.send(api.admins.login, { body: { username: account.username, password: secret } })
  const { data } = await logIn()
  return { account, logIn, token: data.token, ...strictClient(url, data.token) }
}

testOnBoth(
  'super creates an account; a password that is made up is told once and has to be changed',
  async (world) => {
    const { admin, anonymous } = world
    const { account, password: madeUp } = await admin.call(api.accounts.create, {
      body: { username: ' 护士.wang ' },
    })
    assert.deepEqual(
      [
        account.username,
        account.nickname,
        account.role,
        account.enabled,
        account.mustChangePassword,
        account.lastLoginAt,
      ],
      ['护士.wang', '护士.wang', 'admin', true, true, ''],
    )
    const { mustChangePassword } = await anonymous.call(api.admins.login, {
      body: { username: '护士.wang', password: madeUp! },
    })
    assert.equal(mustChangePassword, true)
    const own = await colleague(world, { nickname: '王护士', role: 'super' })
    assert.deepEqual(
      [own.account.nickname, own.account.role, own.account.mustChangePassword],
      ['王护士', 'super', false],
    )
    const list = await own.call(api.accounts.list)
    assert.deepEqual(
      list.map(({ username }) => username),
      ['admin', '护士.wang', 'nurse'],
    )
    assert.ok(list.every(({ lastLoginAt }) => /^\d{4}-/.test(lastLoginAt)))
    assert.ok(!JSON.stringify(list).includes('argon2'))
  },
)

testOnSqlite('accounts are refused by rule', async ({ admin }) => {
  for (const [body, status, message] of [
    [{}, 400, '用户名必填'],
    [{ username: ' ' }, 400, '用户名必填'],
    [{ username: 'a b' }, 400, '用户名需为 1-64 位文字、数字或 _ . @ -'],
    [{ username: 'a'.repeat(65) }, 400, '用户名需为 1-64 位文字、数字或 _ . @ -'],
    [{ username: 'x', nickname: '长'.repeat(51) }, 400, 'nickname 不超过 50 字'],
    [{ username: 'x', role: 'god' }, 400, 'role 仅支持:super / admin / reception / agent / editor / viewer'],
    [{ username: 'x', password: '1234567' }, 400, '新密码长度至少 8 位'],
    [{ username: 'x', password: 'PASSWORD123' }, 400, '密码过于简单,请换一个'],
    [{ username: 'admin' }, 409, '用户名已存在'],
  ] as const) {
    await admin.refused(api.accounts.create, { body: body as never }, status, message)
  }
  for (const common of ['12345678', 'password', 'woaini1314', 'Qwertyuiop']) {
    const body = { oldPassword: password, newPassword: common }
    await admin.refused(api.admins.changePassword, { body }, 400, '密码过于简单,请换一个')
  }
  await admin.refused(api.accounts.update, { params: { id: 'adm-99' }, body: {} }, 404, '账号不存在')
  await admin.refused(api.accounts.resetPassword, { params: { id: 'adm-0' } }, 404, '账号不存在')
})

testOnBoth(
  'disabling an account ends its sessions and its logins, enabling brings it back',
  async (world) => {
    const nurse = await colleague(world)
    const params = { id: nurse.account.id }
    const { enabled } = await world.admin.call(api.accounts.update, { params, body: { enabled: false } })
    assert.equal(enabled, false)
    await nurse.refused(api.admins.me, {}, 401, gone)
    const { status, message } = await nurse.logIn()
    assert.deepEqual([status, message], [401, '用户名或密码错误'])
    await world.admin.call(api.accounts.update, { params, body: { enabled: true } })
    await nurse.refused(api.admins.me, {}, 401, gone)
    assert.equal((await nurse.logIn()).status, 200)
  },
)

testOnBoth('a reset password is new, must be changed, and ends all sessions', async (world) => {
  const nurse = await colleague(world)
  const reset = await world.admin.call(api.accounts.resetPassword, { params: { id: nurse.account.id } })
  await nurse.refused(api.admins.me, {}, 401, gone)
  assert.equal((await nurse.logIn()).status, 401)
  const body = { username: 'nurse', password: reset.password }
  assert.equal((await world.anonymous.call(api.admins.login, { body })).mustChangePassword, true)
})

testOnBoth('nobody takes their own standing away, and a changed role counts at once', async (world) => {
  const { admin } = world
  const params = { id: (await admin.call(api.admins.me)).id }
  for (const body of [{ enabled: false }, { role: 'admin' as const }]) {
    await admin.refused(api.accounts.update, { params, body }, 409, '不能停用自己的账号或修改自己的角色')
  }
  const renamed = await admin.call(api.accounts.update, { params, body: { nickname: '院长', role: 'super' } })
  assert.equal(renamed.nickname, '院长')

  const nurse = await colleague(world)
  for (const [endpoint, sent] of [
    [api.accounts.list, {}],
    [api.accounts.create, { body: {} }],
    [api.accounts.update, { params, body: {} }],
    [api.accounts.resetPassword, { params }],
  ] as const) {
    await nurse.refused(endpoint, sent as never, 403, '无权限')
  }
  await admin.call(api.accounts.update, { params: { id: nurse.account.id }, body: { role: 'super' } })
  assert.equal((await nurse.call(api.accounts.list)).length, 2)
})

testOnBoth('sessions are listed and ended: your own, or with super everyone’s', async (world) => {
  const { admin } = world
  const nurse = await colleague(world)
  const other = await world.logIn()
  const all = await admin.call(api.sessions.list)
  assert.deepEqual(all.map(({ username }) => username).toSorted(), ['admin', 'admin', 'nurse'])
  assert.deepEqual(
    all.filter(({ current }) => current).map(({ username }) => username),
    ['admin'],
  )
  assert.ok(all.every(({ address, userAgent }) => address.endsWith('127.0.0.1') && userAgent === 'node'))
  const own = await nurse.call(api.sessions.list)
  assert.deepEqual(
    own.map(({ username, current }) => [username, current]),
    [['nurse', true]],
  )

  const otherId = (await other.call(api.sessions.list)).find(({ current }) => current)!.id
  await nurse.refused(api.sessions.end, { params: { id: otherId } }, 404, '会话不存在')
  await admin.call(api.sessions.end, { params: { id: otherId } })
  await other.refused(api.admins.me, {}, 401, gone)
  await admin.refused(api.sessions.end, { params: { id: otherId } }, 404, '会话不存在')
  await admin.refused(api.sessions.end, { params: { id: 'no\0such' } }, 404, '会话不存在')
  await nurse.call(api.sessions.end, { params: { id: own[0]!.id } })
  await nurse.refused(api.admins.me, {}, 401, gone)
})

testOnSqlite('an account learns about itself what its own page needs', async ({ admin, anonymous, url }) => {
  const own = await admin.call(api.accounts.own)
  assert.deepEqual([own.username, own.role, own.mustChangePassword], ['admin', 'super', false])
  assert.equal(own.minPasswordLength, 8)
  const [session] = await admin.call(api.sessions.list)
  assert.equal(own.sessionId, session!.id)
  assert.ok(own.expiresAt > own.lastLoginAt)
  const made = await admin.call(api.accounts.create, { body: { username: 'desk' } })
  const { token } = await anonymous.call(api.admins.login, {
    body: { username: 'desk', password: made.password! },
  })
  const desk = await strictClient(url, token).call(api.accounts.own)
  assert.deepEqual([desk.username, desk.role, desk.mustChangePassword], ['desk', 'admin', true])
})
