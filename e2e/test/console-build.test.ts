import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWorld } from '../../server/test/world.ts'

const built = join(import.meta.dirname, '../../console/dist')

/** The scripts that the browser loads before it shows a screen: the entry, the screen, and what both import. */
function closure(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const source = readFileSync(join(built, 'assets', file), 'utf8')
  for (const [, next] of source.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) closure(next!, found)
  return found
}

const bytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(built, 'assets', `${file}.gz`)).size, 0)

test('the first load is under 400 KB of compressed scripts', () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  const entry = /assets\/(main-[\w-]+\.js)/.exec(page)![1]!
  const source = readFileSync(join(built, 'assets', entry), 'utf8')
  const workbench = /(workbench-[\w-]+\.js)/.exec(source)![1]!
  const first = bytes(closure(workbench, closure(entry)))
  assert.ok(first < 400 * 1024, `${Math.round(first / 1024)} KB`)
})

test('the page forbids foreign scripts, styles and frames, and answers every address of the console', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  for (const path of ['/console/', '/console/leads', '/console/anything/else']) {
    const answer = await fetch(`${url}${path}`)
    const policy = answer.headers.get('content-security-policy')!
    const html = await answer.text()
    assert.equal(answer.status, 200)
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /(script-src|style-src) [^;]*unsafe/)
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!
    assert.ok(html.includes(`nonce="${nonce}"`))
    assert.equal([...html.matchAll(/(?:src|href)="(?!\/)/g)].length, 0)
  }
  const redirect = await fetch(`${url}/console`, { redirect: 'manual' })
  assert.equal(redirect.headers.get('location'), '/console/')
})
