import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { api } from '@zhenyue/contract'
import { booking, fakePhone, lead, strictClient, type World } from '../../server/test/world.ts'
import { choose, goWithin, meterSays, startConsole } from '../console.ts'

const hour = 60 * 60 * 1000

/** Leads and bookings of several days, so that no list is by accident as long as another. */
async function seed({ anonymous, admin, clock, time }: World) {
  const dayFromNow = (days: number) => time.dayOf(time.now() + days * 24 * hour)
  const today = dayFromNow(0)
  const submit = async (source: string, count: number) => {
    const phones = Array.from({ length: count }, fakePhone)
    for (const phone of phones) await anonymous.call(api.leads.submit, { body: lead({ phone, source }) })
    return phones
  }
  const book = async (date: string, changes: Record<string, unknown> = {}) =>
    (await anonymous.call(api.appointments.create, { body: booking({ date, ...changes }) })).id
  const stomach = (days: number, patientPhone: string) =>
    book(dayFromNow(days), { departmentName: '胃肠', patientPhone })

  clock.ahead = -25 * hour
  const others = await submit('other', 6)
  await book('2027-01-01')
  clock.ahead = -23 * hour
  const [fromHome] = await submit('home', 1)
  clock.ahead = 0
  const home = await submit('home', 4)
  const [tested] = await submit('self-test', 3)
  await submit('appointment', 2)
  for (const phone of others.slice(0, 3)) await stomach(-7, phone)
  for (const phone of [fromHome!, home[0]!]) await stomach(-8, phone)
  await stomach(-9, tested!)
  await book(today)
  const ids = []
  for (let i = 0; i < 6; i++) ids.push(await book(today))
  for (const id of ids.slice(0, 3)) await admin.call(api.appointments.confirm, { params: { id } })
  await admin.call(api.appointments.complete, { params: { id: ids[0]! } })
  for (const id of ids.slice(3, 5)) await admin.call(api.appointments.cancel, { params: { id } })
  await admin.call(api.appointments.cancel, { params: { id: ids[5]! } })
}

test('workbench and system', async (t) => {
  const { world, open } = await startConsole(t)
  await seed(world)

  await t.test('accounts are made, disabled, and given a new password', async (t) => {
    const page = await open(t, { at: '/accounts' })
    await page.getByRole('button', { name: '新增账号' }).click()
    await page.getByLabel('用户名').fill('reception')
    await page.getByLabel('姓名').fill('前台小李')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    const secret = await page.locator('.secret').innerText()
    assert.ok(secret.trim().length >= 8)
    await page.getByRole('button', { name: '已记下' }).click()
    const row = page.locator('tr', { hasText: 'reception' })
    await row.getByRole('button', { name: '重置密码' }).click()
    await page.locator('.ant-modal').getByRole('button', { name: '重置密码' }).click()
    await page.getByRole('button', { name: '已记下' }).click()
    await row.getByRole('button', { name: '编辑' }).click()
    const editor = page.getByRole('dialog', { name: '编辑' })
    await editor.getByLabel('姓名').fill('前台李姐')
    await editor.getByRole('radio', { name: /^超级管理员/ }).check()
    await editor.getByRole('button', { name: '保存' }).click()
    await row.getByText('前台李姐').waitFor()
    await row.getByText('超级管理员').waitFor()
    await row.getByRole('switch').click()
    await row.getByRole('switch', { checked: false }).waitFor()
    const account = (await world.admin.call(api.accounts.list)).find(
      ({ username }) => username === 'reception',
    )!
    assert.deepEqual([account.enabled, account.nickname, account.role], [false, '前台李姐', 'super'])
  })

  await t.test('the audit log is filtered by who, what and when, and tells each field', async (t) => {
    const page = await open(t, { onward: true, at: '/audit' })
    await page.getByRole('combobox', { name: '操作' }).fill('账号：修改账号')
    await page.keyboard.press('Enter')
    await page.getByText('共 2 条').waitFor()
    const edit = page.locator('tr', { hasText: '前台李姐' }).locator('.change')
    assert.equal(await edit.locator('del', { hasText: '前台小李' }).count(), 1)
    assert.equal(await edit.locator('ins', { hasText: '前台李姐' }).count(), 1)
    await edit.getByText('角色').waitFor()
    await page.getByLabel('操作人').fill('nobody')
    await page.getByText('没有符合条件的记录').waitFor()
    await page.getByLabel('操作人').fill('admin')
    await page.getByText('共 2 条').waitFor()
    assert.match(page.url(), /action=account.update/)
    const pick = async (preset: string) => {
      await page.getByPlaceholder('日期起').click()
      await page.locator('.ant-picker-presets').getByText(preset, { exact: true }).click()
    }
    await pick('昨天')
    await page.getByText('没有符合条件的记录').waitFor()
    await pick('今天')
    await page.getByText('共 2 条').waitFor()
    await goWithin(page, '/hospital')
    await page.getByRole('button', { name: '编辑' }).waitFor()
  })

  await t.test('the security log tells who failed, was refused, and read whole numbers', async (t) => {
    const { anonymous, admin } = world
    const failed = (username: string) =>
      anonymous.refused(
        api.admins.login,
        { body: { username, password: 'wrong one' } },
        401,
        '用户名或密码错误',
      )
    await failed('admin')
    await failed('no-such-name')
    await admin.call(api.appointments.list)
    const countAll = async () => (await admin.call(api.securityLog.list)).total
    // What is counted is written a second later.
    for (let tries = 0; tries < 40 && (await countAll()) < 3; tries++) await setTimeout(100)

    const page = await open(t, { onward: true, at: '/' })
    await page.getByRole('link', { name: '安全日志' }).click()
    const rows = page.locator('tbody tr[data-row-key]')
    const row = (what: string) => rows.filter({ hasText: what })
    await row('查看完整手机号').filter({ hasText: 'admin' }).first().waitFor()
    await choose(page, '事件', '登录失败')
    await page.getByText('共 2 条').waitFor()
    await row('没有这个账号').getByText('127.0.0.1').waitFor()
    assert.equal(await page.getByText('no-such-name').count(), 0, 'it may be a password')
    await page.getByLabel('账号', { exact: true }).fill('admin')
    await page.getByText('共 1 条').waitFor()
    assert.match(await row('登录失败').innerText(), /\d{4}-\d\d-\d\d \d\d:\d\d\s+登录失败\s+admin\s.*\s1$/s)
    assert.match(page.url(), /kind=login.failed/)
  })

  await t.test('an ended session is over; who is no super sees neither accounts nor logs', async (t) => {
    const username = 'night'
    const [given, own, next] = ['given for the night 1', 'my own night words 2', 'better night words 2026']
    await world.admin.call(api.accounts.create, { body: { username, password: given } })
    const logIn = async (password: string) => {
      const { token } = await world.anonymous.call(api.admins.login, { body: { username, password } })
      return strictClient(world.url, token)
    }
    const first = await logIn(given)
    await first.call(api.admins.changePassword, { body: { oldPassword: given, newPassword: own } })
    await first.call(api.admins.me)
    const page = await open(t, { alone: true, at: '/sessions' })
    await page.getByText('当前', { exact: true }).waitFor()
    await page.locator('tr', { hasText: username }).getByRole('button', { name: '下线' }).click()
    await page.getByText('设备已下线').waitFor()
    await first.refused(api.admins.me, {}, 401, '未登录或登录已过期')

    await page.getByRole('button', { name: '管理员' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByLabel('用户名').fill(username)
    await page.getByRole('textbox', { name: '密码' }).fill(own)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('link', { name: '登录设备' }).waitFor()
    for (const [name, path] of [
      ['账号', '/accounts'],
      ['审计日志', '/audit'],
      ['安全日志', '/security-log'],
    ] as const) {
      assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0)
      await goWithin(page, path)
      await page.getByText(`您的账号不能打开“${name}”`).waitFor()
    }
    const second = await logIn(own)
    await second.refused(api.accounts.list, {}, 403, '无权限')
    await second.refused(api.audit.list, {}, 403, '无权限')

    await goWithin(page, '/me')
    const fill = async (oldPassword: string, words: string) => {
      await page.getByLabel('原密码').fill(oldPassword)
      await page.getByLabel('新密码', { exact: true }).fill(words)
      await page.getByLabel('再输一遍新密码').fill(words)
    }
    await fill(own, 'password')
    await meterSays(page, '偏弱')
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('密码太简单，请换一个').waitFor()
    await fill('not this one', next)
    await meterSays(page, '很强')
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('原密码不对').waitFor()
    assert.equal(await page.getByLabel('新密码', { exact: true }).inputValue(), next)
    await page.getByLabel('原密码').fill(own)
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('密码已修改，其他设备上的登录已退出').waitFor()
    await second.refused(api.admins.me, {}, 401, '未登录或登录已过期')
    await (await logIn(next)).call(api.admins.me)
  })
})
