import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** Counts what a task takes: every click, every key and every field that is filled in is one. */
export async function within(
  most: number,
  task: string,
  page: Page,
  run: (hand: {
    click(what: Locator): Promise<void>
    press(key: string): Promise<void>
    /** Into a field that may have the focus already. */
    fill(field: Locator, text: string): Promise<void>
  }) => Promise<void>,
) {
  let used = 0
  const counted =
    <A extends unknown[]>(act: (...args: A) => Promise<void>) =>
    (...args: A) => {
      used++
      return act(...args)
    }
  await run({
    click: counted((what) => what.click()),
    press: counted((key) => page.keyboard.press(key)),
    fill: counted((field, text) => field.fill(text)),
  })
  assert.ok(used <= most, `${task} takes ${used} clicks and keys, more than ${most}`)
}
