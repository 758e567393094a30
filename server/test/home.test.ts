import assert from 'node:assert/strict'
import { api, type HomeDocument } from '@zhenyue/contract'
import { testOnBoth, testOnSqlite, type World } from './world.ts'

type Put = typeof api.home.replace
const puts = api.home as unknown as Record<keyof typeof api.home, Put>

const stale = '内容已被他人修改,请刷新后重试'
const feature = (title: string) => ({ icon: '📝', title, link: '/pages/a' })
const person = (name: string) => ({ id: 'exp-9', name, title: '医师', avatar: '/media/expert-1.svg' })
const newDocument = (): HomeDocument => ({
  hero: {
    title: '新标题',
    subtitle: '新副标题',
    bgImage: 'https://cdn.example/bg.png',
    primaryCta: { text: '去预约', link: '/pages/appointment/index' },
  },
  features: [feature('一'), feature('二')],
  expertTeam: [person('甲'), person('乙')],
  infoBanner: { enabled: false, texts: ['公告'] },
  heroExperts: [person('丙')],
})

const sections = Object.keys(newDocument()) as (keyof HomeDocument)[]
const sectionPuts: Record<keyof HomeDocument, Put> = {
  hero: puts.updateHero,
  features: puts.replaceFeatures,
  expertTeam: puts.replaceExpertTeam,
  infoBanner: puts.updateInfoBanner,
  heroExperts: puts.replaceHeroExperts,
}
const arrays = [
  { section: 'features', item: feature },
  { section: 'expertTeam', item: person },
  { section: 'heroExperts', item: person },
] as { section: keyof HomeDocument; item: (name: string) => object }[]
const writes: [Put, unknown][] = [
  [puts.replace, newDocument()],
  ...sections.map((section): [Put, unknown] => [sectionPuts[section], newDocument()[section]]),
]

const read = ({ anonymous }: World) => anonymous.call(api.home.read)
const tagOf = async ({ anonymous }: World) => (await anonymous.send(api.home.read)).headers.get('etag')!
const change = ({ admin }: World, put: Put, body: unknown) => admin.call(put, { body: body as never })
const misshapen = (section: string) => `${section} 格式不正确`

async function refusedUnchanged(world: World, put: Put, body: unknown, message: string) {
  const before = await read(world)
  await world.admin.refused(put, { body: body as never }, 400, message)
  assert.deepEqual(await read(world), before)
}

testOnSqlite('anyone reads the whole home document, whatever token is sent along', async ({ anonymous }) => {
  const { data, headers } = await anonymous.send(api.home.read, { headers: { authorization: 'Bearer junk' } })
  assert.deepEqual(Object.keys(data), sections)
  assert.match(headers.get('etag')!, /^"[^"]+"$/)
  assert.notEqual(headers.get('cache-control'), 'no-store')
})

testOnSqlite('only an administrator changes the home document, whatever the body', async (world) => {
  const before = await read(world)
  for (const [put, good] of writes) {
    for (const body of [good, 'junk', { hero: 1 }]) {
      await world.anonymous.refused(put, { body: body as never }, 401, '未登录或登录已过期')
    }
  }
  assert.deepEqual(await read(world), before)
})

testOnSqlite(
  'a whole PUT replaces the document, ignores unknown keys and answers all of it',
  async (world) => {
    const wanted = newDocument()
    const hero = { ...wanted.hero, title: '\u3000新标题\u200b ', more: 1 }
    assert.deepEqual(await change(world, puts.replace, { ...wanted, id: 7, extra: {}, hero }), wanted)
    assert.deepEqual(await read(world), wanted)
  },
)

testOnSqlite('a whole PUT needs all five sections and names the first that is missing', async (world) => {
  for (const [index, section] of sections.entries()) {
    const document: Partial<HomeDocument> = newDocument()
    delete document[section]
    const firstOnes = Object.fromEntries(Object.entries(newDocument()).slice(0, index))
    for (const body of [document, { ...newDocument(), [section]: null }, firstOnes]) {
      await refusedUnchanged(world, puts.replace, body, misshapen(section))
    }
  }
  for (const body of [null, [], [newDocument()], 'text', 5, true]) {
    await refusedUnchanged(world, puts.replace, body, '请求体格式错误')
  }
})

testOnSqlite('hero and info-banner merge the given keys, and null counts as not given', async (world) => {
  let wanted = await read(world)
  async function merges(section: 'hero' | 'infoBanner', body: object, changed: object) {
    wanted = { ...wanted, [section]: { ...wanted[section], ...changed } }
    assert.deepEqual(await change(world, sectionPuts[section], body), wanted)
    assert.deepEqual(await read(world), wanted)
  }
  const { text, link } = wanted.hero.primaryCta
  await merges('hero', {}, {})
  await merges('hero', { title: '甲', unknown: 1 }, { title: '甲' })
  await merges('hero', { title: null, subtitle: '' }, { subtitle: '' })
  await merges('hero', { primaryCta: { link: '/x', text: null } }, { primaryCta: { text, link: '/x' } })
  await merges('hero', { primaryCta: { text: '乙', link } }, { primaryCta: { text: '乙', link } })
  await merges('hero', { primaryCta: null, bgImage: '/b.png' }, { bgImage: '/b.png' })
  await merges('infoBanner', {}, {})
  await merges('infoBanner', { enabled: false, texts: null }, { enabled: false })
  await merges('infoBanner', { texts: ['丙', '丁'] }, { texts: ['丙', '丁'] })
  await merges('infoBanner', { texts: [], enabled: null }, { texts: [] })
})

testOnSqlite('an array section is replaced by a bare array or by one under its name', async (world) => {
  for (const { section, item } of arrays) {
    for (const items of [[item('甲'), item('乙')], [item('丙')], []]) {
      const wanted = { ...(await read(world)), [section]: items }
      for (const body of [items, { [section]: items }, { other: 1, [section]: items }]) {
        assert.deepEqual(await change(world, sectionPuts[section], body), wanted)
        assert.deepEqual(await read(world), wanted)
      }
    }
    const answer = await change(world, sectionPuts[section], [{ ...item('丁'), extra: 1 }])
    assert.deepEqual(answer[section], [item('丁')])
  }
})

testOnSqlite('a wrong shape names its section and changes nothing', async (world) => {
  const ctas = ['x', [], { text: 1 }, { link: false }].map((primaryCta) => ({ primaryCta }))
  const wrong: Partial<Record<keyof HomeDocument, unknown[]>> = {
    hero: [{ title: 1 }, { subtitle: [] }, { bgImage: {} }, ...ctas],
    infoBanner: [{ enabled: 'true' }, { enabled: 1 }, { texts: '公告' }, { texts: [1] }, { texts: [null] }],
  }
  for (const { section, item } of arrays) {
    const keys = Object.keys(item('甲'))
    const lacking = [undefined, null, 5].flatMap((value) =>
      keys.map((key) => [item('乙'), { ...item('甲'), [key]: value }]),
    )
    wrong[section] = [...lacking, {}, { [section]: null }, { items: [] }, [null], ['x'], [[]]]
  }
  for (const section of sections) {
    for (const body of wrong[section]!) {
      await refusedUnchanged(world, sectionPuts[section], body, misshapen(section))
    }
    await refusedUnchanged(world, puts.replace, { ...newDocument(), [section]: 'x' }, misshapen(section))
  }
  const hero = { ...newDocument().hero, primaryCta: { text: '去' } }
  await refusedUnchanged(world, puts.replace, { ...newDocument(), hero }, misshapen('hero'))
})

testOnSqlite('texts hold 500 code points of clean text', async (world) => {
  const texts: [string, Put, (text: string) => unknown][] = [
    ['title', puts.updateHero, (title) => ({ title })],
    ['subtitle', puts.updateHero, (subtitle) => ({ subtitle })],
    ['text', puts.updateHero, (text) => ({ primaryCta: { text } })],
    ['texts', puts.updateInfoBanner, (text) => ({ texts: ['短', text] })],
    ['icon', puts.replaceFeatures, (icon) => [{ ...feature('甲'), icon }]],
    ['title', puts.replaceFeatures, (title) => [feature(title)]],
    ['name', puts.replaceExpertTeam, (name) => [person(name)]],
    ['id', puts.replaceHeroExperts, (id) => [{ ...person('甲'), id }]],
  ]
  for (const [field, put, body] of texts) {
    await change(world, put, body('😀'.repeat(500)))
    for (const long of ['😀'.repeat(501), 'a'.repeat(501)]) {
      await refusedUnchanged(world, put, body(long), `${field} 不超过 500 字`)
    }
    for (const bad of ['a\0b', 'a\u0007b', 'a\u009fb', '\ud800a']) {
      await refusedUnchanged(world, put, body(bad), `${field} 含有非法字符`)
    }
  }
})

testOnSqlite('a text that begins like a data URL is a text', async (world) => {
  const { hero } = await change(world, puts.updateHero, { title: 'Data: 一览' })
  assert.equal(hero.title, 'Data: 一览')
})

testOnBoth('a read whose tag the caller knows is a 304 without a body', async (world) => {
  const tag = await tagOf(world)
  const ask = (known: string) =>
    fetch(world.url + api.home.read.path, { headers: { 'if-none-match': known } })
  for (const known of [tag, `W/${tag}`, '*', `"other", ${tag}`, `"other",W/${tag}`]) {
    const answer = await ask(known)
    assert.deepEqual([answer.status, await answer.text()], [304, ''], known)
    assert.equal(answer.headers.get('etag'), tag)
  }
  assert.equal((await ask('"other"')).status, 200)
  await change(world, puts.updateHero, { title: '改' })
  assert.equal((await ask(tag)).status, 200)
})

testOnBoth('a stale If-Match is a 409 that changes nothing; a current one passes', async (world) => {
  const first = await read(world)
  const tag = await tagOf(world)
  for (const [put, body] of writes) {
    const sendIf = (known: string) => ({ body: body as never, headers: { 'if-match': known } })
    for (const known of ['"other"', 'W/"other"', '"a", "b"', tag.slice(1, -1)]) {
      await world.admin.refused(put, sendIf(known), 409, stale)
      assert.deepEqual(await read(world), first)
    }
    for (const known of ['*', tag, `W/${tag}`, `"other", ${tag}`]) {
      const { status, headers, data } = await world.admin.send(put, sendIf(known))
      assert.equal(status, 200, known)
      assert.equal(headers.get('etag'), await tagOf(world), 'the tag is that of the next read')
      assert.deepEqual(data, await read(world))
      assert.notEqual(headers.get('etag'), tag)
      await world.admin.refused(put, sendIf(tag), 409, stale)
      // The tag is a digest: it comes back with the document.
      await change(world, puts.replace, first)
    }
  }
  const misshapenAndStale = { body: { title: 1 } as never, headers: { 'if-match': '"other"' } }
  await world.admin.refused(puts.updateHero, misshapenAndStale, 400, misshapen('hero'))
})

testOnBoth('changes made at once all take effect, and one If-Match has one winner', async (world) => {
  await Promise.all(sections.map((section) => change(world, sectionPuts[section], newDocument()[section])))
  assert.deepEqual(await read(world), newDocument())

  const headers = { 'if-match': await tagOf(world) }
  const racing = Array.from({ length: 8 }, (_, n) =>
    world.admin.send(api.home.updateHero, { body: { title: `第 ${n}` }, headers }),
  )
  const statuses = (await Promise.all(racing)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, ...Array<number>(7).fill(409)])
})

testOnSqlite('home writes take bodies of 4 MiB and not more', async (world) => {
  const mebibytes = (n: number) => ({ ...newDocument(), padding: 'x'.repeat(n * 1024 * 1024) })
  assert.deepEqual(await change(world, puts.replace, mebibytes(3.9)), newDocument())
  for (const [put] of writes) await world.admin.refused(put, { body: mebibytes(4) }, 413, '请求体过大')
})
