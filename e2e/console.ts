import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { api, createClient } from '@zhenyue/contract'
import { password, startWorld } from '../server/test/world.ts'
import { blank, browserFor, pagesOf } from './pages.ts'

export interface Visit extends BrowserContextOptions {
  width?: number
  username?: string
  password?: string
  /** Leaves the page at the login. */
  stay?: boolean
  /** The path to begin at. */
  at?: string
  /** With a clock that the test moves, and so in a context of its own. */
  clock?: boolean
  /** What has to be there before the page loads. */
  before?: (page: Page) => Promise<unknown>
  /** Waits until the page hears of changes. */
  listens?: boolean
  /** In a context of its own, as the test leaves what cannot be cleared. */
  alone?: boolean
  /** Goes on in the page of the test before, as by a link. For a test that waits for what it sees first. */
  onward?: boolean
}

/** Logs in without the form, which not every test has to go through. */
async function enter(page: Page, baseURL: string, username: string, secret: string) {
  const { call } = createClient({ baseUrl: baseURL })
  const session = await call(api.admins.login, { body: { username, password: secret } })
  if (!page.url().endsWith(blank)) await page.goto(blank)
  await page.evaluate(
    (session) => localStorage.setItem('zhenyue-console-session', session),
    JSON.stringify(session),
  )
}

function consoleOf(browser: Browser, baseURL: string) {
  const take = pagesOf(browser, baseURL, {
    viewport: { width: 1280, height: 860 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  return async function open(t: TestContext, visit: Visit = {}) {
    const { username = 'admin', password: secret = password, width = 1280, at = '/', ...more } = visit
    const { stay, clock, before, listens, alone = clock, onward, ...options } = more
    const page = await take(t, width, options, { alone, onward })
    if (onward && page.url() !== 'about:blank') {
      await goWithin(page, at)
      return page
    }
    if (!stay) await enter(page, baseURL, username, secret)
    if (clock) await page.clock.install()
    await before?.(page)
    if (stay) {
      await page.goto('/console/')
      await page.getByLabel('用户名').waitFor()
    } else await (listens ? goListening : go)(page, at)
    return page
  }
}

export async function logIn(page: Page, username = 'admin', secret = password) {
  await page.getByLabel('用户名').fill(username)
  await page.getByRole('textbox', { name: '密码' }).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.locator('main#main').waitFor()
}

/** The real service on a database of its own, and a real browser. */
export async function startConsole(t: TestContext, env: Record<string, string> = {}) {
  const browser = await browserFor(t)
  const world = await startWorld(t, 'sqlite', env)
  return { world, open: consoleOf(browser, world.url) }
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

/** Goes there and waits until the page hears of changes. */
async function goListening(page: Page, path: string) {
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
