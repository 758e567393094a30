import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, defaultBookingRules, type BookingRules } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { fakePhone } from '../../server/test/world.ts'
import { axeFinds, ofColours, sticksOut } from '../checks.ts'
import {
  answerWith,
  dayFrom,
  dayName,
  faultsOf,
  keyboardOf,
  loseAnswer,
  once,
  startPatient,
} from '../patient.ts'

const department = '胃肠' as const
const rulesWith = (changes: Partial<BookingRules> = {}): BookingRules => ({
  ...defaultBookingRules,
  departments: { 肛肠: { mode: 'off' }, 胃肠: { mode: 'on' } },
  ...changes,
})

/** How the strip names a day and its state. */
const dayTile = (page: Page, day: string, state: string) => {
  const [, month, date] = day.split('-').map(Number)
  return page.getByRole('radio', { name: new RegExp(`(?:^|年)${month}月${date}日 .* ${state}$`) })
}
const slot = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })
const next = (page: Page) => page.getByRole('button', { name: /^下一步/ }).click()
const submit = (page: Page) => page.getByRole('button', { name: '确认提交' }).click()
const isBooked = (page: Page) => page.getByRole('heading', { name: '预约已提交' }).waitFor()

async function choose(page: Page, day: string, time: string | RegExp) {
  await page.goto('/appointment')
  await page.getByRole('radio', { name: /胃肠科/ }).check()
  await dayTile(page, day, '(?:余 \\d+|已满 可候补)').check()
  await slot(page, time).check()
  await next(page)
}

async function fillPerson(page: Page, phone: string) {
  await page.getByLabel('就诊人姓名').fill('赵爷爷')
  await page.getByLabel('年龄').fill('72')
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('哪里不舒服').fill('胃痛')
  await page.getByLabel(/同意/).check()
  await next(page)
}

async function look(page: Page, phone: string) {
  await page.goto('/my-appointments')
  await page.getByLabel('预约时填写的手机号').fill(phone)
  await page.getByRole('button', { name: '查询我的预约' }).click()
}

/** What axe has against the page, seen at its end: there the tabs stand below the rest and cover nothing. */
async function finds(page: Page, runOnly?: typeof ofColours) {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  return axeFinds(page, runOnly)
}

const days = { open: dayFrom(2), full: dayFrom(3), closed: dayFrom(4), soon: dayFrom(14), none: dayFrom(5) }

/** What came after Chrome 64 or Safari 12 is missing, and, as where cookies are blocked, nothing can be stored. */
function beOld() {
  const missing: [object, string[]][] = [
    [Object, ['fromEntries', 'hasOwn', 'groupBy']],
    [Array.prototype, ['at', 'flat', 'flatMap', 'findLast', 'toSorted', 'toReversed', 'with']],
    [String.prototype, ['at', 'matchAll', 'replaceAll', 'trimStart', 'trimEnd']],
    [Promise, ['allSettled', 'any', 'withResolvers']],
    [Element.prototype, ['replaceChildren', 'toggleAttribute', 'moveBefore']],
    [window, ['queueMicrotask', 'structuredClone', 'AbortController', 'AbortSignal', 'requestIdleCallback']],
    [Crypto.prototype, ['randomUUID']],
  ]
  for (const [owner, names] of missing) for (const name of names) Reflect.deleteProperty(owner, name)
  const get = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
}

test('patient slots', async (t) => {
  const { world, open } = await startPatient(t)
  // Shortly before the release of the day.
  const morning = Date.parse(`${dayFrom(0)}T06:58:00+08:00`)
  world.clock.ahead = morning - Date.now()
  const admin = await world.logIn()
  await admin.call(api.bookingRules.replace, { body: rulesWith() })
  const make = (date: string, start: string, end: string, places: number, doctorId = 'exp-2') =>
    admin.call(api.slots.create, {
      body: { date, departmentName: department, doctorId, start, end, places },
    })
  const morningSlot = await make(days.open, '08:00', '08:30', 3)
  await make(days.open, '08:30', '09:00', 9)
  await make(days.open, '14:00', '15:00', 9, '')
  await make(days.open, '18:30', '19:00', 5)
  const fullSlot = await make(days.full, '08:00', '08:30', 1)
  const closedSlot = await make(days.closed, '08:00', '08:30', 2)
  await make(days.soon, '08:00', '08:30', 7)
  const patient = () => ({ patientName: '李四', patientAge: 40, patientPhone: fakePhone() })
  const book = (slotId: string, who = patient()) =>
    world.anonymous.call(api.appointments.create, { body: { ...who, slotId } })
  const inTheWay = await book(fullSlot.id)
  await admin.call(api.closures.create, {
    body: { from: days.closed, to: days.closed, slotIds: [closedSlot.id], reason: '医生生病' },
  })
  const slotOf = async (id: string) => (await admin.call(api.appointments.detail, { params: { id } })).slotId
  const bookedFor = async (phone: string) =>
    (await admin.call(api.appointments.list, { query: { phone } })).list

  await t.test('from department over day and time to a booking that has its place', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await page.goto('/appointment')
    await page.getByRole('radio', { name: /胃肠科/ }).check()
    await dayTile(page, days.open, '余 26').waitFor()
    for (const [day, state] of [
      [days.full, '已满 可候补'],
      [days.closed, '停诊'],
      [days.soon, '07:00 放号'],
      [days.none, '无号'],
    ] as const)
      await dayTile(page, day, state).waitFor()
    await dayTile(page, days.closed, '停诊').check()
    await page.getByText('这一天停诊，请选其他日期').waitFor()
    await next(page)
    assert.deepEqual(await faultsOf(page), ['请选择就诊时间'])
    await dayTile(page, days.open, '余 26').check()
    const groups = await page.locator('fieldset', { has: page.locator('[name=slotId]') }).all()
    assert.deepEqual(await Promise.all(groups.map((group) => group.locator('legend').innerText())), [
      '就诊时间 上午',
      '就诊时间 下午',
      '就诊时间 晚上',
    ])
    assert.equal(await sticksOut(page), false)
    assert.deepEqual(await finds(page), [])
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await finds(page, ofColours), [])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('radio', { name: '普通号', exact: true }).check()
    await slot(page, /14:00-15:00 余 9/).waitFor()
    assert.equal(await slot(page, /08:00-08:30/).count(), 0)
    await page.getByRole('radio', { name: '不限' }).check()
    await slot(page, /08:00-08:30 林若溪 余 3/).check()
    await next(page)
    await fillPerson(page, phone)
    await page.getByText('上午 08:00-08:30').waitFor()
    await submit(page)
    await isBooked(page)
    const [booked, ...others] = await bookedFor(phone)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [booked!.slotId, booked!.date, booked!.timeSlot, booked!.doctorName, booked!.symptom],
      [morningSlot.id, days.open, '上午 08:00-08:30', '林若溪', '胃痛'],
    )
  })

  await t.test('a phone of 2018 that keeps nothing: a booking and a self-test', async (t) => {
    const page = await open(t, { alone: true })
    await page.addInitScript(beOld)
    const phone = fakePhone()
    await choose(page, days.open, /18:30-19:00/)
    await fillPerson(page, phone)
    await submit(page)
    await isBooked(page)
    await page.getByRole('link', { name: '我的预约' }).first().click()
    await page.getByRole('button', { name: '查询我的预约' }).click()
    await page.getByRole('link', { name: dayName(days.open) }).waitFor()
    assert.equal((await bookedFor(phone)).length, 1)

    await page.goto('/self-test')
    await page.getByRole('link', { name: '开始健康自测' }).click()
    await page.getByLabel('吐血，或吐出像咖啡渣的东西').click()
    await page.getByRole('link', { name: '把结果发给医院' }).click()
    await page.getByLabel('您的姓名').fill('孙女士')
    await page.getByLabel('手机号').fill(phone)
    await page.getByLabel(/同意/).check()
    await page.getByRole('button', { name: '提交给医院' }).click()
    await page.getByText('现在就拨打 120').waitFor()
  })

  await t.test('sold out meanwhile: nothing typed is lost, and another time is one tap away', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await choose(page, days.open, /08:00-08:30/)
    await fillPerson(page, phone)
    await book(morningSlot.id)
    await book(morningSlot.id)
    await submit(page)
    await page.getByText('这个时段刚刚约满了').waitFor()
    await page.getByText('您填写的内容都还在').waitFor()
    const alternatives = page.getByRole('alert').getByRole('button', { name: /余 \d/ })
    assert.equal(await alternatives.count(), 3)
    assert.deepEqual(await finds(page), [])
    await alternatives.first().click()
    await page.locator('.facts').getByText('上午 08:30-09:00').waitFor()
    await submit(page)
    await isBooked(page)
    const [booked] = await bookedFor(phone)
    assert.deepEqual(
      [booked!.timeSlot, booked!.patientName, booked!.symptom],
      ['上午 08:30-09:00', '赵爷爷', '胃痛'],
    )

    // The same number again on that day: why not, and where the other booking is.
    await choose(page, days.open, /14:00-15:00/)
    await fillPerson(page, phone)
    await submit(page)
    await page.getByText('同一个手机号，同一天在同一科室只能预约 1 次').waitFor()
    await page.getByRole('alert').getByRole('link', { name: '查看我的预约' }).waitFor()
  })

  await t.test(
    'a department without slots is booked as ever, and so is any whose rules do not come',
    async (t) => {
      const page = await open(t)
      await page.goto('/appointment')
      await page.getByRole('radio', { name: /胃肠科/ }).check()
      await slot(page, /08:30-09:00/).check()
      await page.getByRole('radio', { name: /肛肠科/ }).check()
      await page.getByLabel('其他日期').waitFor()
      assert.equal(await page.locator('[name=slotId]').count(), 0)
      await next(page)
      assert.deepEqual(await faultsOf(page), ['请选择就诊日期'])
      await page.goto('/experts/exp-2')
      await page.getByRole('link', { name: '预约林若溪医生' }).click()
      await page.locator('[name=doctor][value=exp-2]:checked').waitFor()
      await slot(page, /08:30-09:00 余/).waitFor()
      const cut = await open(t)
      await cut.route('**/api/v1/booking-rules', (route) => route.abort())
      await cut.goto('/appointment')
      await cut.getByRole('radio', { name: /胃肠科/ }).check()
      await cut.getByLabel('其他日期').waitFor()
      const lost = await open(t)
      await once(lost, '/api/v1/availability?*', (route) => route.abort())
      await lost.goto('/appointment')
      await lost.getByRole('radio', { name: /胃肠科/ }).check()
      await lost.getByText('没有等到答复').waitFor()
      await lost.getByRole('button', { name: '再试一次' }).click()
      await slot(lost, /08:30-09:00/).waitFor()
    },
  )

  await t.test('a doctor chosen in one department is not looked for in another', async (t) => {
    const on = { mode: 'on' as const }
    await admin.call(api.bookingRules.replace, { body: rulesWith({ departments: { 肛肠: on, 胃肠: on } }) })
    t.after(() => admin.call(api.bookingRules.replace, { body: rulesWith() }))
    const body = { date: days.open, start: '08:00', end: '08:30', places: 1 }
    await admin.call(api.slots.create, { body: { ...body, departmentName: '肛肠', doctorId: 'exp-1' } })
    const page = await open(t)
    await page.goto('/experts/exp-2')
    await page.getByRole('link', { name: '预约林若溪医生' }).click()
    await page.locator('[name=doctor][value=exp-2]:checked').waitFor()
    await page.getByRole('radio', { name: /肛肠科/ }).check()
    await page.getByText('林若溪医生不在这个科室').waitFor()
    await slot(page, /08:00-08:30 余 1/).waitFor()
    assert.equal(await page.getByText('这位医生最近没有号').count(), 0)
  })

  await t.test('by keyboard, in the large view and in English', async (t) => {
    const page = await open(t, { hasTouch: false })
    const { press, tabTo, open: begin, isSeen, focused } = keyboardOf(page)
    await begin('/appointment')
    await tabTo('radio', /肛肠科/)
    await press('ArrowRight')
    await dayTile(page, days.open, '余 \\d+').and(page.locator(':checked')).waitFor()
    await tabTo('radio', /余 \d+$/)
    for (let count = 0; count < 12; count++) await press('ArrowRight')
    assert.ok(await isSeen())
    assert.match((await focused.getAttribute('value'))!, /^\d{4}-/)

    const large = await open(t, { view: 'en.normal.elder' })
    await large.goto('/appointment')
    await large.getByRole('radio', { name: /Digestive/ }).check()
    await large.getByRole('radio', { name: /left$/ }).first().waitFor()
    assert.equal(await sticksOut(large), false)
    assert.deepEqual(await finds(large), [])
    const shown = await large.locator('main').innerText()
    assert.doesNotMatch(shown.replaceAll('林若溪', ''), /\p{Script=Han}/u)
  })

  await t.test(
    'a full slot: what waiting means, the place in line, and the place that becomes free',
    async (t) => {
      const page = await open(t)
      const phone = fakePhone()
      await choose(page, days.full, /08:00-08:30 .*已满 可候补/)
      await fillPerson(page, phone)
      await page.getByText('不会发短信，请常回来看看').waitFor()
      assert.deepEqual(await finds(page), [])
      await page.getByRole('button', { name: '加入候补' }).click()
      await page.getByRole('heading', { name: '已加入候补' }).waitFor()
      await page.getByText('候补第 1 位').waitFor()
      const second = await world.anonymous.call(api.waitlist.join, {
        body: { ...patient(), slotId: fullSlot.id },
      })
      assert.equal(second.position, 2)
      await page.getByRole('button', { name: '退出候补' }).click()
      await page.getByRole('button', { name: '确定退出' }).click()
      await page.getByText('已退出候补', { exact: true }).waitFor()
      const now = await world.anonymous.call(api.waitlist.detail, { params: { id: second.id } })
      assert.equal(now.position, 1)
      await world.anonymous.call(api.appointments.cancel, { params: { id: inTheWay.id } })
      assert.equal((await bookedFor(phone)).length, 0, 'who has left gets nothing')
    },
  )

  await t.test('a booking is moved, and a lost answer to that is found out', async (t) => {
    const page = await open(t)
    const who = patient()
    const { id } = await book((await make(dayFrom(7), '08:00', '08:30', 1)).id, who)
    const wanted = await make(dayFrom(8), '09:00', '09:30', 1)
    await look(page, who.patientPhone)
    await page.getByRole('link', { name: dayName(dayFrom(7)) }).click()
    await page.getByRole('button', { name: '改约' }).click()
    await dayTile(page, dayFrom(8), '余 1').check()
    await slot(page, /09:00-09:30/).check()
    assert.deepEqual(await finds(page), [])
    assert.equal(await sticksOut(page), false)
    await once(page, '/api/v1/appointments/*/reschedule', loseAnswer)
    const move = page.getByRole('button', { name: /^改约到 .* 上午 09:00-09:30 林若溪$/ })
    await move.click()
    await page.getByText('还不能确定是否已改约').waitFor()
    await move.click()
    await page.getByText('已改约 1 次').waitFor()
    assert.equal(await slotOf(id), wanted.id)

    // Taken by another meanwhile: the old time stays, and others are offered.
    const contested = await make(dayFrom(9), '09:00', '09:30', 1)
    await page.getByRole('button', { name: '改约' }).click()
    await dayTile(page, dayFrom(9), '余 1').check()
    await slot(page, /09:00-09:30/).check()
    await book(contested.id)
    await page.getByRole('button', { name: /^改约到/ }).click()
    await page.getByText('这个时段刚刚约满了').waitFor()
    assert.equal(await slotOf(id), wanted.id)
    await page.getByRole('alert').getByRole('button').first().click()
    await once(page, '/api/v1/appointments/*/reschedule', loseAnswer)
    await page.getByRole('button', { name: /^改约到 / }).click()
    await page.getByText('还不能确定是否已改约').waitFor()
    // Refused, as two moves are all that is allowed: it was moved by the sending before.
    await page.getByRole('button', { name: /^改约到 / }).click()
    await page.getByText('已改约 2 次').waitFor()
    await page.getByText('不能再在网上改约').waitFor()
    assert.equal(await page.getByRole('button', { name: '改约' }).count(), 0)
  })

  await t.test('a closed slot is told in the list and the detail, and left by moving', async (t) => {
    const page = await open(t)
    const who = patient()
    const ill = await make(dayFrom(10), '08:00', '08:30', 2)
    await book(ill.id, who)
    const bare = { ...who, date: dayFrom(11), departmentName: '肛肠' as const }
    await world.anonymous.call(api.appointments.create, { body: bare })
    await admin.call(api.closures.create, {
      body: { from: dayFrom(10), to: dayFrom(10), slotIds: [ill.id], reason: '医生生病' },
    })
    await look(page, who.patientPhone)
    await page.getByRole('link', { name: /该时段已停诊，请改约或致电医院/ }).click()
    await page.getByRole('alert').getByText('该时段已停诊，请改约或致电医院').waitFor()
    assert.deepEqual(await finds(page), [])
    await page.getByRole('button', { name: '改约' }).click()
    await slot(page, /08:30-09:00/).check()
    await page.getByRole('button', { name: /^改约到 / }).click()
    await page.getByText(/^已改约到/).waitFor()
    await page.getByText('该时段已停诊').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '返回列表' }).click()
    await page.getByText('已改约 1 次').waitFor()
    await page.getByRole('link', { name: dayName(dayFrom(11)) }).click()
    await page.getByRole('button', { name: '取消预约' }).waitFor()
    assert.equal(await page.getByRole('button', { name: '改约' }).count(), 0, 'it has no slot')
  })

  await t.test('whether one came is told kindly, and who did not can book again', async (t) => {
    const page = await open(t)
    const who = patient()
    const today = await make(dayFrom(0), '00:00', '23:59', 2, '')
    const visit = async (attendance: 'arrived' | 'no-show') => {
      const { id } = await admin.call(api.appointments.book, { body: { ...who, slotId: today.id } })
      await admin.call(api.appointments.confirm, { params: { id } })
      await admin.call(api.appointments.setAttendance, { params: { id }, body: { attendance } })
    }
    await visit('arrived')
    await visit('no-show')
    await look(page, who.patientPhone)
    await page.getByRole('link', { name: /已到诊/ }).click()
    await page.getByText('已登记到诊，感谢您按时前来。').waitFor()
    assert.equal(await page.getByRole('button', { name: '取消预约' }).count(), 0)
    await page.getByRole('link', { name: '返回列表' }).click()
    await page.getByRole('link', { name: /未到诊/ }).click()
    await page.getByText('这次没有登记到诊。如果还需要就诊，可以重新预约').waitFor()
    await page.getByRole('link', { name: '重新预约' }).waitFor()
    assert.deepEqual(await finds(page), [])
  })

  await t.test(
    'who waits finds it under their bookings, with the place in line and the way out',
    async (t) => {
      const page = await open(t)
      const who = patient()
      const wanted = await make(dayFrom(12), '08:00', '08:30', 1)
      const { id } = await book(wanted.id)
      for (const one of [patient(), who])
        await world.anonymous.call(api.waitlist.join, { body: { ...one, slotId: wanted.id } })
      await look(page, who.patientPhone)
      await page.getByText('候补第 2 位').waitFor()
      assert.deepEqual(await finds(page), [])
      await once(page, '/api/v1/waitlist/*/leave', answerWith(429, 429, '请求过于频繁,请稍后再试'))
      await page.getByRole('button', { name: '退出候补' }).click()
      await page.getByRole('button', { name: '确定退出' }).click()
      await page.getByText('操作太频繁了').waitFor()
      assert.equal(await page.getByText('还不能确定是否已退出').count(), 0)
      await once(page, '/api/v1/waitlist/*/leave', loseAnswer)
      await page.getByRole('button', { name: '退出候补' }).click()
      await page.getByRole('button', { name: '确定退出' }).click()
      await page.getByText('还不能确定是否已退出').waitFor()
      await page.getByRole('button', { name: '确定退出' }).click()
      await page.getByText('已退出候补', { exact: true }).waitFor()
      await world.anonymous.call(api.appointments.cancel, { params: { id } })
      assert.equal((await bookedFor(who.patientPhone)).length, 0)
    },
  )

  await t.test('what is released comes by itself, by the clock of the service', async (t) => {
    const page = await open(t, { alone: true })
    // The phone is a month behind.
    await page.clock.install({ time: Date.now() - 30 * 24 * 60 * 60 * 1000 })
    world.clock.ahead = Date.parse(`${dayFrom(0)}T06:56:00+08:00`) - Date.now()
    await page.goto('/appointment')
    await page.getByRole('radio', { name: /胃肠科/ }).check()
    await dayTile(page, days.soon, '07:00 放号').check()
    await page.getByText(/距放号还有 [0-3] 分 \d+ 秒/).waitFor()
    assert.equal(await page.locator('[name=slotId]:enabled').count(), 0)
    const [, minutes, seconds] = /(\d+) 分 (\d+) 秒/.exec(await page.getByRole('timer').innerText())!
    // Until all have asked again, and not so long that they would give up waiting.
    const wait = (Number(minutes) * 60 + Number(seconds) + 6) * 1000
    world.clock.ahead += wait
    await page.clock.runFor(wait)
    await page.locator('[name=slotId]:enabled').first().waitFor()
    await dayTile(page, days.soon, '余 7').and(page.locator(':checked')).waitFor()
  })
})
