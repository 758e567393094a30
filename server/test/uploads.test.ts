import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@zhenyue/contract'
import { testOnSqlite, type World } from './world.ts'

const wrongType = '仅支持 PNG/JPEG/GIF/WebP 图片'
const tooLarge = '图片大小不能超过 2MB'
const tooManyPixels = '图片尺寸不能超过 8192×8192'
const nothingGiven = '请提供图片'
const limit = 2 * 1024 * 1024

const picture = (mimeType: string, width: number, height: number, base64: string) => ({
  mimeType,
  width,
  height,
  base64,
  bytes: Buffer.from(base64, 'base64'),
})
const png = picture(
  'image/png',
  3,
  2,
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAFUlEQVR4nGM8ISfHwMDAwMDAxAADABMuAQhqwGVhAAAAAElFTkSuQmCC',
)
const jpeg = picture(
  'image/jpeg',
  5,
  4,
  `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP${'/'.repeat(86)}wAALCAAEAAUBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/E` +
    'ABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AH//Z',
)
const gif = picture('image/gif', 7, 3, 'R0lGODdhBwADAIAAAAAAAAAAACwAAAAABwADAAAICQABCBxIsKDBgAA7')
const webpLossy = 'UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoGAAQADMDOJaACdAFAAAD+2iYRho1+LuxHGSQAAAA='
const webpLossless = 'UklGRh4AAABXRUJQVlA4TBEAAAAvCEAAAAdQjyLXo/+BiOh/AAA='
const webpExtended =
  'UklGRkgAAABXRUJQVlA4WAoAAAAQAAAABwAABAAAQUxQSAoAAAABB1CyiAhERP8DVlA4IBgAAAAwAQCdASoIAAUADMDOJaQAA3AA/uwdgAA='
const webps = [
  picture('image/webp', 6, 4, webpLossy),
  picture('image/webp', 9, 2, webpLossless),
  picture('image/webp', 8, 5, webpExtended),
]
const pictures = [png, jpeg, gif, ...webps]

const endpoints = [api.uploads.image, api.uploads.expert as unknown as typeof api.uploads.image]
const toUrl = (mimeType: string, base64: string) => `data:${mimeType};base64,${base64}`
const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64')
/** Filled up by a chunk before its end: what comes after that would not belong to the picture. */
function sized(size: number) {
  const chunk = Buffer.alloc(size - png.bytes.length)
  chunk.writeUInt32BE(chunk.length - 12)
  chunk.write('fiLl', 4)
  return Buffer.concat([png.bytes.subarray(0, -12), chunk, png.bytes.subarray(-12)])
}

/** The PNG with other sides written into its header. */
function pngOf(width: number, height: number) {
  const bytes = Buffer.from(png.bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

async function refused({ admin }: World, body: object, status: number, message: string) {
  for (const endpoint of endpoints) await admin.refused(endpoint, { body }, status, message)
}

testOnSqlite('a picture comes back as a data URL with its type, size and sides', async ({ admin }) => {
  for (const { base64, bytes, ...told } of pictures) {
    const url = toUrl(told.mimeType, base64)
    const wanted = { url, size: bytes.length, ...told }
    for (const endpoint of endpoints) {
      for (const name of ['base64', 'image', 'data', 'file']) {
        for (const payload of [base64, url]) {
          assert.deepEqual(await admin.call(endpoint, { body: { [name]: payload } }), wanted)
        }
      }
    }
    const image = await admin.call(api.images.create, { body: { image: url } })
    assert.equal(image.image, url, 'the answer can be stored as an address')
  }
})

testOnSqlite('the type comes from the bytes, whatever a data URL says', async ({ admin }) => {
  for (const said of ['image/png', 'image/svg+xml', 'text/html', 'application/octet-stream', '']) {
    for (const { base64, mimeType } of pictures) {
      for (const endpoint of endpoints) {
        const answer = await admin.call(endpoint, { body: { base64: toUrl(said, base64) } })
        assert.deepEqual([answer.mimeType, answer.url], [mimeType, toUrl(mimeType, base64)])
      }
    }
  }
})

testOnSqlite('what is no PNG, JPEG, GIF or WebP is refused, whatever it is called', async (world) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'
  const contents = [svg, `<?xml version="1.0"?>${svg}`, '<!doctype html><script>alert(1)</script>', '文字']
  const others = [
    'BM\x3a\0\0\0\0\0\0\0\x36\0\0\0',
    '%PDF-1.7',
    'II*\0\x08\0\0\0',
    '\0\0\x01\0\x01\0\x10\x10',
    'MZ',
  ]
  for (const bytes of [...contents, ...others.map((text) => Buffer.from(text, 'latin1'))]) {
    await refused(world, { base64: encode(bytes) }, 400, wrongType)
    await refused(world, { base64: toUrl('image/png', encode(bytes)) }, 400, wrongType)
  }
  const junk = [
    '!!!!',
    'A',
    '====',
    'not base64 at all',
    '图片',
    `${png.base64}*`,
    `=${png.base64}`,
    '\0\0\0\0',
  ]
  for (const text of junk) await refused(world, { base64: text }, 400, wrongType)
  await refused(world, { base64: `data:image/svg+xml,${encodeURIComponent(svg)}` }, 400, wrongType)
})

testOnSqlite('a picture cut off within its header is refused', async (world) => {
  for (const { bytes } of pictures) {
    // The sides of a GIF end at 10, those of the others after 20.
    for (const length of bytes === gif.bytes ? [3, 6, 9] : [4, 8, 12, 16, 17, 18, 19, 20]) {
      await refused(world, { base64: encode(bytes.subarray(0, length)) }, 400, wrongType)
    }
  }
  for (const bytes of [pngOf(0, 2), pngOf(3, 0)])
    await refused(world, { base64: encode(bytes) }, 400, wrongType)
})

testOnSqlite('an upload without a picture is told so', async (world) => {
  for (const body of [
    {},
    { base64: '' },
    { base64: null },
    { image: '  ' },
    { url: '' },
    { picture: png.base64 },
  ]) {
    await refused(world, body, 400, nothingGiven)
  }
  await world.admin.refused(api.uploads.image, { body: { url: '/a.png' } as never }, 400, nothingGiven)
  for (const body of [null, [], 'text']) await refused(world, body as never, 400, '请求体格式错误')
})

testOnSqlite('only an administrator uploads', async ({ anonymous }) => {
  for (const endpoint of endpoints) {
    await anonymous.refused(endpoint, { body: { base64: png.base64 } }, 401, '未登录或登录已过期')
  }
})

testOnSqlite('a picture has at most 2 MiB, and a body 4 MiB', async (world) => {
  for (const endpoint of endpoints) {
    const { size } = await world.admin.call(endpoint, { body: { base64: encode(sized(limit)) } })
    assert.equal(size, limit)
  }
  for (const size of [limit + 1, limit + 2, limit + 3]) {
    await refused(world, { base64: encode(sized(size)) }, 413, tooLarge)
    await refused(world, { file: toUrl('image/png', encode(sized(size))) }, 413, tooLarge)
  }
  const url = toUrl('image/png', encode(sized(limit + 1)))
  await world.admin.refused(api.uploads.expert, { body: { url } }, 413, tooLarge)
  await refused(world, { base64: 'A'.repeat(4 * 1024 * 1024) }, 413, '请求体过大')
})

testOnSqlite('a side has at most 8192 pixels', async (world) => {
  const largest = await world.admin.call(api.uploads.image, { body: { base64: encode(pngOf(8192, 8192)) } })
  assert.deepEqual([largest.width, largest.height], [8192, 8192])
  const wideGif = Buffer.from(gif.bytes)
  wideGif.writeUInt16LE(8193, 6)
  const tallJpeg = Buffer.from(jpeg.bytes)
  tallJpeg.writeUInt16BE(8193, tallJpeg.indexOf(Buffer.from([0, 4, 0, 5])))
  for (const bytes of [pngOf(8193, 1), pngOf(1, 8193), pngOf(2 ** 31, 2 ** 31), wideGif, tallJpeg]) {
    await refused(world, { base64: encode(bytes) }, 400, tooManyPixels)
    const url = toUrl('image/png', encode(bytes))
    await world.admin.refused(api.uploads.expert, { body: { url } }, 400, tooManyPixels)
  }
})

testOnSqlite('an address is checked and answered alone, and never fetched', async ({ admin }, t) => {
  let connections = 0
  const server = createServer((_, response) => response.end(png.bytes)).on('connection', () => connections++)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  t.after(() => server.close())
  const foreign = `http://127.0.0.1:${(server.address() as AddressInfo).port}/expert.png`

  const upload = (url: string) => admin.call(api.uploads.expert, { body: { url } })
  for (const url of [
    foreign,
    '/media/expert-1.svg',
    'a/b.png',
    'cloud://env.bucket/a.png',
    'https://x.example/a',
  ]) {
    assert.deepEqual(await upload(url), { url })
  }
  assert.deepEqual(await upload(` ${foreign}\u3000`), { url: foreign })
  for (const url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'tel:120',
    'data:text/html,x',
    5,
    {},
    true,
  ]) {
    await admin.refused(api.uploads.expert, { body: { url } as never }, 400, 'url 地址不合法')
  }
  await new Promise((wait) => setTimeout(wait, 200))
  assert.equal(connections, 0)
})

testOnSqlite('a data URL as address counts as an upload, and base64 before an address', async ({ admin }) => {
  const { base64, bytes, ...told } = png
  const wanted = { ...told, url: toUrl('image/png', base64), size: bytes.length }
  const bad = encode('<html>')
  assert.deepEqual(await admin.call(api.uploads.expert, { body: { url: wanted.url } }), wanted)
  await admin.refused(api.uploads.expert, { body: { url: toUrl('image/png', bad) } }, 400, wrongType)
  for (const url of ['/a.png', 'javascript:alert(1)', 5, null]) {
    assert.deepEqual(await admin.call(api.uploads.expert, { body: { url, base64 } as never }), wanted)
    await admin.refused(api.uploads.expert, { body: { url, file: bad } as never }, 400, wrongType)
  }
  for (const base64 of ['', null]) {
    assert.deepEqual(await admin.call(api.uploads.expert, { body: { url: '/a.png', base64 } }), {
      url: '/a.png',
    })
  }
})
