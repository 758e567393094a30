import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { booking, fakePhone } from '../../server/test/world.ts'
import { sticksOut } from '../checks.ts'
import { answerWith, faultsOf, isWithoutFaults, loseAnswer, once, startPatient, widths } from '../patient.ts'

const person = { name: '赵爷爷', age: '72' }

async function fillVisit(page: Page) {
  await page.getByRole('radio', { name: /肛肠科/ }).check()
  await page.locator('input[name=date]').nth(2).check()
}

async function fillPerson(page: Page, phone: string) {
  await page.getByLabel('就诊人姓名').fill(person.name)
  await page.getByLabel('年龄').fill(person.age)
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('checkbox').check()
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

test('patient booking', { timeout: 240_000 }, async (t) => {
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

      const file = await page.getByRole('link', { name: '加到日历' }).getAttribute('href')
      const calendar = decodeURIComponent(file!).replaceAll('\r\n ', '')
      assert.match(calendar, new RegExp(`DTSTART;VALUE=DATE:${booked!.date.replaceAll('-', '')}`))
      assert.doesNotMatch(calendar, new RegExp(`${phone}|${booked!.id}`))
      await page.getByRole('button', { name: '复制预约信息' }).click()
      await page.getByText('已复制').waitFor()
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /科室:肛肠/)

      await page.reload()
      await isBooked(page)
      assert.equal(await page.evaluate(() => localStorage.getItem('zhenyue.appointment')), null)
    })
  }

  await t.test('wrong input is told in the words of the service, and nothing is sent', async (t) => {
    const page = await open(t)
    page.on('request', (request) => assert.notEqual(request.method(), 'POST'))
    const serviceSays = async (changes: Record<string, unknown>) =>
      (await world.anonymous.send(api.appointments.create, { body: booking(changes) as never })).message

    await page.goto('/appointment')
    await next(page)
    const noDate = await serviceSays({ date: '2026-02-30' })
    assert.deepEqual(await faultsOf(page), [await serviceSays({ departmentName: '骨科' }), noDate])
    await page.locator('[name=departmentName]:focus').first().waitFor()
    await page.getByRole('radio', { name: /胃肠科/ }).check()
    assert.deepEqual(await faultsOf(page), [noDate])
    await page.getByLabel('选择更晚的日期').fill('2020-01-01')
    assert.deepEqual(await faultsOf(page), ['请选择今天或以后的日期'])
    await page.getByLabel('选择更晚的日期').fill('2030-12-01')
    await isWithoutFaults(page)
    await next(page)

    await fillPerson(page, fakePhone())
    // To an empty field the service answers with the name of a parameter; a person is told the rule of the field.
    const cases: [string, string, string, unknown][] = [
      ['就诊人姓名', 'patientName', '', '名'.repeat(21)],
      ['就诊人姓名', 'patientName', '　 ', '名'.repeat(21)],
      ['就诊人姓名', 'patientName', '名'.repeat(21), '名'.repeat(21)],
      ['年龄', 'patientAge', '', 0],
      ['年龄', 'patientAge', '150', 150],
      ['年龄', 'patientAge', '0', 0],
      ['年龄', 'patientAge', '7.5', 7.5],
      ['年龄', 'patientAge', 'abc', 'abc'],
      ['手机号', 'patientPhone', '', '1'],
      ['手机号', 'patientPhone', '12900000001', '12900000001'],
      ['手机号', 'patientPhone', '1390000', '1390000'],
      ['哪里不舒服', 'symptom', '痛'.repeat(501), '痛'.repeat(501)],
    ]
    for (const [label, field, typed, sent] of cases) {
      const input = page.getByLabel(label)
      const before = await input.inputValue()
      await input.fill(typed)
      await next(page)
      assert.deepEqual(await faultsOf(page), [await serviceSays({ [field]: sent })], `${label} ${typed}`)
      assert.equal(await input.getAttribute('aria-invalid'), 'true')
      await input.fill(before)
      await isWithoutFaults(page)
    }
    await page.getByRole('checkbox').uncheck()
    await next(page)
    assert.deepEqual(await faultsOf(page), ['请先勾选同意,再继续'])
    for (const label of ['就诊人姓名', '年龄', '手机号']) await page.getByLabel(label).fill(' ')
    await next(page)
    assert.equal((await faultsOf(page)).length, 4)
    assert.match(page.url(), /details$/)
  })

  await t.test('a lost answer is told as such; a retry, also after a reload, books once', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await toCheck(page, phone)
    await once(page, '/api/v1/appointments', loseAnswer)
    await submit(page)
    await page.getByText('不确定是否已经收到').waitFor()
    assert.equal((await bookedFor(phone)).length, 1)

    await page.goto('/appointment')
    await page.getByText('不确定是否已经收到').waitFor()
    assert.equal(await page.getByRole('radio').count(), 0, 'what may have arrived is not changed')
    await page.goto('/experts/exp-2')
    await page.getByRole('link', { name: '预约林若溪医生' }).click()
    await page.getByText('不确定是否已经收到').waitFor()
    await once(page, '/api/v1/appointments', answerWith(429, 429, '请求过于频繁,请稍后再试'))
    await again(page)
    await page.getByText('请求过于频繁,请稍后再试').waitFor()
    assert.equal(
      await page.getByRole('link', { name: /^修改/ }).count(),
      0,
      'it may still have arrived before',
    )
    await once(page, '/api/v1/appointments', loseAnswer)
    await again(page)
    await page.getByText('不确定是否已经收到').waitFor()
    await again(page)
    await isBooked(page)
    assert.equal((await bookedFor(phone)).length, 1)
  })

  await t.test(
    'after ten seconds without an answer the person is asked, and nothing goes by itself',
    async (t) => {
      const page = await open(t)
      const phone = fakePhone()
      await page.clock.install()
      await toCheck(page, phone)
      let requests = 0
      await page.route('**/api/v1/appointments', () => void requests++, { times: 1 })
      await submit(page)
      await page.getByRole('button', { name: '正在提交…' }).waitFor()
      await page.getByRole('button', { name: '正在提交…' }).click({ force: true })
      await page.clock.runFor(9000)
      assert.equal(await page.getByText('不确定是否已经收到').count(), 0)
      await page.clock.runFor(1500)
      await page.getByText('不确定是否已经收到').waitFor()
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
      await page.getByText('服务暂时不可用,请稍后再试').waitFor()
      await once(page, '/api/v1/appointments', (route) =>
        route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
      )
      await again(page)
      await page.getByText('不确定是否已经收到').waitFor()
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
    await page.getByText('请求过于频繁,请稍后再试').waitFor()
    await page.getByRole('link', { name: '修改就诊人' }).click()
    await page.getByLabel('年龄').fill('73')
    await next(page)
    await once(page, '/api/v1/appointments', (route) => route.abort())
    await submit(page)
    await page.getByRole('button', { name: '放弃这次,重新填写' }).click()
    await page.getByText('可能会有两份').waitFor()
    await page.getByRole('button', { name: '确定重新填写' }).click()
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
    assert.ok(await page.getByRole('radio', { name: /林若溪/ }).isChecked())
    assert.ok(await page.getByRole('radio', { name: /胃肠科/ }).isChecked())
  })
})
