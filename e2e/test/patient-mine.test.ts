import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { booking, fakePhone } from '../../server/test/world.ts'
import { sticksOut } from '../checks.ts'
import { answerWith, faultsOf, loseAnswer, once, startPatient, widths } from '../patient.ts'

async function look(page: Page, phone: string) {
  await page.goto('/my-appointments')
  await page.getByLabel('预约时填写的手机号').fill(phone)
  await page.getByRole('button', { name: '查询我的预约' }).click()
}

const cancel = async (page: Page) => {
  await page.getByRole('button', { name: '取消预约' }).click()
  await page.getByRole('button', { name: '确定取消' }).click()
}

test('patient my appointments', { timeout: 240_000 }, async (t) => {
  const { world, open } = await startPatient(t)
  const book = (changes: Record<string, unknown>) =>
    world.anonymous.call(api.appointments.create, { body: booking(changes) })

  for (const width of widths) {
    await t.test(`found by phone, by status, looked at and cancelled, ${width} px`, async (t) => {
      const page = await open(t, { width })
      const patientPhone = fakePhone()
      const name = '欧阳慕容司徒上官诸葛东方令狐皇甫尉迟长孙'
      await book({ patientPhone, date: '2026-12-08', timeSlot: '上午', doctorName: name, patientName: name })
      const confirmed = await book({
        patientPhone,
        date: '2026-12-09',
        departmentName: '胃肠',
        symptom: '胃痛\n三天',
      })
      await world.admin.call(api.appointments.confirm, { params: { id: confirmed.id } })

      await look(page, patientPhone)
      await page.getByText('共 2 条').waitFor()
      assert.equal(await sticksOut(page), false)
      assert.doesNotMatch(page.url(), /1390000/)
      await page.getByRole('radio', { name: '已完成' }).check()
      await page.getByText('没有找到预约').waitFor()
      await page.getByRole('radio', { name: '已确认' }).check()
      await page.getByText('共 1 条').waitFor()
      await page.getByRole('link', { name: /12月9日 星期三/ }).click()
      await page.getByText('胃痛').waitFor()
      assert.doesNotMatch(page.url(), /apt-/)

      await page.getByRole('button', { name: '取消预约' }).click()
      await page.getByText('确定要取消这个预约吗').waitFor()
      await page.getByRole('button', { name: '先不取消' }).click()
      await page.reload()
      await page.getByText('已确认').waitFor()
      await cancel(page)
      await page.getByText('预约已经取消').waitFor()
      assert.equal(await page.getByRole('button', { name: '取消预约' }).count(), 0)
      const { status } = await world.admin.call(api.appointments.detail, { params: { id: confirmed.id } })
      assert.equal(status, 'cancelled')

      await page.getByRole('link', { name: '返回列表' }).click()
      await page.getByText('共 2 条').waitFor()
      await page.getByRole('button', { name: '换一个手机号' }).click()
      assert.equal(await page.getByLabel('预约时填写的手机号').inputValue(), '')
    })
  }

  await t.test(
    'a malformed number is told in the words of the service; an unknown one finds nothing',
    async (t) => {
      const page = await open(t)
      for (const patientPhone of ['', '12345', '12900000001', '139000000010', '1390000000a']) {
        await look(page, patientPhone)
        const { message } = await world.anonymous.send(api.appointments.create, {
          // To an empty field the service answers with the name of a parameter.
          body: booking({ patientPhone: patientPhone || '1' }),
        })
        assert.deepEqual(await faultsOf(page), [message], patientPhone)
        assert.equal(await page.getByLabel('预约时填写的手机号').getAttribute('aria-invalid'), 'true')
      }
      await look(page, fakePhone())
      await page.getByText('没有找到预约').waitFor()
    },
  )

  await t.test('the refusal of the service is shown plainly', async (t) => {
    const page = await open(t)
    const patientPhone = fakePhone()
    const { id } = await book({ patientPhone })
    await look(page, patientPhone)
    await page.getByRole('link', { name: /12月1日/ }).click()
    await page.getByRole('button', { name: '取消预约' }).waitFor()
    await world.admin.call(api.appointments.confirm, { params: { id } })
    await world.admin.call(api.appointments.complete, { params: { id } })
    await cancel(page)
    await page.getByText('已完成的预约不能取消').waitFor()
    await page.getByText('已完成', { exact: true }).waitFor()
  })

  await t.test('the service failing: a retry for what was not shown, and a lost cancellation', async (t) => {
    const page = await open(t)
    const patientPhone = fakePhone()
    await book({ patientPhone })
    await once(page, '/api/v1/appointments?*', answerWith(503, 503, '服务暂时不可用,请稍后再试'))
    await look(page, patientPhone)
    await page.getByText('服务暂时不可用,请稍后再试').waitFor()
    await page.getByRole('button', { name: '再试一次' }).click()
    await once(page, '/api/v1/appointments/apt-*', (route) => route.abort())
    await page.getByRole('link', { name: /12月1日/ }).click()
    await page.getByText('没有等到答复').waitFor()
    await page.getByRole('button', { name: '再试一次' }).click()
    await page.getByRole('button', { name: '取消预约' }).waitFor()
    await once(page, '/api/v1/appointments/*/cancel', loseAnswer)
    await cancel(page)
    await page.getByText('不确定是否已取消').waitFor()
    await page.getByRole('button', { name: '确定取消' }).click()
    await page.getByText('预约已取消').waitFor()
    await page.getByText('已取消', { exact: true }).waitFor()
  })
})
