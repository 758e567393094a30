import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { api, maxHomeItems, maxItems, tooManyPictures } from '@zhenyue/contract'
import { deleteUnusedPictures } from '../src/pictures/store.ts'
import { testOnBoth, testOnSqlite, type World } from './world.ts'

/** A GIF of noise: no two are alike. */
function gif(bytes = 1024): Buffer {
  const header = Buffer.from(
    'GIF89a\x10\x00\x10\x00\x00\x00\x00\x2c\x00\x00\x00\x00\x10\x00\x10\x00\x00\x02',
    'latin1',
  )
  const blocks = randomBytes(Math.floor(bytes / 256) * 256)
  for (let at = 0; at < blocks.length; at += 256) blocks[at] = 255
  return Buffer.concat([header, blocks, Buffer.from('\x00\x3b', 'latin1')])
}
const dataUrl = (bytes: number) => `data:image/gif;base64,${gif(bytes).toString('base64')}`
const fileOf = (bytes: Buffer, type = 'image/gif') => new Blob([new Uint8Array(bytes)], { type })
const MiB = 1024 * 1024

testOnBoth('a picture is kept once under its digest and served for a year', async ({ admin, url, db }) => {
  const bytes = gif()
  const first = await admin.call(api.pictures.upload, { file: fileOf(bytes) })
  assert.match(first.url, /^\/pictures\/[\w-]{43}\.gif$/)
  assert.deepEqual(
    [first.mimeType, first.size, first.width, first.height],
    ['image/gif', bytes.length, 16, 16],
  )
  const form = new FormData()
  form.set('name', 'a field that is no file')
  form.set('picture', fileOf(bytes, 'application/octet-stream'), 'picture.png')
  assert.deepEqual(await admin.call(api.pictures.upload, { file: form }), first)
  assert.equal((await db.selectFrom('pictures').select('name').execute()).length, 1)

  const response = await fetch(url + first.url)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/gif')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  const known = await fetch(url + first.url, { headers: { 'if-none-match': response.headers.get('etag')! } })
  assert.equal(known.status, 304)

  const digest = first.url.slice('/pictures/'.length, -'.gif'.length)
  for (const name of [
    `${digest}.png`,
    `${'A'.repeat(43)}.gif`,
    `${digest}.svg`,
    digest,
    'x',
    '%00',
    `${digest}.gif.gif`,
  ]) {
    const { status, headers } = await fetch(`${url}/pictures/${name}`)
    assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'], name)
  }
  await admin.call(api.experts.create, { body: { name: '有照片', avatar: first.url } })
})

testOnSqlite('what is no picture is refused as everywhere', async ({ admin, anonymous, url }) => {
  const form = (...files: Buffer[]) => {
    const made = new FormData()
    files.forEach((bytes, i) => made.append(`file-${i}`, fileOf(bytes), 'x.gif'))
    return made
  }
  const padded = Buffer.concat([gif(2 * MiB), Buffer.alloc(2000)])
  for (const [file, status, message] of [
    [
      fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
      400,
      '仅支持 PNG/JPEG/GIF/WebP 图片',
    ],
    [fileOf(Buffer.alloc(0)), 400, '请提供图片'],
    [form(), 400, '请提供图片'],
    [form(gif(), gif()), 400, '请提供图片'],
    [fileOf(padded), 413, '图片大小不能超过 2MB'],
    [form(padded), 413, '图片大小不能超过 2MB'],
    [fileOf(gif(3 * MiB)), 413, '请求体过大'],
    [fileOf(gif(), 'application/json'), 415, '仅支持图片或 multipart/form-data 请求体'],
    [fileOf(gif(), ''), 415, '仅支持图片或 multipart/form-data 请求体'],
  ] as const) {
    await admin.refused(api.pictures.upload, { file }, status, message)
  }
  await anonymous.refused(api.pictures.upload, { file: fileOf(gif()) }, 401, '未登录或登录已过期')
  for (const body of [
    '',
    '--x',
    '--x\r\n\r\n',
    `--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n`,
  ]) {
    const response = await fetch(`${url}/api/v1/admin/pictures`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    })
    assert.equal(response.status, 400)
  }
})

testOnBoth(
  'what no content shows goes after a day, and all together are bounded',
  async (world) => {
    const { admin, url, db, time, clock } = world
    const upload = async (who: Pick<typeof admin, 'call'> = admin) =>
      (await who.call(api.pictures.upload, { file: fileOf(gif()) })).url
    const [expert, banner, image, hero, older, unused] = [
      await upload(),
      await upload(),
      await upload(),
      await upload(),
      await upload(),
      await upload(),
    ] as const
    await admin.call(api.experts.create, { body: { name: '甲', avatar: expert } })
    await admin.call(api.banners.create, { body: { image: banner } })
    await admin.call(api.images.create, { body: { image } })
    await admin.call(api.home.updateHero, { body: { bgImage: older } })
    await admin.call(api.home.updateHero, { body: { bgImage: hero } })
    const day = 24 * 60 * 60 * 1000
    const actor = { username: 'service', address: '' }
    const sweep = () => deleteUnusedPictures(db, time, time.now() - day, actor)
    assert.equal(await sweep(), 0, 'not within a day')
    clock.ahead = day + 1000
    const later = await world.logIn()
    const late = await upload(later)
    assert.equal(await sweep(), 1)
    const statusOf = async (path: string) => (await fetch(url + path)).status
    for (const path of [expert, banner, image, hero, older, late]) assert.equal(await statusOf(path), 200)
    assert.equal(await statusOf(unused), 404)

    const big = () => later.send(api.pictures.upload, { file: fileOf(gif(1000 * 1024)) })
    assert.equal((await big()).status, 200)
    const answers = await Promise.all([big(), big(), big()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 413, 413])
    assert.equal(answers.find(({ status }) => status === 413)!.message, tooManyPictures)
  },
  { PICTURE_BYTES: String((2.2 * MiB) | 0) },
)

const item = { id: 'a', name: '甲', title: '', avatar: '' }

testOnSqlite(
  'lists of home have at most 100 items, and the first fault ends the judging',
  async ({ admin }) => {
    const many = (length: number) => Array.from({ length }, () => item)
    await admin.call(api.home.replaceExpertTeam, { body: many(maxHomeItems) })
    await admin.refused(
      api.home.replaceExpertTeam,
      { body: many(maxHomeItems + 1) },
      400,
      'expertTeam 不超过 100 项',
    )
    const texts = Array(maxHomeItems + 1).fill('x')
    await admin.refused(api.home.updateInfoBanner, { body: { texts } }, 400, 'texts 不超过 100 项')
    const empty = Array.from({ length: 1_000_000 }, () => ({}))
    const before = process.cpuUsage()
    await admin.refused(api.home.replaceFeatures, { body: empty as never }, 400, 'features 不超过 100 项')
    const home = { ...(await admin.call(api.home.read)), heroExperts: empty }
    await admin.refused(api.home.replace, { body: home as never }, 400, 'heroExperts 不超过 100 项')
    const { user, system } = process.cpuUsage(before)
    assert.ok(user + system < 8_000_000, `${user + system} µs of processor`)
  },
)

async function fill({ db }: World, count: number) {
  const now = Date.now()
  const row = {
    title: '',
    subtitle: '',
    image: '/x.png',
    link: '',
    sort: 0,
    enabled: 1,
    created_at: now,
    updated_at: now,
  }
  const { length } = await db.selectFrom('banners').select('id').execute()
  await db
    .insertInto('banners')
    .values(Array.from({ length: count - length }, () => row))
    .execute()
}

testOnBoth('a collection has at most 500 items, however many are added at once', async (world) => {
  const { admin, anonymous } = world
  await fill(world, maxItems - 3)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.send(api.banners.create, { body: { title: '横幅' } })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 400, 400, 400, 400, 400])
  const [one] = await anonymous.call(api.banners.list)
  assert.equal((await anonymous.call(api.banners.list)).length, maxItems)
  await admin.refused(api.banners.create, { body: { title: '横幅' } }, 400, '最多 500 项,请先删除不用的')
  await admin.call(api.banners.update, { params: { id: one!.id }, body: { title: '改' } })
})

testOnSqlite('pictures within a collection or home have at most 8 MiB together', async (world) => {
  const { admin, anonymous } = world
  const avatar = dataUrl(1.9 * MiB)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      admin.send(api.experts.create, { body: { name: `专家 ${i}`, avatar } }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 413, 413])
  await admin.refused(api.experts.create, { body: { name: '再', avatar } }, 413, tooManyPictures)
  const { id } = await admin.call(api.experts.create, { body: { name: '无图' } })
  await admin.refused(api.experts.update, { params: { id }, body: { avatar } }, 413, tooManyPictures)
  const full = answers.find(({ status }) => status === 200)!.data
  await admin.call(api.experts.update, { params: { id: full.id }, body: { avatar: dataUrl(1.9 * MiB) } })
  assert.equal((await anonymous.call(api.experts.detail, { params: { id } })).avatar, '')

  const home = await admin.call(api.home.read)
  const large = Array.from({ length: 5 }, () => ({ ...item, avatar }))
  await world.db
    .updateTable('home')
    .set({ document: JSON.stringify({ ...home, expertTeam: large.slice(1) }) })
    .execute()
  await admin.refused(api.home.replaceHeroExperts, { body: large.slice(4) }, 413, tooManyPictures)
  await admin.call(api.home.updateHero, { body: { title: '没有新图片' } })
  await admin.call(api.home.replaceExpertTeam, { body: large.slice(4) })
  await admin.call(api.home.replaceHeroExperts, { body: large.slice(4) })
})
