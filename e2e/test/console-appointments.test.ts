import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { booking } from '../../server/test/world.ts'
import { choose, drawn, exportCsv, silence, startConsole } from '../console.ts'

test('appointments', async (t) => {
  const { world, open } = await startConsole(t)
  const book = async (patientName: string, changes: Record<string, unknown> = {}) =>
    (await world.anonymous.call(api.appointments.create, { body: booking({ patientName, ...changes }) })).id
  const statusOf = async (id: string) =>
    (await world.admin.call(api.appointments.detail, { params: { id } })).status

  await t.test('the first use says what will come', async (t) => {
    const page = await open(t, { at: '/appointments' })
    await page.getByText('还没有预约').waitFor()
    await page.getByText('患者预约后会出现在这里').waitFor()
  })

  await t.test(
    'followed through by keyboard alone: confirm, remark, complete; cancel is asked about',
    async (t) => {
      const two = await book('键盘乙')
      const one = await book('键盘甲')
      const page = await open(t, { clock: true, at: '/appointments' })
      await page.keyboard.press('j')
      await page.locator('.facts').getByText('键盘甲').waitFor()
      await page.keyboard.press('y')
      await page.locator('.drawer-head').getByText('已确认').first().waitFor()
      await page.clock.runFor(7000)
      await page
        .locator('.drawer-head')
        .getByRole('button', { name: /^完成就诊/ })
        .waitFor()
      await page.keyboard.press('r')
      await page.keyboard.type('带报告来')
      await page.keyboard.press('Control+s')
      await page.getByText('备注已保存').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('f')
      const early = page.getByRole('dialog', { name: '键盘甲 已经来就诊了吗？' })
      await early.getByRole('button', { name: '完成就诊' }).click()
      await page.locator('.drawer-head').getByText('已完成').waitFor()
      assert.equal(await statusOf(one), 'completed')
      await page.keyboard.press('j')
      await page.locator('.facts').getByText('键盘乙').waitFor()
      await page.keyboard.press('x')
      const leaving = page.getByRole('dialog', { name: '取消 键盘乙 的预约？' })
      await leaving.waitFor()
      await drawn(page)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('.drawer-head').getByText('已取消').waitFor()
      assert.equal(await statusOf(two), 'cancelled')
      await page.locator('.ant-timeline').getByText('取消预约').waitFor()
    },
  )

  await t.test('an action that came too late shows what the service has now', async (t) => {
    const id = await book('晚了一步')
    const page = await open(t, { clock: true, before: silence, at: '/appointments#keyword=晚了' })
    await page.getByRole('button', { name: '晚了一步' }).waitFor()
    await world.anonymous.call(api.appointments.cancel, { params: { id } })
    await page.getByRole('button', { name: '确认', exact: true }).click()
    await page.clock.runFor(7000)
    await page.getByText('预约已取消，不能再确认').waitFor()
    await page.getByText(/现在的状态是“已取消”/).waitFor()
    await page.locator('tr', { hasText: '晚了一步' }).getByText('已取消').waitFor()
  })

  await t.test('several are confirmed at once, with a result for each', async (t) => {
    const names = ['批量甲', '批量乙', '批量丙']
    const ids = []
    for (const name of names) ids.push(await book(name))
    const page = await open(t, { before: silence, at: '/appointments?status=pending#keyword=批量' })
    await page.getByText('共 3 条').waitFor()
    for (const name of names) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
    await world.admin.call(api.appointments.cancel, { params: { id: ids[1]! } })
    await page.getByRole('button', { name: '确认所选 3 条' }).click()
    const dialog = page.getByRole('dialog', { name: '批量确认' })
    await dialog.getByRole('button', { name: '知道了' }).click({ trial: true })
    assert.deepEqual(
      (await dialog.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')).sort(),
      [
        '批量丙 2026-12-01 已确认',
        '批量乙 2026-12-01 未确认 预约已取消，不能再确认 已取消',
        '批量甲 2026-12-01 已确认',
      ].sort(),
    )
    await dialog.getByRole('button', { name: '知道了' }).click()
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['confirmed', 'cancelled', 'confirmed'])
  })

  await t.test('on the board only lawful moves can be dropped', async (t) => {
    const id = await book('看板甲', { date: '2026-12-24' })
    const at = '/appointments?view=board&dateFrom=2026-12-24&dateTo=2026-12-24'
    const page = await open(t, { clock: true, at })
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const card = page.locator('.board-card', { hasText: '看板甲' })
    await card.dragTo(column('已完成'))
    assert.equal(await statusOf(id), 'pending')
    await card.dragTo(column('已确认'))
    await column('已确认').getByText('看板甲').waitFor()
    assert.equal(await statusOf(id), 'pending', 'it can still be taken back')
    await page.clock.runFor(7000)
    await column('已确认').getByRole('button', { name: '完成就诊' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '完成就诊' }).click()
    await column('已完成').getByText('看板甲').waitFor()
    assert.equal(await statusOf(id), 'completed')
  })

  await t.test('on the board a card is cancelled by its button, which asks first', async (t) => {
    const id = await book('看板乙', { date: '2026-12-23' })
    const page = await open(t, { at: '/appointments?view=board&dateFrom=2026-12-23&dateTo=2026-12-23' })
    const card = page.locator('.board-card', { hasText: '看板乙' })
    const question = page.getByRole('dialog', { name: '取消 看板乙 的预约？' })
    await card.getByRole('button', { name: '取消预约' }).click()
    await question.getByRole('button', { name: '先不取消' }).click()
    await question.waitFor({ state: 'hidden' })
    assert.equal(await statusOf(id), 'pending')
    await card.getByRole('button', { name: '取消预约' }).click()
    await question.getByRole('button', { name: '取消预约' }).click()
    await page.getByRole('region', { name: '已取消', exact: true }).getByText('看板乙').waitFor()
    assert.equal(await statusOf(id), 'cancelled')
    assert.equal(await card.getByRole('button', { name: '取消预约' }).count(), 0)
  })

  await t.test('order and columns are chosen, and what the filter finds is exported', async (t) => {
    const patientPhone = '13900007001'
    await book('次序甲', { date: '2027-02-03', doctorName: '陈医生', patientPhone })
    await book('次序乙', { date: '2027-02-01' })
    await book('次序丙', { date: '2027-02-02', symptom: '=1+1' })
    const page = await open(t, { onward: true, at: '/appointments#keyword=次序' })
    await page.getByText('共 3 条').waitFor()
    const names = () => page.locator('tbody .name-button').allTextContents()
    assert.deepEqual(await names(), ['次序丙', '次序乙', '次序甲'])
    await choose(page, '排序', '最早就诊在前')
    await page.waitForURL(/order=visit/)
    await page.locator('tbody .name-button').first().getByText('次序乙').waitFor()
    assert.deepEqual(await names(), ['次序乙', '次序丙', '次序甲'])

    await page.getByText('陈医生').waitFor()
    await page.getByRole('button', { name: '选择要显示的列' }).click()
    await page.getByRole('checkbox', { name: '医生' }).uncheck()
    await page.getByText('陈医生').waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')

    const rows = await exportCsv(page)
    assert.equal(rows.length, 4)
    assert.ok(rows.some((row) => row.includes(patientPhone)))
    assert.ok(rows.some((row) => row.includes("'=1+1")))
  })

  await t.test('month, day and the sheet for paper', async (t) => {
    const id = await book('日历甲', { date: '2026-12-25', timeSlot: '上午', departmentName: '胃肠' })
    for (const timeSlot of ['', '下午', '9:30-10:00']) {
      await book('日历乙', { date: '2026-12-25', timeSlot, departmentName: '胃肠' })
    }
    const page = await open(t, { onward: true, at: '/appointments?view=calendar&month=2026-12' })
    await page.getByRole('button', { name: '2026-12-25 4 个预约' }).click()
    await page.getByRole('button', { name: '日历甲' }).waitFor()
    await page.getByText('上午 · 1 个预约').waitFor()
    const visit = page.getByRole('listitem').filter({ hasText: '日历甲' })
    await visit.getByRole('button', { name: '确认' }).click()
    await visit.getByText('已确认').first().waitFor()
    await page.getByRole('button', { name: '打印日程' }).click()
    await page.getByRole('heading', { name: '胃肠科' }).waitFor()
    await page.getByRole('cell', { name: '日历甲' }).waitFor()
    const slots = await page.locator('caption').allTextContents()
    assert.deepEqual(slots, ['上午（1）', '9:30-10:00（1）', '下午（1）', '未选时段（1）'])
    await page.emulateMedia({ media: 'print' })
    assert.ok(!(await page.getByRole('navigation', { name: '主菜单' }).isVisible()))
    await page.goto('/console/appointments')
    for (let tries = 0; tries < 50 && (await statusOf(id)) === 'pending'; tries++) await drawn(page)
    assert.equal(await statusOf(id), 'confirmed', 'a page that is left tells at once')
  })

  await t.test('filters stand in the address, and one is deleted', async (t) => {
    const id = await book('要删的', { departmentName: '胃肠', date: '2027-01-02' })
    const page = await open(t, {
      onward: true,
      at: '/appointments?departmentName=胃肠&dateFrom=2027-01-02&dateTo=2027-01-02&status=pending',
    })
    await page.getByText('共 1 条').waitFor()
    await page.getByRole('button', { name: '要删的' }).click()
    await page.locator('.ant-drawer').getByRole('button', { name: '删除' }).click()
    await page.locator('.ant-modal').getByRole('button', { name: '删除' }).click()
    await page.getByText('预约已删除').waitFor()
    await world.admin.refused(api.appointments.detail, { params: { id } }, 404, '预约不存在')
  })
})
