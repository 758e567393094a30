import assert from 'node:assert/strict'
import { once as opened } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { newSecret } from '../../server/src/outbound/signature.ts'
import { fakePhone } from '../../server/test/world.ts'
import { sticksOut } from '../checks.ts'
import {
  answerWith,
  dayFrom,
  faultsOf,
  isWithoutFaults,
  loseAnswer,
  once,
  startPatient,
  widths,
} from '../patient.ts'

const person = { name: '赵爷爷', age: '72' }

async function fillVisit(page: Page) {
  await page.getByRole('radio', { name: /肛肠科/ }).check()
  await page.locator('input[name=date]').nth(2).check()
}

async function fillPerson(page: Page, phone: string) {
  await page.getByLabel('就诊人姓名').fill(person.name)
  await page.getByLabel('年龄').fill(person.age)
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel(/同意/).check()
}

const next = (page: Page) => page.getByRole('button', { name: /^下一步/ }).click()

async function toCheck(page: Page, phone: string) {
  await page.goto('/appointment')
  await fillVisit(page)
  await next(page)
  await fillPerson(page, phone)
  await next(page)
  await page.getByRole('heading', { name: '请核对预约信息' }).waitFor()
}

const submit = (page: Page) => page.getByRole('button', { name: '确认提交' }).click()
const again = (page: Page) => page.getByRole('button', { name: '再试一次' }).click()
const isBooked = (page: Page) => page.getByRole('heading', { name: '预约已提交' }).waitFor()

test('patient booking', async (t) => {
  const { world, open } = await startPatient(t)
  const bookedFor = async (phone: string) =>
    (await world.admin.call(api.appointments.list, { query: { phone } })).list

  for (const width of widths) {
    await t.test(`from department to a booking to keep, ${width} px`, async (t) => {
      const page = await open(t, { width, permissions: ['clipboard-read', 'clipboard-write'] })
      const phone = fakePhone()
      await page.goto('/appointment')
      await fillVisit(page)
      await page.getByRole('radio', { name: '上午' }).check()
      await page.getByRole('radio', { name: /周明远/ }).check()
      assert.equal(await sticksOut(page), false)
      await next(page)
      await fillPerson(page, ` +86 ${phone.slice(0, 3)}-${phone.slice(3)} `)
      await page.getByLabel('哪里不舒服').fill('便血三天\n有点疼')
      await next(page)
      await page.getByText('周明远').waitFor()
      assert.equal(await sticksOut(page), false)
      await submit(page)
      await isBooked(page)
      const [booked, ...others] = await bookedFor(phone)
      assert.deepEqual(others, [])
      assert.equal(booked!.patientName, person.name)
      assert.equal(booked!.patientAge, 72)
      assert.equal(booked!.timeSlot, '上午')
      assert.equal(booked!.doctorId, 'exp-1')
      assert.equal(booked!.doctorName, '周明远')
      assert.equal(booked!.symptom, '便血三天\n有点疼')
      assert.doesNotMatch(page.url(), new RegExp(phone))

      const file = await page.getByRole('link', { name: '添加到日历' }).getAttribute('href')
      const answer = await fetch(new URL(file!, world.url))
      assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8')
      const calendar = (await answer.text()).replaceAll('\r\n ', '')
      assert.match(calendar, new RegExp(`DTSTART;VALUE=DATE:${booked!.date.replaceAll('-', '')}`))
      assert.doesNotMatch(calendar, new RegExp(`${phone}|${booked!.id}`))
      await page.getByRole('button', { name: '复制预约信息' }).click()
      await page.getByText('已复制').waitFor()
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /科室：肛肠科/)

      await page.reload()
      await isBooked(page)
      assert.equal(await page.evaluate(() => localStorage.getItem('zhenyue.appointment')), null)
    })
  }

  await t.test('wrong input is told with what to do, and nothing is sent', async (t) => {
    const page = await open(t)
    page.on('request', (request) => assert.notEqual(request.method(), 'POST'))
    await page.goto('/appointment')
    await next(page)
    assert.deepEqual(await faultsOf(page), ['请选择科室', '请选择就诊日期'])
    await page.locator('[name=departmentName]:focus').first().waitFor()
    await page.getByRole('radio', { name: /胃肠科/ }).check()
    assert.deepEqual(await faultsOf(page), ['请选择就诊日期'])
    const other = page.getByLabel('其他日期')
    for (const date of ['2020-01-01', '9999-12-31']) {
      await other.fill(date)
      assert.match((await faultsOf(page)).join(), /^请选择\d+月\d+日到.*月\d+日之间的日期$/, date)
      assert.equal(await other.getAttribute('aria-invalid'), 'true')
    }
    await other.fill(dayFrom(30))
    await isWithoutFaults(page)
    await next(page)

    await fillPerson(page, fakePhone())
    const cases: [string, string, string][] = [
      ['就诊人姓名', '', '请填写就诊人姓名（最多 20 个字）'],
      ['就诊人姓名', '　 ', '请填写就诊人姓名（最多 20 个字）'],
      ['就诊人姓名', '名'.repeat(21), '请填写就诊人姓名（最多 20 个字）'],
      ['年龄', '', '请填写年龄，例如 66'],
      ['年龄', '150', '请填写年龄，例如 66'],
      ['年龄', '0', '请填写年龄，例如 66'],
      ['年龄', '7.5', '请填写年龄，例如 66'],
      ['年龄', '0x10', '请填写年龄，例如 66'],
      ['年龄', 'abc', '请填写年龄，例如 66'],
      ['手机号', '', '请填写 11 位手机号'],
      ['手机号', '12900000001', '请填写 11 位手机号'],
      ['手机号', '1390000', '请填写 11 位手机号'],
      ['哪里不舒服', '痛'.repeat(501), '请写在 500 字以内'],
    ]
    for (const [label, typed, fault] of cases) {
      const input = page.getByLabel(label)
      const before = await input.inputValue()
      await input.fill(typed)
      await next(page)
      assert.deepEqual(await faultsOf(page), [fault], `${label} ${typed}`)
      assert.equal(await input.getAttribute('aria-invalid'), 'true')
      await input.fill(before)
      await isWithoutFaults(page)
    }
    await page.getByLabel(/同意/).uncheck()
    await next(page)
    assert.deepEqual(await faultsOf(page), ['请先勾选同意，再继续'])
    for (const label of ['就诊人姓名', '年龄', '手机号']) await page.getByLabel(label).fill(' ')
    await next(page)
    assert.equal((await faultsOf(page)).length, 4)
    assert.match(page.url(), /details$/)
  })

  await t.test('numbers are understood as people type them', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await page.goto('/appointment')
    await fillVisit(page)
    await next(page)
    await fillPerson(page, `＋86（${phone.slice(0, 3)}）${phone.slice(3)}`)
    await page.getByLabel('年龄').fill('70岁')
    await next(page)
    await submit(page)
    await isBooked(page)
    const [booked] = await bookedFor(phone)
    assert.equal(booked!.patientAge, 70)
  })

  await t.test(
    'today is the hospital’s, whatever the phone says; what is over cannot be chosen',
    async (t) => {
      const page = await open(t, { timezoneId: 'America/Los_Angeles', alone: true })
      await page.clock.install({ time: Date.now() - 40 * 24 * 60 * 60 * 1000 })
      await page.goto('/appointment')
      const days = () =>
        page.locator('input[name=date]').evaluateAll((all) => all.map((one) => (one as any).value))
      const hour = Number(world.time.show(Date.now()).slice(11, 13))
      const first = hour < 18 ? dayFrom(0) : dayFrom(1)
      await page.locator(`input[name=date][value="${first}"]`).waitFor()
      assert.equal((await days())[0], first)
      assert.equal(await page.getByLabel('其他日期').getAttribute('min'), first)
      assert.equal(await page.getByLabel('其他日期').getAttribute('max'), dayFrom(60))
    },
  )

  for (const [at, first, parts, called] of [
    ['09:00', 0, ['', '上午', '下午'], true],
    ['13:00', 0, ['', '下午'], true],
    ['18:30', 1, ['', '上午', '下午'], false],
  ] as const) {
    await t.test(`what can be chosen at ${at}`, async (t) => {
      const page = await open(t, { alone: true })
      // Until the service has told its time, the page and the phone agree on the day, and the phone has the hour.
      await page.clock.install({ time: new Date(`${dayFrom(0)}T${at}:00+08:00`) })
      await page.route('**/api/**', (route) => route.abort())
      await page.goto('/appointment')
      await page.locator('input[name=date]').first().check()
      assert.equal(await page.locator('input[name=date]').first().inputValue(), dayFrom(first))
      const shown = page.locator('input[name=timeSlot]')
      assert.deepEqual(await shown.evaluateAll((all) => all.map((one) => (one as any).value)), parts)
      assert.equal(await page.getByText('今天就诊请直接致电医院').count(), called ? 1 : 0)
    })
  }

  await t.test('a second booking of the same person, day and department is asked for', async (t) => {
    const phone = fakePhone()
    const [one, two] = [await open(t), await open(t)]
    await toCheck(one, phone)
    await toCheck(two, phone)
    await submit(one)
    await isBooked(one)
    await submit(two)
    await two.getByText(/赵爷爷在.*已有一个肛肠科预约（待确认），确定再约一个吗？/).waitFor()
    assert.equal(await two.locator(':focus').innerText(), '先不约')
    await two.getByRole('button', { name: '先不约' }).click()
    assert.equal((await bookedFor(phone)).length, 1)
    await submit(two)
    await two.getByRole('button', { name: '再约一个' }).click()
    await isBooked(two)
    assert.equal((await bookedFor(phone)).length, 2)

    // Another member of the family is not asked.
    const three = await open(t)
    await three.goto('/appointment')
    await fillVisit(three)
    await next(three)
    await fillPerson(three, phone)
    await three.getByLabel('就诊人姓名').fill('赵奶奶')
    await next(three)
    await submit(three)
    await isBooked(three)
  })

  await t.test('a lost answer is told as such; a retry, also after a reload, books once', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await toCheck(page, phone)
    await once(page, '/api/v1/appointments', loseAnswer)
    await submit(page)
    await page.getByText('还不能确定医院是否收到').waitFor()
    assert.equal((await bookedFor(phone)).length, 1)

    await page.goto('/appointment')
    await page.getByText('还不能确定医院是否收到').waitFor()
    assert.equal(await page.getByRole('radio').count(), 0, 'what may have arrived is not changed')
    await page.goto('/experts/exp-2')
    await page.getByRole('link', { name: '预约林若溪医生' }).click()
    await page.getByText('还不能确定医院是否收到').waitFor()
    await once(page, '/api/v1/appointments', answerWith(429, 429, '请求过于频繁,请稍后再试'))
    await again(page)
    await page.getByText('操作太频繁了').waitFor()
    assert.equal(
      await page.getByRole('link', { name: /^修改/ }).count(),
      0,
      'it may still have arrived before',
    )
    await once(page, '/api/v1/appointments', loseAnswer)
    await again(page)
    await page.getByText('还不能确定医院是否收到').waitFor()
    await again(page)
    await isBooked(page)
    assert.equal((await bookedFor(phone)).length, 1)
  })

  await t.test(
    'after ten seconds without an answer the person is asked, and nothing goes by itself',
    async (t) => {
      const page = await open(t, { alone: true })
      const phone = fakePhone()
      await page.clock.install()
      await toCheck(page, phone)
      let requests = 0
      await page.route('**/api/v1/appointments', () => void requests++, { times: 1 })
      await submit(page)
      await page.getByRole('button', { name: '正在提交…' }).waitFor()
      await page.getByRole('button', { name: '正在提交…' }).click({ force: true })
      await page.clock.runFor(7000)
      assert.equal(await page.getByText('还不能确定医院是否收到').count(), 0)
      await page.clock.runFor(3500)
      await page.getByText('还不能确定医院是否收到').waitFor()
      await page.clock.runFor(60_000)
      assert.equal(requests, 1)
      await again(page)
      await isBooked(page)
      assert.equal((await bookedFor(phone)).length, 1)
    },
  )

  await t.test(
    'a refusal of the service is shown plainly, and the draft is kept over a reload',
    async (t) => {
      const page = await open(t)
      const phone = fakePhone()
      await toCheck(page, phone)
      await once(page, '/api/v1/appointments', answerWith(503, 503, '服务暂时不可用,请稍后再试'))
      await submit(page)
      await page.getByText('系统正忙，请稍后再试').waitFor()
      await once(page, '/api/v1/appointments', (route) =>
        route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
      )
      await again(page)
      await page.getByText('还不能确定医院是否收到').waitFor()
      await page.reload()
      await page.getByText(phone).waitFor()
      await again(page)
      await isBooked(page)
      assert.equal((await bookedFor(phone)).length, 1)
    },
  )

  await t.test('a changed draft is another booking, and giving up an open one is asked twice', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await toCheck(page, phone)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    await once(page, '/api/v1/appointments', answerWith(429, 429, '请求过于频繁,请稍后再试'))
    await submit(page)
    await page.getByText('操作太频繁了').waitFor()
    await page.getByRole('link', { name: '修改就诊人' }).click()
    await page.getByLabel('年龄').fill('73')
    await next(page)
    await once(page, '/api/v1/appointments', (route) => route.abort())
    await submit(page)
    await page.getByRole('button', { name: '不再重试，返回修改' }).click()
    await page.getByText('可能会有两份').waitFor()
    await page.getByRole('button', { name: '确定返回修改' }).click()
    await page.getByRole('link', { name: '修改就诊人' }).click()
    await page.getByLabel('年龄').fill('74')
    await next(page)
    await submit(page)
    await isBooked(page)
    assert.equal((await bookedFor(phone))[0]!.patientAge, 74)
    assert.equal(new Set(keys).size, 3)
    assert.ok(keys.every((key) => /^[0-9a-f]{32}$/.test(key!)))
  })

  await t.test('the list of doctors is not needed to book, and a doctor can be brought along', async (t) => {
    const page = await open(t)
    await once(page, '/api/v1/experts?enabled=true', (route) => route.abort())
    await page.goto('/appointment')
    await page.getByRole('radio', { name: /胃肠科/ }).check()
    await page.getByText('不影响预约').waitFor()
    await page.goto('/experts/exp-2')
    await page.getByRole('link', { name: '预约林若溪医生' }).click()
    await page.locator('input[name=doctorId][value=exp-2]:checked').waitFor()
    assert.ok(await page.getByRole('radio', { name: /胃肠科/ }).isChecked())
    await page.getByRole('radio', { name: /肛肠科/ }).check()
    await page.getByText('林若溪医生不在这个科室的网上预约名单里').waitFor()
    assert.ok(await page.locator('input[name=doctorId][value=""]').isChecked())
  })

  await t.test('a doctor of another department is shown, cannot be booked online, and says so', async (t) => {
    const doctor = { name: '马大夫', title: '主任医师', department: '骨科', intro: '' }
    const { id } = await world.admin.call(api.experts.create, { body: doctor })
    const outer = await world.admin.call(api.experts.create, {
      body: { ...doctor, name: '胡大夫', department: '胃肠外科' },
    })
    const page = await open(t)
    await page.goto('/experts')
    await page.getByRole('link', { name: /马大夫.*骨科.*请电话预约/s }).click()
    await page.getByText('这位医生暂不支持网上预约').waitFor()
    assert.equal(await page.getByRole('link', { name: /^预约马大夫/ }).count(), 0)
    await page.locator('main').getByRole('link', { name: '拨打 010-0000-0000' }).waitFor()
    await page.goto('/appointment')
    await page.getByRole('radio', { name: /胃肠科/ }).check()
    await page.locator(`input[name=doctorId][value=${outer.id}]`).waitFor()
    assert.equal(await page.locator(`input[name=doctorId][value=${id}]`).count(), 0)
  })
})

test('what will be sent is said before it is agreed to, and that it was sent only when a provider took it', async (t) => {
  let takes = false
  const gateway = createServer((request, response) => {
    request.resume()
    response.writeHead(takes ? 200 : 503).end('{}')
  }).listen(0, '127.0.0.1')
  await opened(gateway, 'listening')
  t.after(() => (gateway.closeAllConnections(), gateway.close()))
  const { world, open } = await startPatient(t, {
    SMS_PROVIDER: 'http',
    SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`,
    SMS_SECRET: newSecret(),
  })
  const book = async (page: Page) => {
    await page.goto('/appointment')
    await fillVisit(page)
    await next(page)
    await fillPerson(page, fakePhone())
    const told = await page.getByText('医院可以给我发短信').count()
    await next(page)
    await submit(page)
    await isBooked(page)
    return told
  }
  const page = await open(t)
  assert.equal(await book(page), 0, 'nothing is said while nothing is sent')

  const { provider: _, ...settings } = await world.admin.call(api.messages.settings)
  const booked = { enabled: true, template: 'T1', params: ['name' as const] }
  await world.admin.call(api.messages.saveSettings, {
    body: { ...settings, booked, quietFrom: '00:00', quietTo: '00:00' },
  })
  const refused = await open(t)
  assert.equal(await book(refused), 1)
  await refused.waitForResponse((answer) => /appointments\/apt-\w+$/.test(answer.url()))
  assert.equal(await refused.getByText('已发送短信').count(), 0)
  takes = true
  const taken = await open(t)
  await book(taken)
  await taken.getByText('已发送短信').waitFor()
})
