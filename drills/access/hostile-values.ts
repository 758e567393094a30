import { crc32, deflateSync } from 'node:zlib'

const kept = (text: string) => text
const inside = (char: string) => (text: string) => text.slice(0, 4) + char + text.slice(4)
const before = (char: string) => (text: string) => char + text
const disguises: ((text: string) => string)[] = [
  kept,
  (text) => text.toUpperCase(),
  (text) => text.replace(/[aeiou]/g, (char) => char.toUpperCase()),
  ...[
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\v',
    '\u001b',
    '\u007f',
    '\u0085',
    '\u00ad',
    '\u200b',
    '\u202e',
    '\u2028',
    '\ufeff',
  ].map(inside),
  ...[
    '\0',
    '\u0001',
    '\u001f ',
    '\u200f',
    '\u3000\u200b',
    '\u202e',
    '\u2066',
    '\u2029',
    '\ufeff',
    ' \t\n',
  ].map(before),
  (text) => text.replace(':', '\t:'),
  (text) => text.replace(':', ':\0'),
  (text) => text.replace(':', '&colon;'),
  (text) => text.replace(':', '&#x3a;'),
  (text) => text.replace(':', '%3A'),
  (text) => `&#${text.charCodeAt(0)};${text.slice(1)}`,
  (text) => String.fromCodePoint(text.charCodeAt(0) + 0xfee0) + text.slice(1),
]

/** Neither a link nor a picture may ever be one of these. */
export const badAddresses = [
  ...disguises.map((disguise) => disguise('javascript:alert(1)')),
  ...disguises.map((disguise) => disguise('vbscript:msgbox(1)')),
  ...disguises.map((disguise) => disguise('file:///etc/passwd')),
  ...disguises.map((disguise) => disguise('blob:http://a.example/1')),
  ...disguises.map((disguise) => disguise('data:text/html,<script>alert(1)</script>')),
  ...'javascript://127.0.0.1/%0aalert(1) livescript:x mocha:x file:///etc/passwd blob:http://a.example/1'.split(
    ' ',
  ),
  ...'filesystem:http://a.example/1 ftp://a.example/x ws://a.example about:blank mailto:a@a.example'.split(
    ' ',
  ),
  ...'view-source:http://a.example jar:http://a.example!/x intent://a#Intent;end weixin://dl x-apple:1'.split(
    ' ',
  ),
  ...'data:text/html;base64,PHNjcmlwdD4= data:image/svg+xml,<svg/onload=x> data:image/svg+xml;base64,PHN2Zz4='.split(
    ' ',
  ),
  ...'data:,x data:image/png,x data:image/png;base64,%3Csvg data:image/png;base64;base64,AAAA data:'.split(
    ' ',
  ),
  ...'data:text/html;image/png;base64,PHNjcmlwdD4= data:application/javascript,x data:image/png;base64,'.split(
    ' ',
  ),
  ...'//a.example/x ///a.example \\\\a.example\\x /\\a.example \\/a.example http://[bad https:// http:///'.split(
    ' ',
  ),
  '/\t/a.example',
  '/\n/a.example',
  '\u200b//a.example',
  ' //a.example',
  '/a\0b',
  '/\ud800',
  '/\u009b31m',
  // Bidirectional formatting has no place in an address (RFC 3987, 4.1): it shows another one than it is.
  'https://a.example/\u202egnp.exe',
  '/pages/\u2066x\u2069',
  'https://\u202eelpmaxe.a/x',
  '/\u200f/x',
]

export const badTexts = [
  '\0',
  '\u0001',
  '\b',
  '\u000b',
  '\f',
  '\u000e',
  '\u001b[31m',
  '\u001f',
  '\u007f',
  '\u0080',
  '\u0085',
  '\u009b31m',
  '\ud800',
  '\udc00',
  '\udc00\ud800',
].flatMap((bad) => [`甲${bad}乙`, `<b>${bad}</b>`])

/** Data like any other, as long as it comes back as it was sent. */
export const harmlessTexts = [
  ...'<script>alert(1)</script> <img/src=x/onerror=alert(1)> </title><svg/onload=x> <!-- --> ]]> &lt;b&gt; &#0;'.split(
    ' ',
  ),
  ...'{{7*7}} ${7*7} <%=7*7%> #{7*7} __proto__ constructor %00 %0d%0a \\u0000 \\x00 ../../x ;ls `id` $(id)'.split(
    ' ',
  ),
  ...`'or'1'='1 ";drop/**/table/**/leads;-- =cmd|'/C/calc'!A0 @SUM(1) javascript:alert(1) data:text/html,x`.split(
    ' ',
  ),
  'a\u202eb',
  '\u2066x\u2069',
  '👩‍⚕️',
  'e\u0301',
  '𝒜',
  '\ufffd',
  '\u{e0001}x',
]

const text = (value: string) => Buffer.from(value, 'latin1')
const script = text('<script>alert(document.domain)</script>')
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([text(type), data])
  const out = Buffer.alloc(8 + body.length)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), out.length - 4)
  return out
}

function pngOf(width: number, height: number, pixels: Buffer = Buffer.alloc(4)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const png = pngOf(3, 2)
const pngEnd = png.subarray(-12)
export const goodPng = png
const gif = Buffer.from('R0lGODdhBwADAIAAAAAAAAAAACwAAAAABwADAAAICQABCBxIsKDBgAA7', 'base64')
const jpeg = Buffer.from(
  `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP${'/'.repeat(86)}wAALCAAEAAUBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/E` +
    'ABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AH//Z',
  'base64',
)
const webp = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvCEAAAAdQjyLXo/+BiOh/AAA=', 'base64')
export const goodPictures = [png, gif, jpeg, webp]

const zipEnd = (comment: Buffer) => {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, comment])
}
const changed = (bytes: Buffer, change: (copy: Buffer) => unknown) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}
const framed = (bytes: Buffer) => changed(bytes, (copy) => copy.writeUInt32LE(copy.length - 8, 4))
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

/** Too many pixels for a browser in few bytes. */
export const bombs = () => [
  pngOf(30_000, 30_000, Buffer.alloc((30_000 / 8 + 1) * 30_000)),
  pngOf(8193, 1),
  pngOf(1, 8193),
  pngOf(2 ** 31 - 1, 2 ** 31 - 1),
  pngOf(2 ** 32 - 1, 1),
  pngOf(0, 0),
  changed(gif, (copy) => copy.writeUInt16LE(65_535, 6)),
  // The screen is small, the frame on it is not.
  changed(gif, (copy) => (copy.writeUInt16LE(60_000, 24), copy.writeUInt16LE(60_000, 26))),
  changed(jpeg, (copy) => copy.writeUInt16BE(65_535, copy.indexOf(Buffer.from([0, 4, 0, 5])))),
  changed(webp, (copy) => copy.writeUInt32LE(0x0fff_ffff, 21)),
]

/** Not pictures, or not only pictures. */
export const badPictures = () => [
  ...bombs(),
  ...[svg, `<?xml version="1.0"?>${svg}`, `\ufeff${svg}`, `<!--\x89PNG-->${svg}`].map((value) =>
    Buffer.from(value),
  ),
  ...[
    '<!doctype html><script>1</script>',
    'alert(1)',
    '%PDF-1.7',
    'MZ',
    'PK\x03\x04',
    '\x1f\x8b\x08',
    'BM',
    'RIFF',
  ].map(text),
  // Starts and ends as a GIF does, and is a script.
  text('GIF89a\t\t\n\n=1;alert(1);'),
  text('GIF89a\t \n\n/*\0*/=1;alert(1);'),
  ...[png, gif, jpeg, webp].flatMap((picture) => [
    Buffer.concat([picture, script]),
    Buffer.concat([picture, zipEnd(Buffer.alloc(0))]),
    Buffer.concat([script, picture]),
    picture.subarray(0, picture.length - 1),
    picture.subarray(0, 20),
  ]),
  // What follows the end of the picture ends as a picture does.
  Buffer.concat([png, script, pngEnd]),
  Buffer.concat([png, zipEnd(pngEnd)]),
  Buffer.concat([png.subarray(0, 33), script, pngEnd]),
  Buffer.concat([gif, text('alert(1)//;')]),
  Buffer.concat([jpeg, script, text('\xff\xd9')]),
  Buffer.concat([jpeg, zipEnd(text('\xff\xd9'))]),
  framed(Buffer.concat([webp, script])),
  framed(Buffer.concat([webp, zipEnd(Buffer.alloc(0))])),
  Buffer.concat([png.subarray(0, -12), Buffer.alloc(2 * 1024 * 1024), pngEnd]),
]

export const junk = [
  '!!!!',
  'A',
  '====',
  '=AAA',
  'not base64',
  '图片',
  'AAAA*',
  '\0\0\0\0',
  '<svg/>',
  'data:;base64,%%%',
  '{"a":1}',
]
