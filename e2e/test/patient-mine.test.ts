import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { booking, fakePhone } from '../../server/test/world.ts'
import { sticksOut } from '../checks.ts'
import { answerWith, dayFrom, dayName, faultsOf, loseAnswer, once, startPatient, widths } from '../patient.ts'

async function look(page: Page, phone: string) {
  await page.goto('/my-appointments')
  await page.getByLabel('预约时填写的手机号').fill(phone)
  await page.getByRole('button', { name: '查询我的预约' }).click()
}

const cancel = async (page: Page) => {
  await page.getByRole('button', { name: '取消预约' }).click()
  await page.getByRole('button', { name: '确定取消' }).click()
}

test('patient my appointments', async (t) => {
  const { world, open } = await startPatient(t)
  const book = (changes: Record<string, unknown>) =>
    world.anonymous.call(api.appointments.create, { body: booking(changes) })

  for (const width of widths) {
    await t.test(`found by phone, by status, looked at and cancelled, ${width} px`, async (t) => {
      const page = await open(t, { width })
      const patientPhone = fakePhone()
      const name = '欧阳慕容司徒上官诸葛东方令狐皇甫尉迟长孙'
      await book({ patientPhone, date: dayFrom(8), timeSlot: '上午', doctorName: name, patientName: name })
      const confirmed = await book({
        patientPhone,
        date: dayFrom(9),
        departmentName: '胃肠',
        symptom: '胃痛\n三天',
      })
      await world.admin.call(api.appointments.confirm, { params: { id: confirmed.id } })

      await look(page, patientPhone)
      await page.getByText('共 2 个预约').waitFor()
      assert.equal(await sticksOut(page), false)
      assert.doesNotMatch(page.url(), /1390000/)
      await page.getByRole('radio', { name: '已完成' }).check()
      await page.getByText('没有“已完成”的预约').waitFor()
      await page.getByRole('radio', { name: '已确认' }).check()
      await page.getByText('共 1 个预约').waitFor()
      await page.getByRole('link', { name: dayName(dayFrom(9)) }).click()
      await page.getByText('胃痛').waitFor()
      assert.doesNotMatch(page.url(), /apt-/)

      await page.getByRole('button', { name: '取消预约' }).click()
      await page.getByText('确定取消这个预约吗').waitFor()
      await page.getByRole('button', { name: '先不取消' }).click()
      await page.reload()
      await page.getByText('已确认').waitFor()
      await cancel(page)
      await page.getByText('预约已经取消').waitFor()
      assert.equal(await page.getByRole('button', { name: '取消预约' }).count(), 0)
      const { status } = await world.admin.call(api.appointments.detail, { params: { id: confirmed.id } })
      assert.equal(status, 'cancelled')

      await page.getByRole('link', { name: '返回列表' }).click()
      await page.getByText('共 2 个预约').waitFor()
      await page.getByRole('button', { name: '换一个手机号' }).click()
      assert.equal(await page.getByLabel('预约时填写的手机号').inputValue(), '')
    })
  }

  await t.test(
    'by day of visit, the next one first, what is over apart and not to be cancelled',
    async (t) => {
      const page = await open(t)
      const patientPhone = fakePhone()
      await book({ patientPhone, date: dayFrom(9), timeSlot: '上午' })
      await book({ patientPhone, date: dayFrom(-3) })
      await book({ patientPhone, date: dayFrom(2), timeSlot: '下午' })
      await book({ patientPhone, date: dayFrom(-20) })
      await book({ patientPhone, date: dayFrom(2), timeSlot: '上午' })
      const { id } = await book({ patientPhone, date: dayFrom(5) })
      await world.anonymous.call(api.appointments.cancel, { params: { id } })
      await look(page, patientPhone)
      const section = (title: string) =>
        page
          .locator('section', { has: page.getByRole('heading', { name: title }) })
          .getByRole('heading', { level: 3 })
      await section('待就诊').first().waitFor()
      const ahead = await section('待就诊').allInnerTexts()
      assert.equal(ahead.length, 3)
      for (const [index, [day, part]] of [
        [2, '上午'],
        [2, '下午'],
        [9, '上午'],
      ].entries()) {
        assert.match(ahead[index]!, dayName(dayFrom(day as number)))
        assert.ok(ahead[index]!.endsWith(part as string), ahead[index])
      }
      const former = await section('历史预约').allInnerTexts()
      for (const [index, day] of [5, -3, -20].entries()) assert.match(former[index]!, dayName(dayFrom(day)))

      await page.getByRole('link', { name: dayName(dayFrom(-3)) }).click()
      await page.getByText('就诊日期已经过了，不能再取消').waitFor()
      assert.equal(await page.getByRole('button', { name: '取消预约' }).count(), 0)
      assert.equal(await page.getByRole('link', { name: '添加到日历' }).count(), 0)
    },
  )

  await t.test(
    'the detail has all one needs to come, and after cancelling a way to book again',
    async (t) => {
      const page = await open(t)
      const patientPhone = fakePhone()
      const doctor = { departmentName: '胃肠', doctorId: 'exp-2', doctorName: '林若溪' }
      await book({
        patientPhone,
        patientName: '陈阿婆',
        patientAge: 81,
        date: dayFrom(4),
        timeSlot: '上午',
        ...doctor,
      })
      // The number that both sides can read over the phone.
      await page.route('**/api/v1/appointments/apt-*', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({ response, json: { ...body, data: { ...body.data, number: 20417 } } })
      })
      await look(page, patientPhone)
      await page.getByRole('link', { name: dayName(dayFrom(4)) }).click()
      const main = page.locator('main')
      for (const text of [
        '20417',
        '胃肠科',
        '医院会打电话与您确认',
        '示例市和平区青禾路 100 号',
        '身份证、医保卡',
      ])
        await main.getByText(text).first().waitFor()
      assert.doesNotMatch(await main.innerText(), /apt-/, 'the id is a key')
      await main.getByRole('link', { name: '拨打 010-0000-0000' }).waitFor()
      const file = await main.getByRole('link', { name: '添加到日历' }).getAttribute('href')
      const calendar = await (await fetch(new URL(file!, world.url))).text()
      assert.match(calendar, new RegExp(`DTSTART;VALUE=DATE:${dayFrom(4).replaceAll('-', '')}`))
      await page.unrouteAll()
      await cancel(page)
      await page.getByRole('link', { name: '重新预约' }).click()
      await page.locator('input[name=doctorId][value=exp-2]:checked').waitFor()
      assert.ok(await page.getByRole('radio', { name: /胃肠科/ }).isChecked())
      await page.locator('input[name=date]').nth(3).check()
      await page.getByRole('button', { name: /^下一步/ }).click()
      assert.equal(await page.getByLabel('就诊人姓名').inputValue(), '陈阿婆')
      assert.equal(await page.getByLabel('年龄').inputValue(), '81')
      assert.equal(await page.getByLabel('手机号').inputValue(), patientPhone)
    },
  )

  await t.test('who reads English reads departments, times and states in English', async (t) => {
    const page = await open(t, { view: 'en.normal.plain' })
    const patientPhone = fakePhone()
    await book({
      patientPhone,
      date: dayFrom(4),
      timeSlot: '上午',
      departmentName: '胃肠',
      patientName: 'Ann',
    })
    await page.goto('/my-appointments')
    await page.getByLabel('The mobile number you booked with').fill(patientPhone)
    await page.getByRole('button', { name: 'Find my appointments' }).click()
    await page.getByRole('link', { name: /Morning.*Pending.*Digestive/s }).waitFor()
    assert.doesNotMatch(await page.locator('main').innerText(), /\p{Script=Han}/u)
    await page.getByRole('link', { name: /Morning/ }).click()
    await page.locator('.facts').waitFor()
    assert.doesNotMatch(await page.locator('.facts').innerText(), /\p{Script=Han}/u)
  })

  await t.test('a malformed number is told with what to do; an unknown one finds nothing', async (t) => {
    const page = await open(t)
    for (const patientPhone of ['', '12345', '12900000001', '139000000010', '1390000000a']) {
      await look(page, patientPhone)
      assert.deepEqual(await faultsOf(page), ['请填写 11 位手机号'], patientPhone)
      assert.equal(await page.getByLabel('预约时填写的手机号').getAttribute('aria-invalid'), 'true')
    }
    await look(page, fakePhone())
    await page.getByText('没有找到预约').waitFor()
  })

  await t.test('the refusal of the service is shown in plain words', async (t) => {
    const page = await open(t)
    const patientPhone = fakePhone()
    const { id } = await book({ patientPhone, date: dayFrom(8) })
    await look(page, patientPhone)
    await page.getByRole('link', { name: dayName(dayFrom(8)) }).click()
    await page.getByRole('button', { name: '取消预约' }).waitFor()
    await world.admin.call(api.appointments.confirm, { params: { id } })
    await world.admin.call(api.appointments.complete, { params: { id } })
    await cancel(page)
    await page.getByText('这次就诊已经完成，不能再取消').waitFor()
    await page.getByText('已完成', { exact: true }).waitFor()
  })

  await t.test('the service failing: a retry for what was not shown, and a lost cancellation', async (t) => {
    const page = await open(t)
    const patientPhone = fakePhone()
    await book({ patientPhone, date: dayFrom(8) })
    await once(page, '/api/v1/appointments?*', answerWith(503, 503, '服务暂时不可用,请稍后再试'))
    await look(page, patientPhone)
    await page.getByText('系统正忙，请稍后再试').waitFor()
    await page.getByRole('button', { name: '再试一次' }).click()
    await once(page, '/api/v1/appointments/apt-*', (route) => route.abort())
    await page.getByRole('link', { name: dayName(dayFrom(8)) }).click()
    await page.getByText('没有等到答复').waitFor()
    await page.getByRole('button', { name: '再试一次' }).click()
    await page.getByRole('button', { name: '取消预约' }).waitFor()
    await once(page, '/api/v1/appointments/*/cancel', loseAnswer)
    await cancel(page)
    await page.getByText('还不能确定是否已取消').waitFor()
    await page.getByRole('button', { name: '确定取消' }).click()
    await page.getByText('这个预约已经取消了').waitFor()
    await page.getByText('已取消', { exact: true }).waitFor()
  })
})
