import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { askedQuestions, choicesOf } from '@zhenyue/contract/self-test/engine'
import { startWorld } from '../server/test/world.ts'
import { browserFor, pagesOf } from './pages.ts'

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
  /** In a context of its own, as the test leaves what cannot be cleared, such as a clock, or needs an empty cache. */
  alone?: boolean
}

/** The real service on a database of its own, and a real browser. */
export async function startPatient(t: TestContext, env: Record<string, string> = {}) {
  const browser = await browserFor(t)
  const world = await startWorld(t, 'sqlite', env)
  const take = pagesOf(browser, world.url, {
    viewport: { width: 360, height: 760 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    hasTouch: true,
  })
  async function open(t: TestContext, { width = 360, view, alone, ...options }: Visit = {}) {
    const page = await take(t, width, options, { alone })
    if (view) await page.context().addCookies([{ name: 'zhenyue-view', value: view, url: world.url }])
    return page
  }
  return { world, open }
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
