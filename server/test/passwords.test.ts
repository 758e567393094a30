import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint } from '@zhenyue/contract'
import { isSimple } from '../src/admins/simple-password.ts'
import { exchange } from './transport.ts'
import { password, strictClient, testOnBoth, testOnSqlite } from './world.ts'

const operations = Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>))
const unchanged = '请先修改密码'

test('blank, one character repeated, made of a name, or common in a usual disguise: refused', async () => {
  const refused = [
    ['        ', '\u3000'.repeat(8), '\u200b'.repeat(9), 'aaaaaaaa', '💤'.repeat(8), 'a'.repeat(1000)],
    ['nurse123', 'Nurse@123', 'nurse2026', 'nurse-nurse', '123nurse', 'NURSE!!!'],
    ['Zhenyue2026', 'Zhenyue@2026', 'zhenyue123', '诊约诊约诊约诊约', '诊约2026诊约', 'zhenyue'.repeat(20)],
    ['Admin@123', 'Adm1n@123', 'Admin@2026', 'admin888', 'admin.123', 'ａｄｍｉｎ＠１２３', 'Administrator1'],
    [
      '12345678',
      'PASSWORD',
      'Password123',
      'P@ssw0rd1',
      'P@55w0rd',
      'Passw0rd@123',
      'P@ssw0rd!23',
      'passw0rd.',
    ],
    ['1qaz@WSX', 'Qwer@1234', 'Abc@1234', 'Aa123456!', 'asdf1234', '11223344', 'iloveyou!', 'Welcome@123'],
    ['woaini1314', 'woaini123', '5201314520', 'Huawei@123', 'yiyuan123', 'Hospital@2026', 'root1234'],
  ]
  for (const one of refused.flat()) assert.equal(await isSimple(one, 'nurse'), true, one)
})

test('whatever has a little of its own in it: accepted', async () => {
  const accepted = [
    [
      'wanghuan1985',
      'lihua@2008',
      'xiaoming88',
      'Wang@1985',
      'Chen@2024',
      'zhang123',
      '19850612',
      'wx19880808',
    ],
    [
      '小猫爱吃鱼和肉啊',
      '今天天气真不错啊',
      '一个全新的密码吧',
      '诊约好用极了呀',
      'niuroumian3',
      'guahao2day',
    ],
    [
      'panda-tea',
      'tree7boat',
      'mygarden9',
      'kitchen42',
      'rainyday7',
      'sunflower8',
      'monkey-tree',
      'two cats 2',
    ],
    ['my own password', 'long enough', 'tea at four', 'correct horse battery', 'hospital7391', 'doctor-li-5'],
    ['zhenyue-is-good', 'zhenyueh4rdk', 'nurse-in-blue', 'k7#mQ2xv', `${'x'.repeat(40)}y`],
  ]
  for (const one of accepted.flat()) assert.equal(await isSimple(one, 'nurse'), false, one)
})

testOnSqlite('a temporary password opens nothing but its change and the way out', async (world) => {
  const { admin, anonymous, url } = world
  const made = await admin.call(api.accounts.create, { body: { username: 'desk', role: 'super' } })
  const params = { id: made.account.id }
  const logIn = async (word: string) => {
    const { token } = await anonymous.call(api.admins.login, { body: { username: 'desk', password: word } })
    return { token, ...strictClient(url, token) }
  }
  const open = [api.admins.me, api.admins.changePassword, api.accounts.own, api.sessions.end] as Endpoint[]
  assert.deepEqual(operations.filter((one) => one.withTemporaryPassword).toSorted(), open.toSorted())

  const check = async (temporary: string) => {
    const desk = await logIn(temporary)
    const headers = { authorization: `Bearer ${desk.token}` }
    for (const { method, path, auth } of operations.filter((one) => !open.includes(one))) {
      if (auth === 'public') continue
      const { status, text } = await exchange(url + path, { method, headers })
      assert.deepEqual(
        [status, JSON.parse(text)],
        [403, { code: 403, message: unchanged }],
        `${method} ${path}`,
      )
    }
    await desk.call(api.admins.me)
    assert.equal((await desk.call(api.accounts.own)).mustChangePassword, true)

    const other = await logIn(temporary)
    const { sessionId } = await other.call(api.accounts.own)
    await desk.refused(api.sessions.end, { params: { id: sessionId } }, 403, unchanged)
    await other.call(api.sessions.end, { params: { id: sessionId } })
    await other.refused(api.admins.me, {}, 401, '未登录或登录已过期')

    const refuse = (newPassword: string) =>
      desk.refused(
        api.admins.changePassword,
        { body: { oldPassword: temporary, newPassword } },
        400,
        '密码过于简单,请换一个',
      )
    for (const simple of ['Admin@123', 'Desk2026', '        ']) await refuse(simple)
    return desk
  }

  const first = await check(made.password!)
  const body = { oldPassword: made.password!, newPassword: 'a wholly new one' }
  await first.call(api.admins.changePassword, { body })
  await first.call(api.accounts.list)
  await check((await admin.call(api.accounts.resetPassword, { params })).password)
})

testOnBoth('the first administrator is asked by the console alone', async ({ admin, db }) => {
  await db.updateTable('admins').set({ must_change_password: 1 }).execute()
  assert.equal((await admin.call(api.accounts.own)).mustChangePassword, true)
  await admin.call(api.leads.list)
})

testOnBoth('a password change that was overtaken by a reset changes nothing', async (world) => {
  const { admin, anonymous, url } = world
  const own = { username: 'desk', password: 'a desk of its own' }
  const { account } = await admin.call(api.accounts.create, { body: own })
  const { token } = await anonymous.call(api.admins.login, { body: own })
  const [changed, reset] = await Promise.all([
    strictClient(url, token).send(api.admins.changePassword, {
      body: { oldPassword: own.password, newPassword: 'what a thief would like' },
    }),
    admin.call(api.accounts.resetPassword, { params: { id: account.id } }),
  ])
  assert.ok([200, 400, 401].includes(changed.status), `${changed.status}`)
  const login = (word: string) =>
    anonymous.send(api.admins.login, { body: { username: 'desk', password: word } })
  const statuses = [(await login('what a thief would like')).status, (await login(reset.password)).status]
  // Whichever came last holds, and one that was told of a success that came first is over.
  assert.ok(changed.status === 200 || statuses.join() === '401,200', statuses.join())
  assert.notEqual(password, reset.password)
})
