import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { api, defaultBookingRules } from '@zhenyue/contract'
import { newSecret } from '../../server/src/outbound/signature.ts'
import { serveGateway } from '../../server/test/sms-gateways.ts'
import { fakePhone, lead, type World } from '../../server/test/world.ts'
import { go, goWithin, startConsole } from '../console.ts'
import { within } from '../hand.ts'

const department = '胃肠' as const
/** A day in China, where the desk is. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })

const openDepartment = ({ admin }: World) =>
  admin.call(api.bookingRules.replace, {
    body: { ...defaultBookingRules, departments: { 肛肠: { mode: 'off' }, 胃肠: { mode: 'on' } } },
  })

const makeSlot = ({ admin }: World, date: string, start: string, changes: Record<string, unknown> = {}) =>
  admin.call(api.slots.create, {
    body: {
      date,
      departmentName: department,
      doctorId: 'exp-1',
      start,
      end: `${start.slice(0, 3)}30`,
      places: 1,
      ...changes,
    },
  })

const bookSlot = ({ admin }: World, slotId: string, patientName: string, patientPhone = fakePhone()) =>
  admin.call(api.appointments.book, { body: { patientName, patientAge: 40, patientPhone, slotId } })

const staffRead = ({ admin }: World, id: string) => admin.call(api.appointments.detail, { params: { id } })

/** One of several: the buttons cover their inputs. */
const choiceOf = (scope: Locator, name: string, note = '') =>
  scope
    .locator('label', { has: scope.page().getByRole('radio') })
    .filter({ hasText: name })
    .filter({ hasText: note })

const pick = (scope: Locator, name: string, note = '') => choiceOf(scope, name, note).click()

test('booking for callers', async (t) => {
  const { world, open } = await startConsole(t)
  await openDepartment(world)
  const early = await makeSlot(world, dayFromNow(2), '08:00')
  const late = await makeSlot(world, dayFromNow(2), '09:00', { places: 3 })
  const found = (patientName: string) =>
    world.admin
      .call(api.appointments.staffList, { query: { keyword: patientName } })
      .then(({ list }) => list[0]!)

  await t.test('a refusal shows what is free one click away, and nothing typed is lost', async (t) => {
    const page = await open(t)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('新增预约')
    await page.getByRole('option', { name: /新增预约/ }).click()
    const dialog = page.getByRole('dialog', { name: '新增预约' })
    await dialog.getByRole('button', { name: '提交预约' }).click()
    for (const fault of ['请填写患者姓名', '请填写年龄，例如 66', '请填写 11 位手机号', '请选择科室']) {
      await dialog.getByText(fault).waitFor()
    }
    await dialog.getByLabel('患者姓名').fill('来电甲')
    await dialog.getByLabel('年龄').fill('66岁')
    await dialog.getByLabel('手机号').fill('139 0000 8001')
    await pick(dialog, '胃肠科')
    await pick(dialog, '08:00-08:30', '余 1')
    await dialog.getByLabel('症状').fill('胃痛')
    await page.keyboard.press('Escape')
    const other = await bookSlot(world, early.id, '抢先的人')
    await dialog.getByRole('button', { name: '提交预约' }).click()
    await dialog.getByRole('alert').getByText('该时段已约满').waitFor()
    assert.equal(await dialog.getByLabel('患者姓名').inputValue(), '来电甲')
    await dialog.getByRole('button', { name: /09:00-09:30/ }).click()
    const { id, number } = await page
      .getByText(/已预约，预约号/)
      .waitFor()
      .then(() => found('来电甲'))
    await page.getByText(`已预约，预约号 ${number}`).waitFor()
    await page.locator('.facts').getByText('来电甲').waitFor()
    const made = await staffRead(world, id)
    assert.deepEqual(
      [made.slotId, made.patientAge, made.patientPhone, made.symptom, made.via],
      [late.id, 66, '13900008001', '胃痛', 'staff'],
    )
    assert.ok(!page.url().includes('来电'))
    await world.admin.call(api.appointments.cancel, { params: { id: other.id } })
  })

  await t.test(
    'a full time gets one more place for a reason; a lead is booked with its number',
    async (t) => {
      const blocker = await bookSlot(world, early.id, '占号的人')
      const phone = fakePhone()
      const { id: leadId } = await world.anonymous.call(api.leads.submit, {
        body: lead({ name: '线索甲', phone, symptom: '便血' }),
      })
      const page = await open(t, { onward: true, at: `/leads#open=${leadId}` })
      await page.getByRole('button', { name: '为这位患者预约' }).click()
      const dialog = page.getByRole('dialog', { name: '新增预约' })
      await dialog.getByLabel('年龄').fill('50')
      await pick(dialog, '胃肠科')
      await pick(dialog, '08:00-08:30', '约满，可加号')
      await dialog.getByLabel('加号原因').fill('复诊')
      assert.equal(await dialog.getByLabel('手机号').inputValue(), phone)
      await dialog.getByRole('button', { name: '加号并提交预约' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const made = await found('线索甲')
      assert.deepEqual([made.slotId, made.leadId, made.symptom], [early.id, leadId, '便血'])
      await world.admin.call(api.appointments.cancel, { params: { id: blocker.id } })
    },
  )

  await t.test('a department without slots takes a day and a part of it', async (t) => {
    const page = await open(t, { at: '/appointments' })
    await page.getByRole('button', { name: '新增预约' }).click()
    const dialog = page.getByRole('dialog', { name: '新增预约' })
    await dialog.getByLabel('患者姓名').fill('来电乙')
    await dialog.getByLabel('年龄').fill('30')
    await dialog.getByLabel('手机号').fill(fakePhone())
    await pick(dialog, '肛肠科')
    await dialog.getByLabel('就诊日期').fill(dayFromNow(3))
    await page.keyboard.press('Enter')
    await pick(dialog, '下午')
    const keys: (string | undefined)[] = []
    await page.route('**/api/v1/admin/appointments?*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      await (keys.length < 3 ? route.abort() : route.continue())
    })
    const book = dialog.getByRole('button', { name: '提交预约' })
    for (const count of [1, 2]) {
      await book.click()
      await page
        .getByText('连不上服务，请稍后再试。填写的内容都在。')
        .nth(count - 1)
        .waitFor()
    }
    await dialog.getByLabel('症状').fill('便血')
    await book.click()
    await page.locator('.facts').getByText('来电乙').waitFor()
    const [first, again, changed] = keys
    assert.match(first!, /^\w{32}$/)
    assert.deepEqual([again === first, changed === first], [true, false], 'unchanged it is booked once')
    const made = await found('来电乙')
    assert.deepEqual([made.date, made.timeSlot, made.slotId], [dayFromNow(3), '下午', undefined])
    assert.equal(await page.getByText(/个新预约/).count(), 0, 'who made it is not told of it')
  })

  await t.test('five tasks take few clicks and keys', async (t) => {
    const { id: leadId } = await world.anonymous.call(api.leads.submit, { body: lead({ name: '要打电话' }) })
    await world.admin.call(api.followUp.assign, { params: { id: leadId }, body: { username: 'admin' } })
    const { id } = await bookSlot(world, (await makeSlot(world, dayFromNow(5), '10:00')).id, '要改时间')
    await makeSlot(world, dayFromNow(5), '11:00')
    const page = await open(t)
    await page.locator('.bench-head h2', { hasText: '要打电话' }).waitFor()

    await within(3, 'to call and note it', page, async (hand) => {
      await hand.press('d')
      await page.locator('.bench-phone .digits', { hasText: /^\d{3} \d{4} \d{4}$/ }).waitFor()
      await hand.press('1')
      await hand.press('2')
      await page.getByText('都联系完了').waitFor()
    })
    assert.equal((await world.admin.call(api.followUp.contacts, { params: { id: leadId } })).length, 1)

    await within(8, 'to book for a caller', page, async (hand) => {
      await hand.click(page.getByRole('button', { name: '新增预约' }))
      const dialog = page.getByRole('dialog', { name: '新增预约' })
      await hand.fill(dialog.getByLabel('患者姓名'), '来电丙')
      await hand.fill(dialog.getByLabel('年龄'), '45')
      await hand.fill(dialog.getByLabel('手机号'), fakePhone())
      await hand.click(choiceOf(dialog, '胃肠科'))
      await hand.click(choiceOf(dialog, '09:00-09:30', '余'))
      await hand.fill(dialog.getByLabel('症状'), '胃痛')
      await hand.click(dialog.getByRole('button', { name: '提交预约' }))
      await page.locator('.facts').getByText('来电丙').waitFor()
    })

    await within(2, 'to find a patient', page, async (hand) => {
      await hand.press('Control+k')
      await hand.fill(page.getByRole('dialog').getByRole('combobox'), '要改时间')
      await page.getByRole('option', { name: /要改时间/ }).waitFor()
    })

    await page.keyboard.press('Escape')
    await page.locator('.palette').waitFor({ state: 'hidden' })
    await goWithin(page, '/appointments')
    await within(4, 'to move a booking', page, async (hand) => {
      await hand.click(page.getByRole('button', { name: '要改时间' }))
      await hand.click(page.getByRole('button', { name: '改约', exact: true }))
      const dialog = page.getByRole('dialog', { name: '为 要改时间 改约' })
      await hand.click(choiceOf(dialog, '11:00-11:30', '余 1'))
      await hand.click(dialog.getByRole('button', { name: /^改约到/ }))
      await page.locator('.facts').getByText('已改约 1 次').waitFor()
    })
    assert.equal((await staffRead(world, id)).moves, 1)

    await page.keyboard.press('Escape')
    const row = page.locator('tr', { hasText: '来电丙' })
    await within(2, 'to confirm', page, async (hand) => {
      await hand.click(row.getByRole('button', { name: '确认', exact: true }))
      await row.getByRole('button', { name: '撤销' }).waitFor()
    })
  })
})

test('at the desk: who comes, who does not, who comes another time', async (t) => {
  const { world, open } = await startConsole(t)
  await openDepartment(world)
  const today = await makeSlot(world, dayFromNow(0), '00:00', { end: '23:59', places: 5 })
  const later = await makeSlot(world, dayFromNow(2), '08:00')
  const last = await makeSlot(world, dayFromNow(3), '10:00')
  const confirmed = async (slotId: string, name: string, phone = fakePhone()) => {
    const { id } = await bookSlot(world, slotId, name, phone)
    await world.admin.call(api.appointments.confirm, { params: { id } })
    return id
  }

  await t.test(
    'arrived and no-show are noted from the list, taken back, and asked for afterwards',
    async (t) => {
      const id = await confirmed(today.id, '到诊甲')
      const page = await open(t, { alone: true, at: '/appointments' })
      const row = page.locator('tr', { hasText: '到诊甲' })
      await row.getByRole('button', { name: '爽约' }).click()
      await row.locator('.badge', { hasText: '爽约' }).waitFor()
      assert.equal((await staffRead(world, id)).attendance, 'no-show')
      await row.getByRole('button', { name: '撤销爽约' }).click()
      await row.getByRole('button', { name: '到诊', exact: true }).waitFor()
      assert.equal((await staffRead(world, id)).attendance, '')
      const tomorrow = Date.now() + 86_400_000
      // Else the console were locked, as nobody has touched it for a day.
      await page.evaluate((at) => localStorage.setItem('zhenyue-console-active-at', String(at)), tomorrow)
      await page.goto('about:blank')
      await page.clock.setFixedTime(tomorrow)
      await go(page, '/appointments')
      await row.getByText('已过就诊时间，请登记到诊或爽约').waitFor()
      await row.getByRole('button', { name: '到诊', exact: true }).click()
      await row.locator('.badge', { hasText: '到诊' }).waitFor()
      assert.equal(await row.getByText('已过就诊时间').count(), 0)
      await row.getByRole('button', { name: '完成就诊' }).waitFor()
    },
  )

  await t.test('one is moved, past a refusal, and who it is for is corrected', async (t) => {
    const id = await confirmed(later.id, '改约甲')
    const next = await makeSlot(world, dayFromNow(2), '09:00')
    const page = await open(t, { at: `/appointments#open=${id}` })
    await page.getByRole('button', { name: '改约', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '为 改约甲 改约' })
    await pick(dialog, '09:00-09:30', '余 1')
    await bookSlot(world, next.id, '抢先的人')
    await dialog.getByRole('button', { name: /^改约到/ }).click()
    await dialog.getByRole('alert').getByText('该时段已约满').waitFor()
    await dialog.getByRole('button', { name: /10:00-10:30/ }).click()
    await page.locator('.facts').getByText('已改约 1 次').waitFor()
    assert.equal((await staffRead(world, id)).slotId, last.id)
    assert.equal(await page.getByRole('button', { name: '爽约' }).count(), 0, 'it has not begun')

    await page.getByRole('button', { name: '更正患者信息' }).click()
    const patient = page.getByRole('dialog', { name: '更正患者信息' })
    await patient.getByLabel('患者姓名').fill('改约乙')
    await patient.getByLabel('手机号').fill('13900008111')
    await patient.getByRole('button', { name: '保存' }).click()
    await page.locator('.facts').getByText('改约乙').waitFor()
    await page.locator('.facts').getByText('139 **** 8111').waitFor()
    const { patientName, patientPhone, patientAge } = await staffRead(world, id)
    assert.deepEqual([patientName, patientPhone, patientAge], ['改约乙', '13900008111', 40])
  })
})

test('closures', async (t) => {
  /** Takes every message but those to one number. */
  const gateway = await serveGateway(t, ({ body }) => ({
    status: JSON.parse(body).phone === '13900008302' ? 400 : 200,
    body: '{}',
  }))
  const { world, open } = await startConsole(t, {
    SMS_PROVIDER: 'http',
    SMS_URL: `${gateway}/sms`,
    SMS_SECRET: newSecret(),
  })
  await openDepartment(world)
  const day = dayFromNow(2)
  const [first, second, third] = [
    await makeSlot(world, day, '08:00'),
    await makeSlot(world, day, '08:30', { end: '09:00' }),
    await makeSlot(world, day, '09:00'),
  ]
  const booked = [
    await bookSlot(world, first.id, '停诊甲'),
    await bookSlot(world, second.id, '停诊乙'),
    await bookSlot(world, third.id, '停诊丙'),
  ]
  const free = await makeSlot(world, dayFromNow(4), '08:00')
  await makeSlot(world, dayFromNow(5), '08:30', { end: '09:00' })

  await t.test('who is affected is known before, and every patient is followed until settled', async (t) => {
    const page = await open(t, { at: '/closures' })
    await page.getByText('还没有停诊').waitFor()
    await page.getByRole('button', { name: '登记停诊' }).click()
    const dialog = page.getByRole('dialog', { name: '登记停诊' })
    const close = dialog.getByRole('button', { name: '登记停诊' })
    const failed = { status: 500, json: { code: 500, message: '服务器内部错误' } }
    await page.route('**/admin/slots?*', (route) => route.fulfill(failed), { times: 1 })
    await dialog.getByPlaceholder('停诊日期起').fill(day)
    await page.keyboard.press('Enter')
    await dialog.getByPlaceholder('停诊日期止').fill(day)
    await page.keyboard.press('Enter')
    const again = dialog.getByRole('button', { name: '再试一次' })
    await again.waitFor()
    assert.ok(await close.isDisabled(), 'nothing is closed before it is seen who is affected')
    await again.click()
    await dialog.getByText('将停诊 3 个时段，影响 3 位患者').waitFor()
    await dialog.getByLabel('停诊原因').fill('医生生病')
    await close.click()
    await page.getByText('有 3 位患者没有收到短信，请电话通知').waitFor()
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await item('停诊甲').getByText('请电话通知').waitFor()

    await item('停诊甲').getByRole('button', { name: '已电话联系' }).click()
    const called = page.getByRole('dialog', { name: '已电话联系 停诊甲' })
    await called.getByLabel('联系情况').fill('没接通')
    await called.getByRole('button', { name: '保存' }).click()
    await item('停诊甲').getByText('没接通').waitFor()
    await page.getByText('已处理 0 / 3').waitFor()

    await item('停诊甲').getByRole('button', { name: '改约' }).click()
    const move = page.getByRole('dialog', { name: '为 停诊甲 改约' })
    await move.getByRole('button', { name: /08:00-08:30/ }).click()
    await page.getByText('已处理 1 / 3').waitFor()
    assert.equal((await staffRead(world, booked[0]!.id)).slotId, free.id)

    await page.getByRole('button', { name: '批量改约' }).click()
    const bulk = page.getByRole('dialog', { name: '批量改约' })
    await bulk.getByLabel('改到哪一天').fill(dayFromNow(5))
    await page.keyboard.press('Enter')
    await bulk.getByRole('button', { name: '开始改约' }).click()
    await bulk.getByText('已改约 1 位，还有 1 位没有合适的空位').waitFor()
    await bulk.getByRole('button', { name: '关闭', exact: true }).last().click()
    assert.equal(await page.getByRole('button', { name: '撤销停诊' }).count(), 0)

    await item('停诊丙').getByRole('button', { name: '取消预约' }).click()
    const cancel = page.getByRole('dialog', { name: '取消 停诊丙 的预约？' })
    await cancel.getByRole('button', { name: '取消预约' }).click()
    await page.getByText('所有患者都已处理完').waitFor()
    assert.equal((await staffRead(world, booked[2]!.id)).status, 'cancelled')
    await page.getByRole('link', { name: '返回停诊列表' }).click()
    await page.locator('tr', { hasText: '医生生病' }).getByText('已处理 3 / 3').waitFor()
  })

  await t.test('single slots are closed from elsewhere, and opened again', async (t) => {
    const page = await open(t, { at: `/closures?slots=${free.id}` })
    const dialog = page.getByRole('dialog', { name: '登记停诊' })
    await dialog.getByText('将停诊 1 个时段，影响 1 位患者').waitFor()
    await dialog.getByLabel('停诊原因').fill('开会')
    await dialog.getByRole('button', { name: '登记停诊' }).click()
    await page.getByRole('listitem').filter({ hasText: '停诊甲' }).waitFor()
    await page.getByRole('button', { name: '撤销停诊' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销停诊' }).click()
    await page.getByText('已撤销停诊').waitFor()
    const slots = await world.admin.call(api.slots.list, { query: { from: free.date, to: free.date } })
    assert.equal(slots.find(({ id }) => id === free.id)?.state, 'open')
    const row = page.locator('tr', { hasText: '开会' })
    await row.getByText('已撤销', { exact: true }).waitFor()
    await row.getByText('时段已重新开放，预约照旧').waitFor()
  })

  await t.test('who got the message and whom it did not reach is seen at each patient', async (t) => {
    const { provider: _, ...settings } = await world.admin.call(api.messages.settings)
    await world.admin.call(api.messages.saveSettings, {
      body: { ...settings, quietTo: settings.quietFrom, closed: { enabled: true, template: '', params: [] } },
    })
    const told = await makeSlot(world, dayFromNow(6), '08:00', { places: 2 })
    await bookSlot(world, told.id, '收到甲', '13900008301')
    await bookSlot(world, told.id, '没收到乙', '13900008302')
    const { id } = await world.admin.call(api.closures.create, {
      body: { slotIds: [told.id], reason: '停电' },
    })
    const page = await open(t, { onward: true, at: `/closures/${id}` })
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await item('收到甲').locator('.badge', { hasText: '已发送' }).waitFor()
    assert.equal(await item('收到甲').getByText('请电话通知').count(), 0)
    // It is tried again after half a minute and after five.
    for (let tries = 0; tries < 40; tries++) {
      const { list } = await world.admin.call(api.messages.list, { query: { kind: 'closed' } })
      if (list.some(({ status }) => status === 'failed')) break
      world.clock.ahead += 60_000
      await page.waitForTimeout(500)
    }
    await go(page, `/closures/${id}`)
    await item('没收到乙').locator('.badge', { hasText: '发送失败' }).waitFor()
    await item('没收到乙').getByText('请电话通知').waitFor()
    await page.getByText('有 1 位患者没有收到短信，请电话通知').waitFor()
  })

  await t.test('who is blocked after no-shows is let in again', async (t) => {
    const today = await makeSlot(world, dayFromNow(0), '00:00', { end: '23:59', places: 3, doctorId: '' })
    for (const name of ['爽约一', '爽约二', '爽约三']) {
      const { id } = await bookSlot(world, today.id, name, '13900008222')
      const params = { id }
      await world.admin.call(api.appointments.confirm, { params })
      await world.admin.call(api.appointments.setAttendance, { params, body: { attendance: 'no-show' } })
    }
    const page = await open(t, { onward: true, at: '/closures' })
    const row = page.locator('tr', { hasText: '139****8222' })
    await row.getByText(dayFromNow(90)).waitFor()
    await row.getByRole('button', { name: '解除限制' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '解除限制' }).click()
    await page.getByText('没有受限制的手机号').waitFor()
    assert.deepEqual(await world.admin.call(api.blocks.list), [])
  })
})
