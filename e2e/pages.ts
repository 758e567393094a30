import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { forgetNewer } from './oldest-browser.ts'

let launched: Promise<Browser> | undefined
after(async () => (await launched)?.close())

/** The browser of all tests in a process. What a test opened is closed before its service ends. */
export async function browserFor(t: TestContext): Promise<Browser> {
  const browser = await (launched ??= launchBrowser())
  t.after(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

/** What tests listen to. */
const events = ['console', 'pageerror', 'request', 'response', 'dialog'] as const

/** Anything on the console of a page is a fault, but what a test expects. */
function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning'
    // Answers of the service that are refusals are told by the page; the browser notes them as well.
    if (isFault && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

/** A page of the same origin without a script, which would write into what is cleared there. */
export const blank = '/livez'

/**
 * The pages of a test file, which have to stay free of faults. A page in a new context costs twice what it costs to
 * load it again, so that a test gets the page of the test before, with nothing stored and nothing left of that test,
 * or to go on where that one ended.
 */
export function pagesOf(browser: Browser, baseURL: string, defaults: BrowserContextOptions) {
  const kept = new Map<string, Page>()

  async function newPage(options: BrowserContextOptions) {
    const context = await browser.newContext({ baseURL, ...defaults, ...options })
    await context.addInitScript(forgetNewer)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    return page
  }

  /** What the test before answered and looked like is over. */
  async function quieten(page: Page) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.emulateMedia({ media: null, colorScheme: null })
  }

  async function clear(page: Page) {
    await page.goto(blank)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.context().clearCookies()
  }

  return async function take(
    t: TestContext,
    width: number,
    options: BrowserContextOptions,
    { alone = false, onward = false } = {},
  ) {
    const key = JSON.stringify(options)
    const old = alone ? undefined : kept.get(key)
    if (old) kept.delete(key)
    const page = old ?? (await newPage(options))
    const faults = watchFaults(page)
    t.after(async () => {
      if (alone || kept.has(key)) await page.context().close()
      else kept.set(key, page)
      for (const event of events) page.removeAllListeners(event)
      assert.deepEqual(faults, [])
    })
    if (old) await quieten(old)
    if (old && !onward) await clear(old)
    await page.setViewportSize({ width, height: defaults.viewport!.height })
    return page
  }
}
