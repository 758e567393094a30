import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { testOnSqlite, type World } from './world.ts'

/** Where an address is written: its name in a refusal, the write, its body, and the section that answers it. */
type Place = [field: string, write: object, body: (address: string) => object, section?: string]

const person = { id: '1', name: '甲', title: '医师' }
const { updateHero, replaceFeatures, replaceExpertTeam, replaceHeroExperts } = api.home
const linkPlaces: Place[] = [
  ['link', api.banners.create, (link) => ({ title: '标题', link })],
  ['link', updateHero, (link) => ({ primaryCta: { link } }), 'hero'],
  ['link', replaceFeatures, (link) => [{ icon: '📝', title: '一', link }], 'features'],
]
const imagePlaces: Place[] = [
  ['image', api.banners.create, (image) => ({ title: '标题', image })],
  ['avatar', api.experts.create, (avatar) => ({ name: '甲', avatar })],
  ['bgImage', updateHero, (bgImage) => ({ bgImage }), 'hero'],
  ['avatar', replaceExpertTeam, (avatar) => [{ ...person, avatar }], 'expertTeam'],
  ['avatar', replaceHeroExperts, (avatar) => [{ ...person, avatar }], 'heroExperts'],
]
const requiredImages: Place[] = [
  ['image', api.images.create, (image) => ({ image })],
  ['url', api.uploads.expert, (url) => ({ url })],
]

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAFUlEQVR4nGM8ISfHwMDAwMDAxAADABMuAQhqwGVhAAAAAElFTkSuQmCC',
  'base64',
)
const toUrl = (bytes: Buffer | string) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

const good = [
  ...'/ /pages/a?x=1&y=2#part /a:b pages/a:b?c=javascript:x ./a.png ../a/b.png a.png ?page=1 #top'.split(' '),
  ...'/医院/图片.png 医院/图片.png /😀.png /a%20b'.split(' '),
  '/图片 1.png',
  ...'http://cdn.example/a.png https://cdn.example HTTPS://CDN.EXAMPLE/A http://127.0.0.1:3000/a'.split(' '),
  ...'https://cdn.example:8443/a?b=c:d#e https://例子.example/图片'.split(' '),
]
const phones = ['tel:120', 'tel:010-0000-0000', 'TEL:+8610000000']
const cloudFiles = ['cloud://env-1.656e-env-1/a.png', 'CLOUD://env/医院.png']
const picture = toUrl(png)
const loudPicture = picture.replace('data:image/png;base64', 'DATA:IMAGE/PNG;BASE64')

const edges = ['\u0001', '\0', '\u001f', ' ', '\t', '\u3000\u200b', '\ufeff', '\u0085', '\u2029']
const bad = [
  ...'javascript:x JaVaScRiPt:x javascript://cdn.example/%0ax vbscript:x VBScript:x livescript:x'.split(' '),
  ...'java\tscript:x java\nscript:x java\r\nscript:x java\0script:x javascript\t:x da\tta:text/html,x'.split(
    ' ',
  ),
  ...'java\u200bscript:x java\u00adscript:x java\u2028script:x jav\u007fascript:x ｊavascript:x'.split(' '),
  ...edges.map((edge) => `${edge}javascript:x`),
  ...'javascript&colon;x javascript&#58;x javascript&#x3a;x &#106;avascript:x java&Tab;script:x'.split(' '),
  ...'javascript%3Ax javascript%3ax data%3Atext/html,x'.split(' '),
  ...'file:///etc/passwd blob:https://cdn.example/1 filesystem:https://cdn.example/1 ftp://cdn.example'.split(
    ' ',
  ),
  ...'ws://cdn.example about:blank mailto:a@b.example weixin://dl/business intent://a#Intent;end'.split(' '),
  ...'c:\\a data:text/html,<script>x</script> data:text/html;base64,PHNjcmlwdD4= DATA:text/html,x'.split(' '),
  ...'data:image/svg+xml,<svg/onload=x> data:image/svg+xml;base64,PHN2Zz4= Data:Image/SVG+xml,x'.split(' '),
  ...'data:,x data:image/png,x http:// https://[bad /\t/evil.example /\n/evil.example /a\0b /\u009f \ud800/a'.split(
    ' ',
  ),
]
const slashes = ['//', '///', '/\\', '\\\\', '\\/', ' //', '\u200b//', '\u3000/\\']
const foreignHosts = slashes.map((start) => `${start}evil.example/a`)

const write = ({ admin }: World, [, endpoint, body]: Place, address: string) =>
  admin.send(endpoint as typeof api.home.replace, { body: body(address) as never })

async function accepts(world: World, places: Place[], addresses: string[]) {
  for (const place of places) {
    const [field, , body, section] = place
    for (const address of addresses) {
      const { status, message, data } = await write(world, place, address)
      assert.equal(status, 200, `${field} ${JSON.stringify(address.slice(0, 100))} ${message}`)
      const written = body(address)
      assert.partialDeepStrictEqual(data as object, section ? { [section]: written } : written)
    }
  }
}

async function refuses(
  world: World,
  places: Place[],
  addresses: string[],
  status = 400,
  message = '<field> 地址不合法',
) {
  const home = await world.admin.call(api.home.read)
  for (const place of places) {
    for (const address of addresses) {
      const answer = await write(world, place, address)
      const expected = [status, message.replace('<field>', place[0])]
      assert.deepEqual([answer.status, answer.message], expected, JSON.stringify(address.slice(0, 100)))
    }
  }
  assert.deepEqual(await world.admin.call(api.home.read), home)
}

testOnSqlite('a link is a path, a web address or a telephone number', async (world) => {
  await accepts(world, linkPlaces, ['', ...good, ...phones])
  await refuses(world, linkPlaces, [...bad, ...foreignHosts, ...cloudFiles, picture])
})

testOnSqlite('a picture is a path, a web address, a cloud file or a data URL', async (world) => {
  await accepts(world, imagePlaces, ['', ...good, ...cloudFiles, picture, loudPicture])
  await accepts(world, requiredImages, [...good, ...cloudFiles, picture])
  await refuses(world, [...imagePlaces, ...requiredImages], [...bad, ...phones])
})

testOnSqlite('updates and the whole home document are held to the same rule', async (world) => {
  const document = await world.admin.call(api.home.read)
  const withHero = (change: object) => ({ ...document, hero: { ...document.hero, ...change } })
  const replacing: Place[] = [
    ['bgImage', api.home.replace, (bgImage) => withHero({ bgImage })],
    ['link', api.home.replace, (link) => withHero({ primaryCta: { text: '去', link } })],
  ]
  await refuses(world, replacing, bad)
  const updates: [string, typeof api.experts, string][] = [
    ['image', api.images as never, 'img-1'],
    ['avatar', api.experts, 'exp-1'],
    ['image', api.banners as never, 'ban-1'],
    ['link', api.banners as never, 'ban-1'],
  ]
  for (const [field, { detail, update }, id] of updates) {
    const before = await world.admin.call(detail, { params: { id } })
    const endpoint = { ...update, path: update.path.replace(':id', id) }
    await refuses(world, [[field, endpoint, (address) => ({ [field]: address })]], bad)
    assert.deepEqual(await world.admin.call(detail, { params: { id } }), before)
  }
})

testOnSqlite('addresses are trimmed and hold 500 code points', async (world) => {
  const places = [...linkPlaces, ...imagePlaces, ...requiredImages]
  for (const place of places) {
    const { data } = await write(world, place, ' \u3000/a.png\u200b\n')
    assert.ok(JSON.stringify(data).includes('"/a.png"'))
  }
  await refuses(world, places, [`/${'a'.repeat(500)}`, `/${'😀'.repeat(500)}`], 400, '<field> 不超过 500 字')
  await accepts(world, places, [`/${'a'.repeat(499)}`, `/${'医'.repeat(499)}`, `/${'😀'.repeat(499)}`])
})

testOnSqlite('the bytes of a data URL are looked at as those of an upload are', async (world) => {
  const places = [...imagePlaces, ...requiredImages]
  const limit = 2 * 1024 * 1024
  const ofSize = (size: number) => {
    const chunk = Buffer.alloc(size - png.length)
    chunk.writeUInt32BE(chunk.length - 12)
    chunk.write('fiLl', 4)
    return toUrl(Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)]))
  }
  const wide = Buffer.from(png)
  wide.writeUInt32BE(8193, 16)
  await accepts(world, places, [ofSize(limit)])
  await refuses(world, places, [ofSize(limit + 1), ofSize(limit + 3)], 413, '图片大小不能超过 2MB')
  const lies = [
    toUrl('<svg onload="x"/>'),
    toUrl('<!doctype html>'),
    toUrl('文字'),
    toUrl(png.subarray(0, 12)),
    toUrl(png.subarray(0, -1)),
    toUrl(Buffer.concat([png, Buffer.from('<script>1</script>')])),
  ]
  await refuses(world, places, lies, 400, '仅支持 PNG/JPEG/GIF/WebP 图片')
  await refuses(world, places, [toUrl(wide)], 400, '图片尺寸不能超过 8192×8192')
  const another = toUrl(png).replace('image/png', 'image/gif')
  await refuses(world, imagePlaces, [another], 400, '<field> 地址不合法')
})
