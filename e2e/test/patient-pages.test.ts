import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { api } from '@zhenyue/contract'
import Fastify from 'fastify'
import { pages } from '../../server/src/web/pages.ts'
import { startWorld } from '../../server/test/world.ts'

/** The bytes as they come over the wire. */
function fetchRaw(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
    (resolve, reject) => {
      get(url, { headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
        )
      }).on('error', reject)
    },
  )
}

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('patient pages as the service sends them', async (t) => {
  const { url, admin, anonymous } = await startWorld(t, 'sqlite')

  await t.test('the first load of the home page is under 60 KB, compressed', async (t) => {
    const page = await fetchRaw(url, { 'accept-encoding': 'gzip' })
    assert.equal(page.headers['content-encoding'], 'gzip')
    const html = gunzipSync(page.body).toString()
    const files = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!))
    assert.ok(files.size > 0)
    let bytes = page.body.length
    for (const file of files) {
      const { status, headers, body } = await fetchRaw(url + file, { 'accept-encoding': 'gzip' })
      assert.equal(status, 200)
      assert.equal(headers['content-encoding'], 'gzip')
      assert.match(headers['cache-control']!, /immutable/)
      bytes += body.length
    }
    t.diagnostic(`first load: ${bytes} bytes`)
    assert.ok(bytes < 60 * 1024)
    const small = await fetchRaw(url + [...files][0], { 'accept-encoding': 'br, gzip' })
    assert.equal(small.headers['content-encoding'], 'br')
  })

  await t.test('every path of the client answers, also when opened directly; nothing else does', async () => {
    for (const path of [
      '/',
      '/experts',
      '/experts/exp-1',
      '/hospital',
      '/self-test',
      '/self-test/3',
      '/appointment',
      '/appointment/check',
      '/my-appointments',
      '/my-appointments/visit',
      '/privacy',
      '/help',
      '/settings',
      '/?preview=1',
      '/pages/appointment/index',
    ]) {
      const { status, headers, body } = await fetchRaw(url + path)
      assert.equal(status, 200, path)
      assert.match(headers['content-type']!, /^text\/html/)
      assert.match(String(headers['content-security-policy']), /default-src 'none'; script-src 'self'; /)
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.match(body.toString(), /<html lang="zh-CN" data-size="normal" data-elder="false">/)
    }
    for (const path of [
      '/foo',
      '/experts/a/b',
      '/assets/none.js',
      '/assets/../server/server.js',
      '/pictures/none',
    ]) {
      const { status, body } = await fetchRaw(url + path)
      assert.equal(status, 404, path)
      assert.deepEqual(JSON.parse(body.toString()), { code: 404, message: '接口不存在' })
    }
  })

  await t.test('search engines and those who show a link are told what a page is', async () => {
    const page = async (path: string, cookie = '') => (await fetchRaw(url + path, { cookie })).body.toString()
    const tagsOf = (html: string) =>
      Object.fromEntries(
        [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(([, name, text]) => [
          name,
          text,
        ]),
      )
    const name = '青禾消化专科医院（示例）'
    const { intro } = await anonymous.call(api.hospitals.detail, { params: { id: 'h-001' } })
    assert.deepEqual(tagsOf(await page('/hospital')), {
      type: 'website',
      title: `医院介绍 - ${name}`,
      description: intro,
      site_name: name,
      locale: 'zh_CN',
      image: '/media/hospital-1.svg',
    })
    const english = tagsOf(await page('/experts', 'zhenyue-view=en.normal.plain'))
    assert.deepEqual([english['title'], english['locale']], [`Our experts - ${name}`, 'en_US'])
    assert.equal(tagsOf(await page('/'))['image'], '/media/hero.svg')
    const canonicalOf = async (path: string) => /rel="canonical" href="([^"]+)"/.exec(await page(path))?.[1]
    for (const [path, canonical] of [
      ['/?from=card', '/'],
      ['/pages/index/index', '/'],
      ['/experts', '/experts'],
      ['/self-test/3', '/self-test'],
      // Kept ready once for all experts, so that it must not name one.
      ['/experts/exp-1', undefined],
    ] as const) {
      assert.equal(await canonicalOf(path), canonical, path)
    }
    const linked = [
      ...(await page('/')).matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g),
    ]
    assert.equal(linked.length, 3)
    for (const [, path] of linked) assert.equal((await fetchRaw(url + path)).status, 200, path)
  })

  await t.test('a page that has not changed is not sent again, and one that has is', async () => {
    const { headers } = await fetchRaw(url)
    const known = { 'if-none-match': headers.etag! }
    assert.equal((await fetchRaw(url, known)).status, 304)
    assert.equal((await fetchRaw(url, { ...known, cookie: 'zhenyue-view=en.normal.elder' })).status, 200)
    await admin.call(api.home.updateHero, { body: { title: '新的标题 & <b>' } })
    const { status, body } = await fetchRaw(url, known)
    assert.equal(status, 200)
    assert.match(body.toString(), /<title>新的标题 &amp; &lt;b&gt; - 青禾/)
    assert.match(body.toString(), /<h1>新的标题 &amp; &lt;b><\/h1>|<h1>新的标题 &amp; &lt;b&gt;<\/h1>/)
    assert.match(body.toString(), /<meta name="description" content="在线自测/)
  })

  await t.test('the view comes from the cookie, and nonsense in it counts for nothing', async () => {
    const page = async (cookie: string) => (await fetchRaw(url, { cookie })).body.toString()
    assert.match(
      await page('a=b; zhenyue-view=en.huge.plain'),
      /<html lang="en" data-size="huge" data-elder="false">/,
    )
    assert.match(await page('zhenyue-view=zh.normal.elder'), /data-elder="true"/)
    assert.match(
      await page('zhenyue-view="><script>'),
      /<html lang="zh-CN" data-size="normal" data-elder="false">/,
    )
  })

  await t.test('pictures within a document come from addresses of their own', async () => {
    await admin.call(api.home.updateHero, { body: { bgImage: onePixel } })
    const html = (await fetchRaw(url)).body.toString()
    assert.ok(!html.includes('data:image/png'))
    const address = /src="(\/pictures\/[\w-]{43})"/.exec(html)![1]!
    const { headers, body } = await fetchRaw(url + address)
    assert.equal(headers['content-type'], 'image/png')
    assert.match(headers['cache-control']!, /immutable/)
    assert.equal(body.toString('base64'), onePixel.split(',')[1])
    // The API keeps what it was given.
    assert.equal((await anonymous.call(api.home.read)).hero.bgImage, onePixel)
  })

  await t.test('a picture is found also by an instance that has not made its page', async (t) => {
    const fresh = await startWorld(t, 'sqlite')
    await fresh.admin.call(api.home.updateHero, { body: { bgImage: onePixel } })
    const html = (await fetchRaw(url)).body.toString()
    const address = /src="(\/pictures\/[\w-]{43})"/.exec(html)![1]!
    assert.equal((await fetchRaw(fresh.url + address)).status, 200)
  })
})

test('without a build the service says how to make one', async () => {
  const app = Fastify()
  await pages(
    app,
    { readSite: async () => ({}), readClock: () => ({ today: '2026-01-01', utcOffset: 480 }) },
    new URL('file:///nowhere/'),
  )
  const { statusCode, body } = await app.inject('/')
  assert.equal(statusCode, 200)
  assert.match(body, /npm start/)
  await app.close()
})
