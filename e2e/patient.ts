import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { askedQuestions, choicesOf } from '@zhenyue/contract/self-test/engine'
import { startWorld } from '../server/test/world.ts'
import { launchBrowser } from './browser.ts'

export const widths = [360, 430]

/** A day of the hospital, from today. */
export const dayFrom = (count: number) =>
  new Date(Date.now() + (8 + count * 24) * 60 * 60 * 1000).toISOString().slice(0, 10)

/** How a page names a day. */
export function dayName(day: string): RegExp {
  const [, month, date] = day.split('-').map(Number)
  return new RegExp(`(?:^|\\D)${month}月${date}日`)
}

type Role = Parameters<Page['getByRole']>[0]

export interface Visit extends BrowserContextOptions {
  width?: number
  /** As the cookie has it: `en.large.elder`. */
  view?: string
}

/** A page that has to stay free of faults: anything on its console is one, but what a test expects. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  baseURL: string,
  { width = 360, view, ...options }: Visit = {},
) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 760 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    hasTouch: true,
    ...options,
  })
  if (view) await context.addCookies([{ name: 'zhenyue-view', value: view, url: baseURL }])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const faults: string[] = []
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning'
    // Answers of the service that are refusals are told by the page; the browser notes them as well.
    if (isFault && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(faults, [])
  })
  return page
}

/** The real service on a database of its own, and a real browser. */
export async function startPatient(t: TestContext, env: Record<string, string> = {}) {
  const world = await startWorld(t, 'sqlite', env)
  const browser = await launchBrowser()
  t.after(() => browser.close())
  return {
    world,
    browser,
    open: (t: TestContext, visit?: Visit) => openPage(t, browser, world.url, visit),
  }
}

/** Answers of the self-test: the options given, and to all else the one that says no. */
export function answersWith(document: SelfTestDocument, ...ids: string[]): Record<string, string[]> {
  const choices = { ...choicesOf(document, ids) } as Record<string, string[]>
  for (;;) {
    const open = askedQuestions(document, choices).find(({ id }) => !choices[id])
    if (!open) return choices
    choices[open.id] = [(open.options.find(({ only }) => only) ?? open.options[0]!).id]
  }
}

/** As if they had been given on this phone before. */
export const keepAnswers = (page: Page, { version }: SelfTestDocument, choices: Record<string, string[]>) =>
  page.evaluate(
    (draft) => localStorage.setItem('zhenyue.self-test', JSON.stringify({ at: Date.now(), ...draft })),
    { fields: { version, choices } },
  )

/** Answers a path once in another way than the service would. */
export const once = (page: Page, path: string, answer: (route: Route) => Promise<void>) =>
  page.route(`**${path}`, answer, { times: 1 })

/** The service gets the request, and its answer is lost. */
export async function loseAnswer(route: Route) {
  await route.fetch()
  await route.abort('connectionreset')
}

export const answerWith = (status: number, code: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { code, message } })

/** What the page says is wrong, field by field. */
export async function faultsOf(page: Page) {
  const faults = page.locator('.fault:not(:empty)')
  await faults.first().waitFor()
  return faults.allTextContents()
}

export const isWithoutFaults = (page: Page) =>
  page.locator('.fault:not(:empty)').waitFor({ state: 'detached' })

/** What a person can do who has a keyboard and nothing else. */
export function keyboardOf(page: Page) {
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const focused = page.locator(':focus')

  async function open(path: string) {
    await page.goto(path)
    await press('Tab')
    assert.equal(await focused.innerText(), '跳到正文')
  }

  /** Whether what has the focus is on the screen from side to side, with nothing in front of it. */
  const isSeen = () =>
    focused.evaluate((element) => {
      const box = element.closest('label') ?? element
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return left >= 0 && right <= innerWidth && box.contains(front)
    })

  /** Presses Tab until this has the focus. To be nowhere on the way, or past the end of the page, is a fault. */
  async function tabTo(role: Role, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    const wanted = page.getByRole(role, { name, exact: true })
    await wanted.first().waitFor()
    do {
      // Not `focused`, which has no match while the focus is in the calendar button within a date field.
      const somewhere = await page.evaluate(() => document.activeElement !== document.body)
      assert.ok(somewhere, `the focus is nowhere on the way to ${role} ${name}`)
      await press(key)
    } while ((await wanted.and(focused).count()) === 0)
    assert.ok(await isSeen(), `${role} ${name} has the focus and is not seen`)
  }

  async function use(role: Role, name: string | RegExp, key: 'Enter' | 'Space' = 'Enter') {
    await tabTo(role, name)
    await press(key)
  }

  return { press, type, open, tabTo, use, focused, isSeen }
}
