import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, HospitalImport } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { atTerminal } from '../../server/src/db/audit.ts'
import { saveHospitals } from '../../server/src/hospitals/store.ts'
import { newSecret } from '../../server/src/outbound/signature.ts'
import { booking, lead, type World } from '../../server/test/world.ts'
import { sticksOut } from '../checks.ts'
import { choose, drawn, goWithin, settled, startConsole } from '../console.ts'

/** A receiver of calls that keeps them and answers as told. */
async function startReceiver(t: TestContext) {
  const got: { path: string; headers: Record<string, unknown>; body: any }[] = []
  const answer = { status: 200, body: '{"errcode":0}' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push({ path: request.url!, headers: request.headers, body: JSON.parse(body) })
    response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => (server.closeAllConnections(), server.close()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got, answer }
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, title: string) => page.locator('.ant-modal', { hasText: title })

/** The value that is shown this once, which the button copies. */
async function takeSecret(page: Page, title: string) {
  const shown = dialog(page, title)
  const secret = await shown.locator('.secret').innerText()
  await shown.getByRole('button', { name: '复制' }).click()
  await page.getByText('已复制').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret)
  await shown.getByRole('button', { name: '已记下' }).click()
  await shown.waitFor({ state: 'hidden' })
  return secret
}

async function setTime(page: Page, label: string, time: string) {
  await page.getByLabel(label).fill(time)
  await page.keyboard.press('Enter')
}

async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; tries < 100; tries++) {
    if (await isSo()) return
    await sleep(100)
  }
  throw new Error('not so after 10 s')
}

const readSettings = async ({ admin }: World) => {
  const { provider: _, ...settings } = await admin.call(api.messages.settings)
  return settings
}

test('webhooks, group robots and calendars are set up, tried out and taken away', async (t) => {
  const receiver = await startReceiver(t)
  const { world, open } = await startConsole(t, {
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_RETRIES: '0.1',
    ROBOT_ENDPOINT: receiver.url,
  })

  await t.test('a webhook shows its secret once, what a test brought back, and each delivery', async (t) => {
    const page = await open(t, { at: '/integrations' })
    const section = region(page, 'Webhook')
    await section.getByText('还没有 Webhook').waitFor()
    await section.getByRole('button', { name: '新增 Webhook' }).click()
    const editor = page.getByRole('dialog', { name: '新增 Webhook' })
    await editor.getByRole('button', { name: '保存' }).click()
    await editor.getByText('请填写接收通知的网址').waitFor()
    await editor.getByLabel('地址').fill('https://10.0.0.1/hook')
    await editor.getByRole('button', { name: '保存' }).click()
    await page.getByText('这个地址在内网').waitFor()
    await editor.getByLabel('地址').fill(`${receiver.url}/hook`)
    await editor.getByLabel('说明').fill('对接 HIS')
    await choose(page, '通知哪些事件', '新线索')
    assert.deepEqual(await editor.locator('.ant-select-selection-item').allInnerTexts(), ['新线索'])
    await editor.getByLabel('说明').click()
    await editor.getByRole('button', { name: '保存' }).click()
    assert.match(await takeSecret(page, '签名密钥（只显示这一次）'), /^whsec_/)

    const row = section.locator('tr', { hasText: '对接 HIS' })
    await row.getByText('还没有发送过').waitFor()
    await row.getByRole('button', { name: '发送测试' }).click()
    const result = dialog(page, '测试结果')
    await result.getByText('成功').waitFor()
    await result.getByText('200').waitFor()
    await result.getByText(/\d+ 毫秒/).waitFor()
    await result.getByRole('button', { name: '知道了' }).click()
    assert.equal(receiver.got.at(-1)!.body.type, 'ping')
    receiver.answer.status = 500
    await row.getByRole('button', { name: '发送测试' }).click()
    await result.getByText('对方返回 500').waitFor()
    await result.getByRole('button', { name: '知道了' }).click()

    await world.anonymous.call(api.leads.submit, { body: lead() })
    await row.getByRole('button', { name: '发送记录' }).click()
    const drawer = page.getByRole('dialog', { name: '发送记录' })
    const delivery = drawer.locator('.row-card', { hasText: '新线索' })
    await delivery.getByText('失败', { exact: true }).waitFor()
    await delivery.getByText('2 次').waitFor()
    await delivery.getByText('对方返回 500').waitFor()
    receiver.answer.status = 200
    await delivery.getByRole('button', { name: '重新发送' }).click()
    await page.getByText('已重新发送').waitFor()
    await delivery.getByText('已送达').waitFor()
    const told = receiver.got.filter(({ body }) => body.type === 'lead.created')
    assert.equal(told.length, 3)
    assert.equal(new Set(told.map(({ headers }) => headers['webhook-id'])).size, 1)
    await page.keyboard.press('Escape')

    await row.getByRole('button', { name: '更换密钥' }).click()
    await dialog(page, '更换这个 Webhook 的密钥？').getByRole('button', { name: '更换密钥' }).click()
    await takeSecret(page, '签名密钥（只显示这一次）')
    await row.getByRole('button', { name: '发送测试' }).click()
    await result.getByRole('button', { name: '知道了' }).click()
    assert.equal(String(receiver.got.at(-1)!.headers['webhook-signature']).split(' ').length, 2)

    await row.getByRole('switch', { name: '启用 对接 HIS' }).click()
    await row.getByRole('switch', { checked: false }).waitFor()
    const [kept] = await world.admin.call(api.webhooks.list)
    assert.deepEqual([kept!.enabled, kept!.description, kept!.types], [false, '对接 HIS', ['lead.created']])
    await row.getByRole('button', { name: '编辑' }).click()
    const change = page.getByRole('dialog', { name: '编辑 Webhook' })
    await choose(page, '通知哪些事件', '全部事件')
    await change.getByLabel('说明').click()
    await change.getByLabel('说明').fill('对接旧 HIS')
    await change.getByRole('button', { name: '保存' }).click()
    const renamed = section.locator('tr', { hasText: '对接旧 HIS' })
    await renamed.getByText('全部事件').waitFor()
    await renamed.getByRole('button', { name: '删除' }).click()
    await dialog(page, '删除这个 Webhook？').getByRole('button', { name: '删除' }).click()
    await section.getByText('还没有 Webhook').waitFor()
    assert.deepEqual(await world.admin.call(api.webhooks.list), [])
  })

  await t.test(
    'a robot keeps its address when it is edited, and says what its platform answered',
    async (t) => {
      receiver.answer.status = 200
      const page = await open(t, { onward: true, at: '/integrations' })
      const section = region(page, '群机器人')
      await section.getByRole('button', { name: '新增群机器人' }).click()
      const editor = page.getByRole('dialog', { name: '新增群机器人' })
      await editor.getByLabel('名称').fill('前台群')
      // What was typed is thrown away by a button only.
      await page.keyboard.press('Escape')
      await page.mouse.click(5, 5)
      assert.equal(await editor.getByLabel('名称').inputValue(), '前台群')
      await editor.getByLabel('地址').fill('https://example.com/hook')
      assert.equal(await editor.getByLabel('加签密钥').count(), 0)
      await editor.getByRole('button', { name: '保存' }).click()
      await page.getByText('请粘贴所选平台给出的群机器人地址').waitFor()
      await choose(page, '平台', '钉钉')
      const token = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
      await editor.getByLabel('地址').fill(`https://oapi.dingtalk.com/robot/send?access_token=${token}`)
      await editor.getByLabel('加签密钥').fill('SEC000')
      await editor.getByRole('button', { name: '保存' }).click()
      const row = section.locator('tr', { hasText: '前台群' })
      await row.getByText('钉钉').waitFor()
      assert.ok(!(await page.content()).includes(token))

      await row.getByRole('button', { name: '编辑' }).click()
      const change = page.getByRole('dialog', { name: '编辑群机器人' })
      assert.equal(await change.getByLabel('地址').inputValue(), '')
      await change.getByLabel('名称').fill('门诊群')
      await change.getByRole('button', { name: '保存' }).click()
      const renamed = section.locator('tr', { hasText: '门诊群' })
      await renamed.getByRole('button', { name: '发送测试' }).click()
      const result = dialog(page, '测试结果')
      await result.getByText('成功').waitFor()
      await result.getByRole('button', { name: '知道了' }).click()
      const signed = receiver.got.at(-1)!.path
      assert.match(signed, new RegExp(`access_token=${token}&timestamp=\\d+&sign=`))

      await renamed.getByRole('button', { name: '编辑' }).click()
      await change.getByLabel('机器人不再加签，去掉密钥').check()
      await change.getByRole('button', { name: '保存' }).click()
      await change.waitFor({ state: 'hidden' })
      receiver.answer.body = '{"errcode":310000,"errmsg":"sign not match"}'
      await renamed.getByRole('button', { name: '发送测试' }).click()
      await result.getByText('errcode 310000 sign not match').waitFor()
      await result.getByRole('button', { name: '知道了' }).click()
      assert.ok(!receiver.got.at(-1)!.path.includes('sign='))
      await renamed.getByRole('switch').click()
      await renamed.getByRole('switch', { checked: false }).waitFor()
      await renamed.getByRole('button', { name: '删除' }).click()
      await dialog(page, '删除群机器人“门诊群”？').getByRole('button', { name: '删除' }).click()
      await section.getByText('还没有群机器人').waitFor()
    },
  )

  await t.test('a calendar shows its address once, and revoked it is gone', async (t) => {
    await world.admin.call(api.experts.create, {
      body: { name: '李医生', title: '主任医师', department: '胃肠外科' },
    })
    const page = await open(t, { at: '/integrations' })
    const section = region(page, '日历订阅')
    await section.getByRole('button', { name: '新增日历订阅' }).click()
    await choose(page, '科室', '胃肠科')
    await choose(page, '医生', '李医生 主任医师')
    await page.getByRole('button', { name: '生成地址' }).click()
    const address = await takeSecret(page, '订阅地址（只显示这一次）')
    const feed = await fetch(address)
    assert.match(await feed.text(), /^BEGIN:VCALENDAR/)
    const row = section.locator('tr', { hasText: '李医生' })
    await row.getByText('胃肠科').waitFor()
    await row.getByRole('button', { name: '停用地址' }).click()
    await dialog(page, '停用这个订阅地址？').getByRole('button', { name: '停用地址' }).click()
    await section.getByText('还没有日历订阅').waitFor()
    assert.equal((await fetch(address)).status, 404)
  })

  await t.test('the audit log names what was done here', async (t) => {
    const page = await open(t, { onward: true, at: '/audit' })
    for (const action of ['新增 Webhook', '更换密钥', '重新发送', '修改群机器人', '停用日历订阅']) {
      await page.getByRole('cell', { name: action, exact: true }).first().waitFor()
    }
    const created = page.locator('tr', { hasText: '新增 Webhook' })
    await created.getByText('新线索').waitFor()
    await created.getByText('启用').waitFor()
    assert.equal(await page.getByText('其他内容').count(), 0)
  })
})

test('messages to patients', async (t) => {
  const gateway = await startReceiver(t)
  const { world, open } = await startConsole(t, {
    SMS_PROVIDER: 'http',
    SMS_URL: `${gateway.url}/sms`,
    SMS_SECRET: newSecret(),
  })
  const hospital = HospitalImport.parse({ id: 'h-001', name: '示例医院', phone: '010-88886666' })
  await saveHospitals(world.db, world.time, [hospital], atTerminal)
  await world.admin.call(api.experts.create, { body: { name: '李医生' } })
  // Before the visit, which nobody is told of once it is over.
  world.clock.ahead = Date.parse('2026-11-20T10:00:00+08:00') - Date.now()
  const book = () =>
    world.anonymous.call(api.appointments.create, {
      body: booking({ patientName: '张三', timeSlot: '上午', doctorName: '李医生' }),
    })

  await t.test(
    'what is switched on is sent as the preview says, logged, and seen at the visit',
    async (t) => {
      const page = await open(t, { at: '/messages' })
      await page.getByText('还没有发过短信').waitFor()
      await page.locator('.ant-segmented-item', { hasText: '设置' }).click()
      const card = region(page, '预约已提交')
      const save = page.getByRole('button', { name: '保存设置' })
      assert.ok(await save.isDisabled())
      await card.getByRole('switch').click()
      await card.getByLabel('模板编号').fill('SMS_1')
      for (const name of ['就诊日期', '姓名', '科室']) await choose(page, '添加变量', name)
      const handle = card.getByRole('button', { name: '移动 姓名（张**）' })
      await handle.focus()
      await page.keyboard.press('Space')
      await page.getByText('姓名（张**） 移到第 2 位').waitFor({ state: 'attached' })
      await drawn(page)
      await page.keyboard.press('ArrowUp')
      await page.getByText('姓名（张**） 移到第 1 位').waitFor({ state: 'attached' })
      await page.keyboard.press('Space')
      await card.getByRole('button', { name: '删除 科室' }).click()
      await setTime(page, '免打扰结束', '21:00')
      await page.getByText('开始与结束相同：不设免打扰。').waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('通知设置已保存').waitFor()
      const { booked, quietFrom, quietTo } = await readSettings(world)
      assert.deepEqual(booked, { enabled: true, template: 'SMS_1', params: ['name', 'date'] })
      assert.equal(quietFrom, quietTo)
      const preview = await card.locator('figure p').innerText()

      const { id } = await book()
      await until(async () => (await world.admin.call(api.messages.list)).list[0]?.status === 'sent')
      await page.locator('.ant-segmented-item', { hasText: '列表' }).click()
      const row = page.locator('tr', { hasText: '张三 2026-12-01' })
      await row.getByText('已发送').waitFor()
      await row.getByText(/^139\*{4}\d{4}$/).waitFor()
      const [sent] = gateway.got
      assert.equal(sent!.body.text, preview)
      assert.deepEqual(sent!.body.params, { name: '张**', date: '2026-12-01' })
      await choose(page, '状态', '发送失败')
      await page.getByText('没有符合条件的记录').waitFor()
      await choose(page, '状态', '已发送')
      await choose(page, '通知类型', '预约已提交')
      await row.getByRole('link').click()
      const drawer = page.getByRole('dialog', { name: '预约详情' })
      await drawer.getByRole('list', { name: '发给患者的短信' }).getByText('已发送').waitFor()
      assert.ok(page.url().endsWith(`#open=${id}`))
      const { number } = await world.admin.call(api.appointments.detail, { params: { id } })
      await book()
      await goWithin(page, `/appointments?number=${number}`)
      await page.getByText('共 1 条').waitFor()
      await page.locator('tr', { hasText: '张三' }).waitFor()
    },
  )

  await t.test('what fails says why, and a visit without messages is quiet about them', async (t) => {
    const body = await readSettings(world)
    await world.admin.call(api.messages.saveSettings, {
      body: { ...body, booked: { ...body.booked, enabled: false } },
    })
    const { id } = await book()
    const page = await open(t, { at: `/appointments#open=${id}` })
    await page.getByText('记录产生').waitFor()
    assert.equal(await page.getByText('发给患者的短信').count(), 0)
    gateway.answer.status = 504
    await world.admin.call(api.messages.saveSettings, {
      body: { ...body, confirmed: { enabled: true, template: '', params: [] } },
    })
    await page.getByRole('dialog').getByRole('button', { name: /^确认/ }).click()
    const list = page.getByRole('list', { name: '发给患者的短信' })
    await list.getByText('结果未知').waitFor()
    await list.getByText('对方返回 504').waitFor()
    gateway.answer.status = 200
  })

  await t.test('nothing is lost when two edit the settings', async (t) => {
    const before = await readSettings(world)
    const hidden = { enabled: true, template: 'CODE', params: ['code' as const] }
    await world.admin.call(api.messages.saveSettings, { body: { ...before, code: hidden } })
    const page = await open(t, { at: '/messages?view=settings' })
    const card = region(page, '就诊提醒')
    await card.getByRole('switch').click()
    await card.getByLabel('模板编号').fill('MINE')
    const theirs = { enabled: true, template: 'THEIRS', params: [] }
    const now = await readSettings(world)
    await world.admin.call(api.messages.saveSettings, { body: { ...now, cancelled: theirs } })
    const save = page.getByRole('button', { name: '保存设置' })
    await save.click()
    await page.getByText('通知设置已保存').waitFor()
    const merged = await readSettings(world)
    assert.deepEqual([merged.cancelled, merged.code], [theirs, hidden])
    assert.equal(merged.reminder.template, 'MINE')
    assert.equal(await region(page, '预约已取消').getByLabel('模板编号').inputValue(), 'THEIRS')

    await card.getByLabel('模板编号').fill('MINE 2')
    await setTime(page, '提醒时间', '17:30')
    await world.admin.call(api.messages.saveSettings, { body: { ...merged, reminder: theirs } })
    await save.click()
    await page.getByText('您填写的内容还在').waitFor()
    assert.equal(await card.getByLabel('模板编号').inputValue(), 'MINE 2')
    const change = page.locator('.ant-alert .change')
    await change.getByText('就诊提醒 · 模板编号').waitFor()
    assert.match(await change.innerText(), /MINE 2 → THEIRS/)
    assert.equal((await readSettings(world)).reminder.template, 'THEIRS')
    assert.ok(await save.isDisabled())
    await page.getByRole('button', { name: '放弃我的，用对方的' }).click()
    assert.equal(await card.getByLabel('模板编号').inputValue(), 'THEIRS')
    assert.equal(await page.getByLabel('提醒时间').inputValue(), '17:30')
    await card.getByLabel('模板编号').fill('MINE 3')
    await world.admin.call(api.messages.saveSettings, {
      body: { ...(await readSettings(world)), reminder: { ...theirs, template: 'THEIRS 2' } },
    })
    await save.click()
    await page.getByRole('button', { name: '用我的，覆盖对方' }).click()
    await page.locator('.ant-alert').waitFor({ state: 'hidden' })
    await page.getByText('通知设置已保存').first().waitFor()
    const last = await readSettings(world)
    assert.deepEqual([last.reminder.template, last.reminderTime], ['MINE 3', '17:30'])
    assert.deepEqual(last.code, hidden)
  })

  await t.test('what is not saved is kept on other pages and guarded when the window is left', async (t) => {
    const page = await open(t, { at: '/messages?view=settings' })
    await setTime(page, '提醒时间', '16:45')
    await page.getByText('未保存').waitFor()
    await page.getByRole('link', { name: '线索', exact: true }).click()
    await page.getByRole('heading', { name: '线索' }).waitFor()
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('n')])
    await page.locator('.ant-segmented-item', { hasText: '设置' }).click()
    assert.equal(await page.getByLabel('提醒时间').inputValue(), '16:45')
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.assign('/console/leads')))
    const question = await asked
    assert.equal(question.type(), 'beforeunload')
    await question.dismiss()
    assert.equal(await page.getByLabel('提醒时间').inputValue(), '16:45')
  })

  await t.test('an administrator reads the log and has neither settings nor integrations', async (t) => {
    const [username, given, own] = ['desk', 'given for the desk 1', 'my own desk words 2']
    await world.admin.call(api.accounts.create, { body: { username, password: given } })
    const { token } = await world.anonymous.call(api.admins.login, { body: { username, password: given } })
    const headers = { authorization: `Bearer ${token}` }
    const body = { oldPassword: given, newPassword: own }
    await world.anonymous.call(api.admins.changePassword, { body, headers })
    const page = await open(t, { at: '/messages?view=settings', username, password: own })
    await page.locator('tr', { hasText: '张三' }).first().waitFor()
    assert.equal(await page.locator('.ant-segmented').count(), 0)
    assert.equal(await page.getByRole('link', { name: '集成', exact: true }).count(), 0)
    await goWithin(page, '/integrations')
    await page.getByText('您的账号不能打开“集成”').waitFor()
  })
})

test('without a provider the settings say whom to ask; on a phone nothing sticks out', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer.status = 500
  const { world, open } = await startConsole(t, {
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_RETRIES: '0.1',
    ROBOT_ENDPOINT: receiver.url,
  })
  const long = 'W'.repeat(150)
  await world.admin.call(api.webhooks.create, {
    body: { url: `${receiver.url}/${long}`, description: long, types: ['*'] },
  })
  await world.admin.call(api.robots.create, {
    body: {
      kind: 'feishu',
      name: 'W'.repeat(50),
      url: 'https://open.feishu.cn/open-apis/bot/v2/hook/0123456789abcdef',
      types: ['lead.created', 'appointment.created', 'appointment.cancelled', 'appointment.confirmed'],
    },
  })
  await world.admin.call(api.calendars.create, { body: { departmentName: '肛肠' } })
  await world.anonymous.call(api.leads.submit, { body: lead() })
  const page = await open(t, { at: '/messages?view=settings', width: 390 })
  await page.getByText('请让信息科在服务器上配置短信服务商（SMS_PROVIDER）').waitFor()
  for (const one of await page.getByRole('switch').all()) await one.click()
  for (const name of ['姓名', '就诊日期']) await choose(page, '添加变量', name)
  assert.ok(!(await sticksOut(page)), 'the settings stick out')
  await page.getByRole('button', { name: '还原' }).click()
  await goWithin(page, '/messages')
  assert.ok(!(await sticksOut(page)), 'the log sticks out')
  await goWithin(page, '/integrations')
  await region(page, '群机器人').getByText('新线索等 4 种').waitFor()
  assert.ok(!(await sticksOut(page)), 'the integrations stick out')
  await page.getByRole('button', { name: '发送记录' }).click()
  await page.getByRole('list', { name: '发送记录' }).getByText('失败', { exact: true }).waitFor()
  await settled(page)
  assert.ok(!(await sticksOut(page)), 'the deliveries stick out')
})
