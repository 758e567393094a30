import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, defaultBookingRules } from '@zhenyue/contract'
import { booking, fakePhone } from '../../server/test/world.ts'
import { axeFinds, sticksOut } from '../checks.ts'
import { choose, goWithin, settled, startConsole } from '../console.ts'

const department = '胃肠' as const
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })

test('visits by doctor: filter, day and week, with who waits', async (t) => {
  const { world, open } = await startConsole(t)
  const { admin, anonymous } = world
  const departments = { 肛肠: { mode: 'off' }, 胃肠: { mode: 'on' } } as const
  await admin.call(api.bookingRules.replace, { body: { ...defaultBookingRules, departments } })
  const day = dayFromNow(2)
  const make = (start: string, end: string, doctorId: string) =>
    admin.call(api.slots.create, {
      body: { date: day, departmentName: department, doctorId, start, end, places: 1 },
    })
  const patient = (patientName: string) => ({ patientName, patientAge: 40, patientPhone: fakePhone() })
  const book = (slotId: string, name: string) =>
    admin.call(api.appointments.book, { body: { ...patient(name), slotId } })
  const [morning, afternoon] = [await make('08:30', '09:00', 'exp-2'), await make('14:00', '14:30', '')]
  const first = await book(morning.id, '上午甲')
  await book(afternoon.id, '下午乙')
  await anonymous.call(api.appointments.create, {
    body: booking({ patientName: '半天丙', date: day, timeSlot: '上午', doctorName: '林若溪' }),
  })
  for (const name of ['候补一', '候补二'])
    await anonymous.call(api.waitlist.join, { body: { ...patient(name), slotId: morning.id } })

  await t.test('the list and the calendar show those of one doctor, or of none', async (t) => {
    const page = await open(t, { at: '/appointments' })
    await page.getByText('共 3 条').waitFor()
    await choose(page, '医生', '林若溪')
    await page.getByText('共 1 条').waitFor()
    await page.locator('tr', { hasText: '上午甲' }).waitFor()
    assert.match(page.url(), /doctorId=exp-2/)
    await choose(page, '医生', '普通号')
    await page.locator('tr', { hasText: '下午乙' }).waitFor()
    assert.equal(await page.locator('tr', { hasText: '上午甲' }).count(), 0)
  })

  await t.test('a day has a column for each doctor, by times and half-days', async (t) => {
    const page = await open(t, { onward: true, at: `/appointments?view=calendar&day=${day}` })
    await page.getByText('上午 08:30-09:00 · 1 个预约 · 候补 2').waitFor()
    await page.getByText('按医生').click()
    const grid = page.getByRole('region', { name: '按医生' })
    const heads = await grid.getByRole('columnheader').allInnerTexts()
    assert.deepEqual(heads, ['时间', '胃肠科 普通号', '林若溪 胃肠科'])
    const row = (name: string) => grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
    const cells = async (name: string) =>
      (await row(name).getByRole('cell').allInnerTexts()).map((text) => text.trim())
    assert.match((await cells('上午 08:30-09:00'))[1]!, /已约 1 \/ 1[^]*候补 2[^]*上午甲/)
    assert.match((await cells('下午 14:00-14:30'))[0]!, /下午乙/)
    const [none, hers] = await cells('上午')
    assert.deepEqual([none, hers?.includes('半天丙')], ['', true], 'who named her without a slot is hers')
    assert.deepEqual(await axeFinds(page), [])
    await grid.getByRole('button', { name: '上午甲' }).click()
    await page.locator('.facts').getByText('上午甲').waitFor()
  })

  await t.test('a week has days by doctors, on a phone as well, and leads to the day', async (t) => {
    const page = await open(t, { at: `/appointments?view=calendar&span=week&day=${day}`, width: 390 })
    const grid = page.getByRole('region', { name: '按医生' })
    await grid.getByText('候补 2').waitFor()
    assert.equal(await grid.getByRole('row').count(), 8)
    await grid.getByRole('button', { name: /08:30 上午甲/ }).waitFor()
    assert.equal(await sticksOut(page), false)
    assert.deepEqual(await axeFinds(page), [])
    await page.getByRole('button', { name: '下一周' }).click()
    await settled(page)
    await page.getByText('这一周没有预约').waitFor()
    await page.getByRole('button', { name: '上一周' }).click()
    const [, month, date] = day.split('-').map(Number)
    await grid.getByRole('button', { name: new RegExp(`^${month}月${date}日`) }).click()
    await grid.getByRole('rowheader', { name: '上午 08:30-09:00' }).waitFor()
  })

  await t.test('who got the place by waiting is told at the visit', async (t) => {
    await admin.call(api.appointments.cancel, { params: { id: first.id } })
    const { list } = await admin.call(api.appointments.staffList, { query: { keyword: '候补一' } })
    const page = await open(t, { onward: true, at: `/appointments#open=${list[0]!.id}` })
    await page
      .locator('.facts')
      .getByText(/来自候补.*加入候补/)
      .waitFor()
    await goWithin(page, `/slots?day=${day}`)
    await page.getByText('候补 1').first().waitFor()
  })
})
