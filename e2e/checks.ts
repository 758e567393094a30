import { setTimeout as sleep } from 'node:timers/promises'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** For a page that was checked and has changed its colours only. */
export const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** A page may still be drawing: only what is wrong and stays wrong counts. */
async function stays<T>(look: () => Promise<T>, isWrong: (seen: T) => boolean): Promise<T> {
  let seen = await look()
  for (let again = 0; again < 5 && isWrong(seen); again++) {
    await sleep(300)
    seen = await look()
  }
  return seen
}

/** What axe has against a page, by rule. */
export async function axeFinds(
  page: Page,
  runOnly: { type: string; values: string[] } = { type: 'tag', values: wcag },
  exclude: string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const run = () =>
    page.evaluate(
      async ({ runOnly, exclude }) => {
        const { violations } = await (globalThis as any).axe.run(
          { exclude },
          // Only an experimental rule, which does not run, reads style sheets: they are not fetched again each time.
          { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } },
        )
        return violations.map(
          ({ id, nodes }: any) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map((node: any) => `${node.target} ${node.html.slice(0, 160)} ${node.any?.[0]?.message ?? ''}`)
              .join(' | ')}`,
        )
      },
      { runOnly, exclude },
    )
  return stays(run, (violations) => violations.length > 0)
}

/** Whether anything sticks out to the side. */
export const sticksOut = (page: Page): Promise<boolean> =>
  stays(
    () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1),
    Boolean,
  )
