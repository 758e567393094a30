import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { api, createClient } from '@zhenyue/contract'
import { password, startWorld } from '../server/test/world.ts'
import { launchBrowser } from './browser.ts'

export interface Visit extends BrowserContextOptions {
  width?: number
  username?: string
  password?: string
  /** Leaves the page at the login. */
  stay?: boolean
  /** The path to begin at. */
  at?: string
}

/** What the page keeps of a login, so that not every test goes through the form. */
async function loggedIn(baseURL: string, username: string, secret: string) {
  const { call } = createClient({ baseUrl: baseURL })
  const session = await call(api.admins.login, { body: { username, password: secret } })
  const kept = { name: 'zhenyue-console-session', value: JSON.stringify(session) }
  return { cookies: [], origins: [{ origin: baseURL, localStorage: [kept] }] }
}

/** A page that has to stay free of faults: anything on its console is one, but what a test expects. */
async function openPage(t: TestContext, browser: Browser, baseURL: string, visit: Visit) {
  const { width = 1280, username = 'admin', password: secret = password, stay, at = '/', ...options } = visit
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 860 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(!stay && { storageState: await loggedIn(baseURL, username, secret) }),
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const faults: string[] = []
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning'
    if (isFault && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(faults, [])
  })
  if (stay) {
    await page.goto('/console/')
    await page.getByLabel('用户名').waitFor()
  } else await go(page, at)
  return page
}

export async function logIn(page: Page, username = 'admin', secret = password) {
  await page.getByLabel('用户名').fill(username)
  await page.getByRole('textbox', { name: '密码' }).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.locator('main#main').waitFor()
}

/** The real service on a database of its own, and a real browser. */
export async function startConsole(t: TestContext, env: Record<string, string> = {}) {
  const world = await startWorld(t, 'sqlite', env)
  const browser = await launchBrowser()
  t.after(() => browser.close())
  return {
    world,
    browser,
    open: (t: TestContext, visit: Visit = {}) => openPage(t, browser, world.url, visit),
  }
}

export const settled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('.loading, .ant-spin-spinning, .ant-skeleton'))

/** The strength of a password follows what is typed a moment later. */
export const meterSays = (page: Page, strength: string) =>
  page
    .getByRole('meter')
    .and(page.locator(`[aria-valuetext="${strength}"]`))
    .waitFor()

/** What was changed is on the screen, and what follows from that is done. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })

const shown = async (page: Page) => {
  await page.locator('main#main > *').first().waitFor()
  await settled(page)
}

export const go = async (page: Page, path: string) => {
  await page.goto(`/console${path}`)
  await shown(page)
}

/** Goes there as a link would, which is far cheaper than to load the page anew. */
export const goWithin = async (page: Page, path: string) => {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new Event('popstate'))
  }, `/console${path}`)
  await shown(page)
}

/** Goes there and waits until the page hears of changes. The stream of the page before does not count. */
export async function goListening(page: Page, path: string) {
  await page.goto('about:blank')
  const listening = page.waitForResponse((answer) => answer.url().endsWith('/admin/events'))
  await go(page, path)
  await listening
}

/** Nothing arrives by itself, so that the page is behind. */
export const silence = (page: Page) =>
  page.route('**/api/v1/admin/events', (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: '实时连接过多,请稍后再试' } }),
  )

/** Takes an option of a select. */
export async function choose(page: Page, select: string, option: string) {
  await page
    .locator('.ant-select', { has: page.getByRole('combobox', { name: select }) })
    .last()
    .click()
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', {
      hasText: option,
    })
    .click()
}

/** The lines of the file that the list is exported to. */
export async function exportCsv(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^导出/ })
  await dialog.getByRole('radio', { name: 'CSV（通用）' }).check()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^导出/ }).click()
  const file = await (await saving).path()
  return readFileSync(file, 'utf8').trim().split('\r\n')
}
