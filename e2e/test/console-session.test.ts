import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { api } from '@zhenyue/contract'
import { leadSourceLabels } from '@zhenyue/contract/labels'
import type { Route } from 'playwright-core'
import { booking, joinWorld, lead, password, strictClient } from '../../server/test/world.ts'
import { go, logIn, meterSays, startConsole } from '../console.ts'

test('a session from login to logout', async (t) => {
  const { world, open } = await startConsole(t)
  const { id } = await world.anonymous.call(api.leads.submit, { body: lead({ name: '王小明' }) })
  const booked = await world.anonymous.call(api.appointments.create, {
    body: booking({ patientName: '赵大勇' }),
  })

  const endOtherSessions = async () => {
    const sessions = await world.admin.call(api.sessions.list)
    for (const session of sessions.filter(({ current }) => !current)) {
      await world.admin.call(api.sessions.end, { params: { id: session.id } })
    }
  }

  await t.test('a wrong password is told, the right one opens the page that was asked for', async (t) => {
    const page = await open(t, { stay: true })
    await page.goto('/console/leads?source=home')
    await page.getByLabel('用户名').fill('admin')
    await page.getByRole('textbox', { name: '密码' }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('用户名或密码不对').waitFor()
    await logIn(page)
    await page.getByRole('heading', { name: '线索' }).waitFor()
    assert.match(page.url(), /source=home/)
  })

  await t.test('a password that was given has to be changed first', async (t) => {
    const made = await world.admin.call(api.accounts.create, { body: { username: 'desk', nickname: '前台' } })
    const page = await open(t, { stay: true })
    await page.getByLabel('用户名').fill('desk')
    await page.getByRole('textbox', { name: '密码' }).fill(made.password!)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('heading', { name: '先换一个自己的密码' }).waitFor()
    await page.getByLabel('原密码').fill(made.password!)
    await page.getByLabel('新密码', { exact: true }).fill('短')
    await meterSays(page, '太短')
    await page.getByLabel('新密码', { exact: true }).fill('a sentence of my own 7')
    await meterSays(page, '很强')
    await page.getByLabel('再输一遍新密码').fill('another')
    await page.getByText('两次输入的新密码不一样').waitFor()
    await page.getByLabel('再输一遍新密码').fill('a sentence of my own 7')
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
    assert.equal(await page.getByRole('link', { name: '账号', exact: true }).count(), 0)
  })

  await t.test('an expired token asks to log in over the page, and nothing typed is lost', async (t) => {
    const page = await open(t, { at: `/leads#open=${id}` })
    const remark = page.getByRole('textbox', { name: '备注' })
    await remark.fill('写了一半的备注')
    await endOtherSessions()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: '登录已失效，请重新登录' })
    await dialog.getByRole('textbox', { name: '密码' }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('备注已保存').waitFor()
    assert.equal(await remark.inputValue(), '写了一半的备注')
    const saved = await world.admin.call(api.leads.detail, { params: { id } })
    assert.equal(saved.remark, '写了一半的备注')
  })

  await t.test('who logs in as another sees and sends nothing of the one before, in any tab', async (t) => {
    const username = 'relief'
    const words = 'words of the relief 5'
    await world.admin.call(api.accounts.create, { body: { username, password: words } })
    const relief = await world.anonymous.call(api.admins.login, { body: { username, password: words } })
    const changed = { oldPassword: words, newPassword: `${words} own` }
    await strictClient(world.url, relief.token).call(api.admins.changePassword, { body: changed })

    const page = await open(t, { alone: true, listens: true, at: `/leads#open=${id}` })
    const other = await page.context().newPage()
    await go(other, '/leads')
    const remark = page.getByRole('textbox', { name: '备注' })
    await remark.fill('不能记在别人名下')
    await endOtherSessions()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: '登录已失效，请重新登录' })
    await dialog.getByLabel('用户名').fill(username)
    await dialog.getByRole('textbox', { name: '密码' }).fill(changed.newPassword)
    const readAnew = other.waitForResponse(/admin\/leads\?/)
    await page.keyboard.press('Enter')
    assert.equal((await readAnew).status(), 200)
    for (const tab of [page, other]) await tab.getByRole('button', { name: username }).waitFor()
    const { remark: kept } = await world.admin.call(api.leads.detail, { params: { id } })
    await page.waitForFunction((kept) => document.querySelector('textarea')?.value === kept, kept)
    assert.equal(kept, '写了一半的备注', 'what waits for a login is not sent by another account')
  })

  await t.test('who logs out leaves nothing in any tab, and loses nothing typed at the login', async (t) => {
    const page = await open(t, { alone: true })
    const other = await page.context().newPage()
    await go(other, '/leads')
    const tabs = [page, other]
    for (const tab of tabs) {
      await tab.evaluate(() => Object.assign(globalThis, { isBefore: true }))
      await tab.route('**/console/', async (route) => {
        await setTimeout(500)
        await route.continue()
      })
    }
    await page.getByRole('button', { name: '管理员' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    for (const tab of tabs) {
      await tab.getByLabel('用户名').waitFor()
      assert.ok(
        !(await tab.evaluate(() => 'isBefore' in globalThis)),
        'a form in the old page would go with it',
      )
    }
  })

  await t.test('language and look are chosen and kept', async (t) => {
    const page = await open(t, { at: '/leads' })
    const { zh, en } = leadSourceLabels['self-test']
    await page.getByRole('cell', { name: zh, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.getByRole('link', { name: 'Leads', exact: true }).waitFor()
    await page.getByRole('cell', { name: en, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Appearance: system' }).click()
    await page.getByRole('button', { name: 'Appearance: light' }).click()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await page.reload()
    await page.getByRole('link', { name: 'Leads', exact: true }).waitFor()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })

  await t.test('nothing moves for whoever asks for less motion', async (t) => {
    const page = await open(t)
    const moving = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('*')]
            .map((element) => getComputedStyle(element))
            .filter((style) => style.animationName !== 'none' || parseFloat(style.transitionDuration) > 0)
            .length,
      )
    assert.equal(await moving(), 0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    assert.ok((await moving()) > 0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  await t.test('the palette finds pages and people, shortcuts lead to pages', async (t) => {
    const page = await open(t)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('小明')
    await page.getByRole('option', { name: /王小明/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('线索详情').waitFor()
    assert.match(page.url(), new RegExp(`open=${id}`))
    await page.keyboard.press('Escape')
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('a')])
    await page.getByRole('heading', { name: '预约', exact: true }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: '快捷键' })
    for (const [keys, what] of [
      ['Ctrl K', '搜索或跳转'],
      ['J / K', '下一条 / 上一条'],
      ['Y', '确认预约'],
      ['G L', '线索'],
    ] as const) {
      const row = help.locator('.keys > div', { has: page.getByText(keys, { exact: true }) })
      await row.getByText(what, { exact: true }).waitFor()
    }
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('大勇')
    await page.getByRole('option', { name: /赵大勇.*待确认/ }).click()
    await page.getByText('预约详情').waitFor()
    assert.match(page.url(), new RegExp(`appointments#open=${booked.id}`))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(String(booked.number))
    await page.getByRole('option', { name: `预约号 ${booked.number}` }).click()
    await page.getByText('预约详情').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('登录设')
    await page.getByRole('option', { name: /登录设备/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '登录设备' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('没有这个人')
    await page.getByText('没有找到').waitFor()
  })

  await t.test(
    'a slow answer shows that it is waited for, and going offline is told until it is over',
    async (t) => {
      const page = await open(t)
      const held = Promise.withResolvers<void>()
      await page.route('**/api/v1/admin/leads?*', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.getByRole('link', { name: '线索', exact: true }).click()
      const progress = page.getByRole('progressbar', { name: '正在处理' })
      await progress.waitFor()
      held.resolve()
      await page.getByRole('button', { name: '王小明' }).waitFor()
      await progress.waitFor({ state: 'hidden' })

      const bar = page.getByRole('alert').getByText('暂时连不上服务')
      await page.context().setOffline(true)
      await bar.waitFor()
      await page.getByRole('button', { name: '王小明' }).waitFor()
      await page.context().setOffline(false)
      await bar.waitFor({ state: 'hidden' })
    },
  )

  await t.test('a fault is told with its request id and can be tried again', async (t) => {
    const fail = (route: Route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'req-42' },
        json: { code: 500, message: '服务器内部错误' },
      })
    const page = await open(t, {
      before: (page) => page.route('**/api/v1/admin/leads?*', fail, { times: 1 }),
      at: '/leads',
    })
    await page.getByText(/错误编号.*req-42/).waitFor()
    await page.getByRole('button', { name: '再试一次' }).click()
    await page.getByRole('button', { name: '王小明' }).waitFor()
  })

  await t.test('the service goes away and comes back, and what was typed is still there', async (t) => {
    const page = await open(t, { at: `/leads#open=${id}` })
    await page.getByRole('textbox', { name: '备注' }).fill('服务停了也不丢')
    await world.close()
    await page.keyboard.press('Control+s')
    await page.getByText('暂时连不上服务').waitFor()
    await joinWorld(t, { ...world.env, PORT: new URL(world.url).port })
    await page.getByText('暂时连不上服务').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+s')
    await page.getByText('备注已保存').waitFor()
  })
})
