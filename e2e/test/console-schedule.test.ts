import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { fakePhone } from '../../server/test/world.ts'
import { choose, drawn, goWithin, startConsole } from '../console.ts'

test('schedules', async (t) => {
  const { world, open } = await startConsole(t)
  // Those of the first start, which are off.
  await world.db.deleteFrom('templates').execute()
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

    await goWithin(page, '/audit')
    await page.getByText('修改预约规则').first().waitFor()
    await page.getByText('科室 · 胃肠科 · 按号源预约').waitFor()
    assert.equal(await page.getByText('其他内容').count(), 0)
  })

  await t.test(
    'a week is planned by form, menu and dragging, and what became of slots is told',
    async (t) => {
      await world.admin.call(api.experts.create, {
        body: { name: '钱医生', department: '胃肠科' },
      })
      const templates = async () =>
        (await world.admin.call(api.templates.list)).map(
          ({ doctorName, departmentName, weekday, start, end, places, enabled }) =>
            `${doctorName || '普通号'} ${departmentName} ${weekday} ${start}-${end} ${places} ${enabled}`,
        )
      const page = await open(t, { onward: true, at: '/schedule', width: 1440 })
      const told = page.getByText(/^新增 \d+ 个号源、移除 \d+ 个、因已有预约保留 \d+ 个$/)
      const cell = (who: string, weekday: number) =>
        page
          .locator('.week-grid tbody tr', { hasText: who })
          .locator('td')
          .nth(weekday - 1)

      await page.getByRole('button', { name: '新增排班：钱医生 周二' }).click()
      const editor = page.getByRole('dialog', { name: '新增排班' })
      await editor.getByLabel('每段号源数').fill('2')
      await editor.getByText('分 8 段，每次出诊共 16 个号').waitFor()
      await choose(page, '每段时长', '不分段')
      await editor.getByText('分 1 段，每次出诊共 2 个号').waitFor()
      await editor.getByRole('button', { name: '保存排班' }).click()
      await told.waitFor()
      await cell('钱医生', 2).getByText('08:00-12:00').waitFor()
      assert.deepEqual(await templates(), ['钱医生 胃肠 2 08:00-12:00 2 true'])

      await page.getByRole('button', { name: '更多操作：钱医生 周二 08:00-12:00' }).click()
      await page.getByRole('menuitem', { name: '移动或复制到…' }).click()
      const copying = page.getByRole('dialog', { name: '移动或复制到' })
      for (const weekday of ['周二', '周三']) await copying.getByRole('checkbox', { name: weekday }).check()
      await copying.getByRole('button', { name: /复\s*制/ }).click()
      await page.getByText('1 个没有复制：这个时间已有排班或号源').waitFor()
      await cell('钱医生', 3).getByText('08:00-12:00').waitFor()

      const carry = async (weekday: number, to: ReturnType<typeof cell>, key?: string) => {
        await cell('钱医生', weekday).locator('.template strong').hover()
        await page.mouse.down()
        await page.mouse.move(720, 430)
        if (key) await page.keyboard.down(key)
        await to.hover({ position: { x: 20, y: 10 }, force: true })
        await to.getByText(key ? '松开复制到这里' : '松开移动到这里').waitFor()
        await page.mouse.up()
        if (key) await page.keyboard.up(key)
      }
      await carry(2, cell('钱医生', 5))
      await cell('钱医生', 5).getByText('08:00-12:00').waitFor()
      await carry(3, cell('胃肠科 普通号', 3), 'Alt')
      await cell('胃肠科 普通号', 3).getByText('08:00-12:00').waitFor()
      const moved = [
        '普通号 胃肠 3 08:00-12:00 2 true',
        '钱医生 胃肠 3 08:00-12:00 2 true',
        '钱医生 胃肠 5 08:00-12:00 2 true',
      ]
      assert.deepEqual((await templates()).sort(), moved.sort())

      await page.getByRole('button', { name: '复制整周：钱医生' }).click()
      await choose(page, '出诊医生', '肛肠科 普通号')
      await page
        .getByRole('dialog', { name: /整周/ })
        .getByRole('button', { name: /复\s*制/ })
        .click()
      await cell('肛肠科 普通号', 5).getByText('08:00-12:00').waitFor()
      const friday = (await world.admin.call(api.templates.list)).find(
        ({ doctorName, weekday }) => doctorName === '钱医生' && weekday === 5,
      )!
      const { id, doctorName: _, ...values } = friday
      await world.admin.call(api.templates.update, { params: { id }, body: { ...values, places: 3 } })
      await page.getByRole('button', { name: '更多操作：钱医生 周五 08:00-12:00' }).click()
      await page.getByRole('menuitem', { name: '停用' }).click()
      await cell('钱医生', 5).getByText('已停用').waitFor()
      const off = (await templates()).find((one) => one.startsWith('钱医生 胃肠 5'))
      assert.equal(off, '钱医生 胃肠 5 08:00-12:00 3 false', 'what a colleague changed meanwhile stays')
      await page.getByRole('button', { name: '更多操作：肛肠科 普通号 周五 08:00-12:00' }).click()
      await page.getByRole('menuitem', { name: '删除' }).click()
      await page
        .getByRole('dialog', { name: /^删除/ })
        .getByRole('button', { name: /^删\s*除$/ })
        .click()
      await cell('肛肠科 普通号', 5).getByText('08:00-12:00').waitFor({ state: 'hidden' })
      assert.equal((await templates()).length, 4)
    },
  )

  await t.test('holidays are set by keyboard and become ordinary again', async (t) => {
    const page = await open(t, { onward: true, at: '/schedule?view=year&year=2027' })
    await page.getByRole('button', { name: /^2027年1月1日/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await drawn(page)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /2027年1月7日/ })
    await dialog.getByLabel('说明').fill('院庆')
    await dialog.getByLabel('连续天数').fill('2')
    await dialog.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByRole('button', { name: '2027年1月8日 星期五 休息，院庆' }).click()
    const next = page.getByRole('dialog', { name: /2027年1月8日/ })
    await next.getByRole('radio', { name: '调休上班' }).check()
    await next.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByRole('button', { name: '2027年1月8日 星期五 调休，按周一出诊，院庆' }).waitFor()
    const days = await world.admin.call(api.calendarDays.list, { query: {} })
    assert.deepEqual(days, [
      { date: '2027-01-07', kind: 'off', weekday: 0, note: '院庆' },
      { date: '2027-01-08', kind: 'works-as', weekday: 1, note: '院庆' },
    ])
    await page.getByRole('button', { name: /^2027年1月7日/ }).click()
    await dialog.getByRole('radio', { name: '普通日' }).check()
    await dialog.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByRole('button', { name: '2027年1月7日 星期四', exact: true }).waitFor()
  })

  await t.test(
    'slots show how full they are and who is in them; places change, one is made and deleted',
    async (t) => {
      const day = '2026-12-02'
      world.clock.ahead = Date.parse(`2026-12-01T10:00:00+08:00`) - Date.now()
      const admin = await world.logIn()
      const slot = await admin.call(api.slots.create, {
        body: { date: day, departmentName: '肛肠', doctorId: '', start: '15:00', end: '15:30', places: 1 },
      })
      const patient = { patientAge: 40, symptom: '', slotId: slot.id }
      const book = (patientName: string) =>
        admin.call(api.appointments.book, {
          body: { ...patient, patientName, patientPhone: fakePhone(), extra: false },
        })
      await admin.call(api.bookingRules.replace, {
        body: { ...(await rules()), departments: { 肛肠: { mode: 'on' }, 胃肠: { mode: 'on' } } },
      })
      await book('号源甲')
      await world.anonymous.call(api.waitlist.join, {
        body: { ...patient, patientName: '候补乙', patientPhone: fakePhone() },
      })
      const now = Date.parse('2026-12-01T10:00:00+08:00')
      const page = await open(t, {
        alone: true,
        before: (page) => page.clock.install({ time: now }),
        at: `/slots?day=${day}`,
      })
      const own = page.getByRole('region', { name: '肛肠科 普通号' })
      await own.getByRole('button', { name: /下午 15:00-15:30 已约 1 \/ 1 约满 候补 1/ }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByText('号源甲').waitFor()
      await drawer.getByText('候补乙').waitFor()
      assert.equal(await drawer.getByRole('button', { name: '删除号源' }).count(), 0)
      await drawer.getByLabel('号源数').fill('3')
      await drawer.getByRole('button', { name: '保存号源数' }).click()
      await drawer.getByText('已约 2 / 3').waitFor()
      await drawer.getByText('没有人候补').waitFor()
      await drawer.getByRole('link', { name: '候补乙' }).waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })

      await page.getByRole('button', { name: '新增号源' }).click()
      const making = page.getByRole('dialog', { name: '新增号源' })
      const setTime = async (field: string, time: string) => {
        await making.getByLabel(field).fill(time)
        await page.keyboard.press('Enter')
        // Until its list of hours is gone, the field may still take back what was typed.
        await page.locator('.ant-picker-dropdown').filter({ visible: true }).waitFor({ state: 'hidden' })
      }
      await setTime('结束时间', '15:20')
      await setTime('开始时间', '15:10')
      await making.getByRole('button', { name: /^新\s*增$/ }).click()
      await making.getByText('这个时间已有排班或号源').waitFor()
      await setTime('开始时间', '16:00')
      await setTime('结束时间', '16:30')
      await making.getByRole('button', { name: /^新\s*增$/ }).click()
      await own.getByRole('button', { name: /下午 16:00-16:30 已约 0 \/ 1/ }).click()
      await drawer.getByRole('button', { name: '删除号源' }).click()
      await page.locator('.ant-modal').getByRole('button', { name: '删除号源' }).click()
      await own.getByRole('button', { name: /16:00/ }).waitFor({ state: 'hidden' })

      await page.getByText('一周', { exact: true }).click()
      await page.getByRole('row', { name: /肛肠科 普通号.*已约 2 \/ \d+/ }).waitFor()
      await goWithin(page, `/slots?day=${day}&view=sheet`)
      await page.getByRole('region', { name: '肛肠科 普通号 下午 15:00-15:30' }).getByText('候补乙').waitFor()
      assert.equal(await page.getByText(/1390000\d{4}/).count(), 0)
      await page.emulateMedia({ media: 'print' })
      assert.ok(!(await page.getByRole('navigation', { name: '主菜单' }).isVisible()))
    },
  )
})
