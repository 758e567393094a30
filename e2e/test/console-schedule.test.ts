import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { go, startConsole } from '../console.ts'

test('schedules', async (t) => {
  const { world, open } = await startConsole(t)
  const rules = () => world.admin.call(api.bookingRules.read)

  await t.test('rules tell what patients read, and nothing of two who edit is lost', async (t) => {
    const page = await open(t, { at: '/booking-rules' })
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await page.getByText('同一手机号同一天同一科室只能预约 1 次').waitFor()
    await field('每天每科室').fill('2')
    await page.getByText('同一手机号同一天同一科室只能预约 2 次').waitFor()
    await page.getByRole('switch', { name: '胃肠科' }).click()
    await page.getByText('胃肠科还没有号源').waitFor()
    await page.getByText('该日没有号源').waitFor()
    await world.admin.call(api.bookingRules.replace, { body: { ...(await rules()), maxMoves: 5 } })
    await page.keyboard.press('Control+s')
    await page.getByText('预约规则已保存').waitFor()
    const { perPhonePerDay, maxMoves, departments } = await rules()
    assert.deepEqual([perPhonePerDay, maxMoves, departments.胃肠.mode], [2, 5, 'on'])

    await field('提前截止').fill('45')
    await world.admin.call(api.bookingRules.replace, { body: { ...(await rules()), cutoffMinutes: 60 } })
    await page.getByRole('button', { name: '保存规则' }).click()
    await page.getByText('您填写的内容还在').waitFor()
    assert.equal((await rules()).cutoffMinutes, 60)
    await page.getByRole('button', { name: '用我的，覆盖对方' }).click()
    await page.getByText('您填写的内容还在').waitFor({ state: 'hidden' })
    assert.equal((await rules()).cutoffMinutes, 45)

    await go(page, '/audit')
    await page.getByText('修改预约规则').first().waitFor()
    await page.getByText('科室 · 胃肠科 · 按号源预约').waitFor()
    assert.equal(await page.getByText('其他内容').count(), 0)
  })
})
