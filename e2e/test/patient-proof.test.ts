import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { newSecret } from '../../server/src/outbound/signature.ts'
import { booking, fakePhone } from '../../server/test/world.ts'
import { axeFinds, sticksOut } from '../checks.ts'
import { dayFrom, faultsOf, startPatient } from '../patient.ts'

test('patient proof and consent', async (t) => {
  const codes: string[] = []
  const gateway = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    codes.push(JSON.parse(body).params.code)
    response.end('{}')
    gateway.emit('code')
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  t.after(() => (gateway.closeAllConnections(), gateway.close()))
  const { world, open } = await startPatient(t, {
    PHONE_PROOF: 'all',
    CONSENT: 'required',
    SMS_PROVIDER: 'http',
    SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`,
    SMS_SECRET: newSecret(),
  })
  const phone = fakePhone()
  const body = booking({ patientPhone: phone, date: dayFrom(3) })
  await world.admin.call(api.appointments.book, { body })
  const wordOf = (number: string) =>
    world.db.selectFrom('consents').selectAll().where('phone', '=', number).execute()
  const page = await open(t)
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await t.test('a code shows the bookings, and with its proof one is cancelled', async () => {
    await page.goto('/my-appointments')
    await page.getByLabel('预约时填写的手机号').fill(phone)
    await button('查询我的预约').click()
    await page.getByRole('heading', { name: '请先验证手机号' }).waitFor()
    await button('先不验证').click()
    await page.getByText('请先验证手机号，再继续').first().waitFor()
    await button('再试一次').click()
    const arrived = once(gateway, 'code')
    await button('获取验证码').click()
    const field = page.getByLabel('短信验证码')
    await field.waitFor()
    assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
    assert.equal(await field.getAttribute('inputmode'), 'numeric')
    await button(/^\d+ 秒后可以重新获取$/).waitFor()
    assert.equal(await sticksOut(page), false)
    assert.deepEqual(await axeFinds(page), [])
    await arrived
    await field.fill(codes[0] === '000000' ? '000001' : '000000')
    await button('验证并继续').click()
    assert.deepEqual(await faultsOf(page), ['验证码不对，请核对短信里的 6 位数字'])
    // As after a look at the message: the code on its way is still known.
    await page.reload()
    await field.fill(codes[0]!)
    await button('验证并继续').click()
    await page.locator('a.row').click()
    await button('取消预约').click()
    await button('确定取消').click()
    await page.getByText('预约已经取消。').waitFor()
    assert.doesNotMatch(page.url(), /\?|1\d{10}/)
    assert.equal(await page.evaluate(() => localStorage.getItem('zhenyue.proof')), null)
  })

  await t.test('a consent is withdrawn by whoever proves the number', async () => {
    world.clock.ahead = 2 * 60_000
    await page.goto('/settings')
    await page.evaluate((phone) => {
      sessionStorage.removeItem('zhenyue.proof')
      // A code of some time ago, which no longer works, is not said to be on its way.
      const code = { id: 'old', phone, resendAt: 0, expiresAt: Date.now() - 1000 }
      sessionStorage.setItem('zhenyue.code', JSON.stringify(code))
    }, phone)
    await button('撤回').click()
    assert.deepEqual(await faultsOf(page), ['请至少选一项'])
    await page.getByRole('checkbox', { name: '短信通知' }).check()
    await button('撤回').click()
    assert.equal(await page.getByLabel('手机号').inputValue(), phone)
    const arrived = once(gateway, 'code')
    await button('获取验证码').click()
    await page.getByLabel('短信验证码').waitFor()
    await arrived
    await page.getByLabel('短信验证码').fill(codes[1]!)
    await button('验证并继续').click()
    await page.getByText(/^已撤回 139\*{4}\d{4} 的同意。$/).waitFor()
    const [word] = await wordOf(phone)
    assert.deepEqual([word!.booking, word!.follow_up, word!.sms], [-1, -1, 0])
  })

  await t.test(
    'the policy can be read; a child needs a guardian, and nothing is agreed to beforehand',
    async () => {
      const child = fakePhone()
      await page.goto('/appointment')
      await page.getByRole('radio', { name: /肛肠科/ }).check()
      await page.locator('input[name=date]').nth(1).check()
      await button(/^下一步/).click()
      await page.getByRole('link', { name: '查看隐私说明' }).click()
      await page.getByRole('heading', { name: '谁能看到' }).waitFor()
      await page.getByText(/^第 1 版，/).waitFor()
      await page.goBack()
      await page.getByLabel('就诊人姓名').fill('小明')
      await page.getByLabel('年龄').fill('8')
      await page.getByLabel('手机号').fill(child)
      assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
      await page.getByLabel(/同意/).check()
      await button(/^下一步/).click()
      assert.deepEqual(await faultsOf(page), ['未满 14 周岁，请填写监护人姓名（最多 20 个字）'])
      await page.getByLabel('监护人姓名').fill('王女士')
      await page.getByLabel(/随访/).check()
      await button(/^下一步/).click()
      await button('确认提交').click()
      await page.getByText('预约已提交').waitFor()
      const [word] = await wordOf(child)
      const { version, booking: agreed, follow_up, sms, guardian } = word!
      assert.deepEqual([version, agreed, follow_up, sms, guardian], [1, 1, 1, 0, '王女士'])
    },
  )
})
