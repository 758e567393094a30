import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { booking, lead } from '../../server/test/world.ts'
import { go, startConsole } from '../console.ts'

test('workbench and system', async (t) => {
  const { world, open } = await startConsole(t)
  await world.anonymous.call(api.leads.submit, { body: lead({ source: 'home' }) })
  await world.anonymous.call(api.appointments.create, { body: booking() })

  await t.test('the workbench counts, each mark opens its list, each chart has a table', async (t) => {
    const page = await open(t)
    await go(page, '/')
    await page.getByRole('link', { name: /待确认预约\s*1/ }).waitFor()
    const choices = (name: string) => page.locator('.chart-card .ant-segmented-item', { hasText: name }).all()
    for (const table of await choices('表')) await table.click()
    assert.equal(await page.locator('.chart-table').count(), 6)
    for (const chart of await choices('图')) await chart.click()
    await page.locator('.bars-row').first().locator('a').last().click()
    await page.getByText('共 1 条').waitFor()
    assert.match(page.url(), /leads\?startDate=/)
    await page.goBack()
    await page.getByRole('list', { name: '线索来源' }).getByRole('link', { name: /首页/ }).click()
    await page.getByText('共 1 条').waitFor()
    assert.match(page.url(), /source=home/)
  })

  await t.test('accounts are made, disabled, and given a new password', async (t) => {
    const page = await open(t)
    await go(page, '/accounts')
    await page.getByRole('button', { name: '新建账号' }).click()
    await page.getByLabel('用户名').fill('reception')
    await page.getByLabel('称呼').fill('前台小李')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    const secret = await page.locator('.secret').innerText()
    assert.ok(secret.trim().length >= 8)
    await page.getByRole('button', { name: '已记下' }).click()
    const row = page.locator('tr', { hasText: 'reception' })
    await row.getByRole('button', { name: '重置密码' }).click()
    await page.locator('.ant-modal').getByRole('button', { name: '重置密码' }).click()
    await page.getByRole('button', { name: '已记下' }).click()
    await row.getByRole('switch').click()
    await row.getByRole('switch', { checked: false }).waitFor()
    const account = (await world.admin.call(api.accounts.list)).find(
      ({ username }) => username === 'reception',
    )!
    assert.equal(account.enabled, false)
  })

  await t.test('sessions are ended, the audit log is filtered, the password is changed', async (t) => {
    const other = await world.logIn()
    const page = await open(t)
    await go(page, '/sessions')
    await page.getByText('当前', { exact: true }).waitFor()
    await page.locator('tr', { hasNotText: '当前' }).getByRole('button', { name: '结束' }).first().click()
    await page.getByText('会话已结束').waitFor()
    void other

    await go(page, '/audit')
    await page.getByText('新建账号').first().waitFor()
    await go(page, '/audit?action=account.update')
    await page.locator('.change').getByText('启用').waitFor()
    await go(page, '/hospital')
    await page.getByText('这里只读').waitFor()

    await go(page, '/me')
    await page.getByLabel('现在的密码').fill('not this one')
    await page.getByLabel('新密码', { exact: true }).fill('a better sentence 2026')
    await page.getByLabel('再输一遍新密码').fill('a better sentence 2026')
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('原密码错误').waitFor()

    await page.getByRole('button', { name: '管理员' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByLabel('用户名').waitFor()
  })
})
