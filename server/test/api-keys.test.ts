import assert from 'node:assert/strict'
import { api, keyRoles, type Endpoint } from '@zhenyue/contract'
import { runCommand } from './program.ts'
import { booking, joinWorld, lead, strictClient, testOnBoth, testOnSqlite } from './world.ts'

testOnBoth('a key may do what its role may, under its own name, until it is revoked', async (world, t) => {
  const { url, admin, anonymous, db, env, time } = world
  const create = (name: string, body: object = {}) =>
    admin.call(api.apiKeys.create, { body: { name, role: 'admin', ...body } })
  const made = await create('挂号机')
  assert.match(made.key, /^zyk_[\w-]{43}$/)
  const machine = strictClient(url, made.key)
  const { id } = await anonymous.call(api.appointments.create, { body: booking() })
  await machine.call(api.appointments.confirm, { params: { id } })
  const { list } = await admin.call(api.audit.list, { query: { actor: 'key:挂号机' } })
  assert.deepEqual(
    list.map(({ action, target }) => [action, target]),
    [['appointment.confirm', id]],
  )

  const operations = Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>))
  const never = operations.filter(({ auth, may }) => auth === 'super' || auth === 'token' || may === 'self')
  assert.ok(
    [api.apiKeys.create, api.accounts.create, api.webhooks.create].every((one) => never.includes(one)),
  )
  for (const endpoint of never) await machine.refused(endpoint, { params: { id: 'x' } }, 403, '无权限')
  await machine.refused(api.hospitals.update, { params: { id: 'h-001' } }, 403, '无权限')

  const { id: leadId } = await anonymous.call(api.leads.submit, { body: lead() })
  const desk = strictClient(url, (await create('前台大屏', { role: 'reception' })).key)
  await desk.refused(api.leads.detail, { params: { id: leadId } }, 403, '无权限')
  assert.match((await desk.call(api.appointments.detail, { params: { id } })).patientPhone, /\*{4}/)

  await admin.refused(api.apiKeys.create, { body: { name: '挂号机', role: 'agent' } }, 409, '名称已存在')
  const asSuper = { name: 'x', role: 'super' } as never
  await admin.refused(api.apiKeys.create, { body: asSuper }, 400, `role 仅支持:${keyRoles.join(' / ')}`)
  const past = { name: 'x', role: 'agent' as const, expiresAt: '2020-01-01' }
  await admin.refused(api.apiKeys.create, { body: past }, 400, 'expiresAt 不能早于今天')

  const today = time.dayOf(time.now())
  const short = await create('今天', { expiresAt: today })
  assert.equal(short.expiresAt, today)
  await strictClient(url, short.key).call(api.appointments.staffList)
  world.clock.ahead = 24 * 60 * 60 * 1000
  await strictClient(url, short.key).refused(api.appointments.staffList, {}, 401, '未登录或登录已过期')
  world.clock.ahead = 0

  const keys = await admin.call(api.apiKeys.list)
  assert.deepEqual(
    keys.map(({ name, role }) => [name, role]),
    [
      ['挂号机', 'admin'],
      ['前台大屏', 'reception'],
      ['今天', 'admin'],
    ],
  )
  assert.ok(keys[0]!.lastUsedAt !== '')
  const kept = JSON.stringify([
    await db.selectFrom('api_keys').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ])
  assert.ok(!kept.includes(made.key.slice(4)))

  const second = world.config.database.engine === 'postgres' ? await joinWorld(t, env, admin.token) : world
  await strictClient(second.url, made.key).call(api.appointments.staffList)
  await admin.call(api.apiKeys.remove, { params: { id: made.id } })
  for (const where of [url, second.url]) {
    await strictClient(where, made.key).refused(api.appointments.staffList, {}, 401, '未登录或登录已过期')
    await strictClient(where, made.key).refused(
      api.appointments.create,
      { body: booking() },
      401,
      '未登录或登录已过期',
    )
  }
  await admin.refused(api.apiKeys.remove, { params: { id: made.id } }, 404, '密钥不存在')
})

testOnSqlite('keys are made, listed and revoked at the terminal', async ({ url, env }, t) => {
  const run = (...args: string[]) => runCommand(t, env, 'key', ...args)
  const made = await runCommand(t, env, 'key', 'create', 'HIS', '--role', 'agent', '--expires', '2099-12-31')
  const key = /zyk_[\w-]{43}/.exec(made.stdout)![0]
  const his = strictClient(url, key)
  await his.call(api.leads.list)
  const [id, ...rest] = (await run('list')).stdout.trim().split('\t')
  assert.deepEqual([rest[0], rest[1], rest[3]], ['HIS', 'agent', '2099-12-31'])
  assert.equal((await run('create', 'x', '--role', 'super')).code, 1)
  assert.match((await run('create', 'x', '--role', 'agent', '--expires', '2020-01-01')).stderr, /--expires/)
  assert.match((await run('revoke', id!)).stdout, /已吊销/)
  await his.refused(api.leads.list, {}, 401, '未登录或登录已过期')
  assert.match((await run('revoke', id!)).stderr, /不存在/)
})
