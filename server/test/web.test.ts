import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from './world.ts'

const html = { accept: 'text/html,application/xhtml+xml' }

test('pictures and other text files that come with the product are compressed', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const plain = await fetch(`${url}/media/hero.svg`, { headers: { 'accept-encoding': 'identity' } })
  const small = await fetch(`${url}/media/hero.svg`, { headers: { 'accept-encoding': 'br' } })
  const length = (response: Response) => Number(response.headers.get('content-length'))
  assert.equal(small.headers.get('content-encoding'), 'br')
  assert.ok(length(small) < length(plain) / 2, `${length(small)} of ${length(plain)}`)
  assert.equal(await small.text(), await plain.text())
  assert.equal(small.headers.get('vary'), 'accept-encoding')
})

test('files that browsers and search engines look for are there', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const types = {
    '/robots.txt': 'text/plain; charset=utf-8',
    '/favicon.ico': 'image/x-icon',
    '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
    '/apple-touch-icon.png': 'image/png',
  }
  for (const [path, type] of Object.entries(types)) {
    const answer = await fetch(url + path)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type], path)
  }
})

test('an address without a page shows a kind page to a browser, and the envelope to all others', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  for (const path of ['/yuyue', '/media/none.svg', '/hospital/none/', '//example.org/']) {
    const answer = await fetch(url + path, { headers: html, redirect: 'manual' })
    assert.deepEqual([path, answer.status], [path, 404])
    assert.match(await answer.text(), /没有找到这个页面/)
  }
  for (const [path, headers] of [
    ['/yuyue', {}],
    ['/api/v1/none', html],
  ] as const) {
    const answer = await fetch(url + path, { headers })
    assert.deepEqual(await answer.json(), { code: 404, message: '接口不存在' })
  }
})

test('a slash after a known page leads to the page, never to another host', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const ask = (path: string) => fetch(url + path, { headers: html, redirect: 'manual' })
  const answer = await ask('/hospital/?from=card')
  assert.deepEqual([answer.status, answer.headers.get('location')], [301, '/hospital?from=card'])
  for (const path of ['//hospital/', '/\\hospital/']) {
    assert.equal((await ask(path)).headers.get('location'), null, path)
  }
})
