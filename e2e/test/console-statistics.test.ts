import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { booking, fakePhone, lead, type World } from '../../server/test/world.ts'
import { axeFinds, sticksOut } from '../checks.ts'
import { choose, drawn, go, settled, startConsole } from '../console.ts'

/** Of four persons one is reached, one books, one has visited; one booking is cancelled. */
async function seed({ anonymous, admin, time, db }: World) {
  const today = time.dayOf(time.now())
  const phones = Array.from({ length: 4 }, fakePhone)
  const ids: string[] = []
  for (const [index, phone] of phones.entries()) {
    const source = index < 3 ? 'home' : 'self-test'
    ids.push((await anonymous.call(api.leads.submit, { body: lead({ phone, source }) })).id)
  }
  await anonymous.call(api.leads.submit, { body: lead({ phone: phones[0], source: 'other' }) })
  await admin.call(api.followUp.assign, { params: { id: ids[0]! }, body: { username: 'admin' } })
  await admin.call(api.followUp.addContact, {
    params: { id: ids[0]! },
    body: { channel: 'phone', outcome: 'reached', close: 'done' },
  })
  const book = async (patientPhone: string) =>
    (await anonymous.call(api.appointments.create, { body: booking({ patientPhone, date: today }) })).id
  const [visited, missed, cancelled] = [
    await book(phones[1]!),
    await book(phones[2]!),
    await book(fakePhone()),
  ]
  for (const id of [visited, missed]) await admin.call(api.appointments.confirm, { params: { id } })
  await admin.call(api.appointments.complete, { params: { id: visited } })
  await admin.call(api.appointments.cancel, { params: { id: cancelled } })
  await db.updateTable('appointments').set({ attendance: 'no-show' }).where('id', '=', missed).execute()
  return today
}

/** Follows links, each of which has to lead to as many rows as it says. */
async function followLinks(page: Page, links: { name: string | RegExp; rows: number }[]) {
  for (const { name, rows } of links) {
    await page.getByRole('link', { name }).first().click()
    await page.getByText(`共 ${rows} 条`, { exact: true }).waitFor()
    await page.goBack()
    await settled(page)
  }
}

async function saved(page: Page, button: string): Promise<string[]> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\r\n')
}

test('statistics, and the import of leads', async (t) => {
  const { world, open } = await startConsole(t)
  const today = await seed(world)

  await t.test('every figure leads to as many rows as it says, and the tables are exported', async (t) => {
    const page = await open(t, { at: `/statistics?from=${today}&to=${today}` })
    await page.getByRole('region', { name: '从线索到就诊' }).first().waitFor()
    await followLinks(page, [
      { name: /^线索\s*4$/, rows: 4 },
      { name: /^已联系上\s*1\s*占线索 25%$/, rows: 1 },
      { name: /^已预约\s*1\s*占线索 25%$/, rows: 1 },
      { name: '首页 线索: 3', rows: 3 },
      { name: '首页 已就诊: 1', rows: 1 },
    ])
    assert.deepEqual(await axeFinds(page), [])
    await page.getByText('按跟进人').click()
    await page.locator('.funnel-group', { hasText: '无人跟进' }).waitFor()
    await followLinks(page, [
      { name: 'admin 已联系上: 1', rows: 1 },
      { name: '无人跟进 线索: 3', rows: 3 },
    ])
    assert.match(page.url(), /by=assignee/)
    const lines = await saved(page, '导出 CSV')
    assert.equal(lines[0], '跟进人,线索,已联系上,已预约,已就诊,首次响应（分钟）')
    assert.match(lines.at(-1)!, /^合计,4,1,1,1,/)

    await page.getByText('就诊', { exact: true }).click()
    await page.getByText('各医生就诊').waitFor()
    await followLinks(page, [
      { name: /^取消率\s*33.3%/, rows: 1 },
      { name: /^爽约率\s*50%/, rows: 1 },
      { name: /^肛肠科\s*2/, rows: 2 },
      { name: /^普通号\s*2/, rows: 2 },
    ])
    assert.ok((await saved(page, '导出 CSV')).includes('各科室就诊,肛肠科,2'))
    assert.deepEqual(await axeFinds(page), [])
    await page.setViewportSize({ width: 390, height: 860 })
    assert.ok(!(await sticksOut(page)))
    await page.getByText('近 90 天', { exact: true }).click()
    await page.getByText('每日新线索').waitFor()
  })

  await t.test('a file is previewed, mapped, imported, its refused rows read, and taken back', async (t) => {
    const page = await open(t, { onward: true, at: '/leads' })
    await page.getByRole('button', { name: '导入线索' }).click()
    const [known, fresh, other] = [fakePhone(), fakePhone(), fakePhone()]
    await world.anonymous.call(api.leads.submit, { body: lead({ phone: known, source: 'other' }) })
    const rows = ['姓名,手机号,怎么了', `甲,${fresh},腹胀`, `乙,${known},`, '丙,123,', `丁,${other},`]
    const file = {
      name: '名单.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from(rows.join('\n')),
    }
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ ...file, name: '名单.xlsx' })
    await page.getByText('请选择 CSV 文件。').waitFor()
    await input.setInputFiles(file)
    await page.locator('.figure', { hasText: '新线索' }).getByText('2', { exact: true }).waitFor()
    await page
      .locator('.import-faults li', { hasText: '第 4 行' })
      .getByText('手机号不是 11 位手机号')
      .waitFor()
    await choose(page, '“怎么了”导入为', '症状')
    await page.getByText('您改了对应关系').waitFor()
    assert.deepEqual(await axeFinds(page), [])
    await page.getByRole('button', { name: '开始导入' }).click()
    await page.locator('.ant-form-item-explain').getByText('请说明信息来源和授权方式').waitFor()
    await page.getByLabel('信息来源和授权方式').fill('义诊现场登记，本人同意回访')
    await page.getByRole('button', { name: '开始导入' }).click()
    await page.getByRole('region', { name: '导入完成' }).waitFor()
    const leads = await world.admin.call(api.leads.list, { query: { phone: fresh } })
    assert.deepEqual([leads.list[0]!.name, leads.list[0]!.symptom], ['甲', '腹胀'])
    assert.equal((await saved(page, '下载未导入的行')).length, 3)

    // The address alone opens it again.
    const { search } = new URL(page.url())
    await go(page, `/import${search}`)
    await drawn(page)
    assert.deepEqual(await axeFinds(page), [])
    await page.getByRole('button', { name: '撤销导入' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click()
    await page.getByRole('region', { name: '已撤销导入' }).waitFor()
    assert.equal((await world.admin.call(api.leads.list, { query: { phone: fresh } })).total, 0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('导入')
    await page.getByRole('option', { name: /导入线索/ }).waitFor()
  })
})
