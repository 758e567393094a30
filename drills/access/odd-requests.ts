import type { Size } from '../drill.ts'
import { lead } from '../load.ts'

export interface Case {
  name: string
  send: string
  /** The statuses that may come back, one list for each way that is right; `''` for a connection closed without a word. */
  may: string[]
  /** Of someone who has to be there afterwards. */
  stored?: string
  /** Of someone who must not. */
  never?: string
  /** How long an answer may take. */
  patience?: number
}

const json = 'content-type: application/json'
const someone = () => {
  const one = lead()
  return { phone: one.phone, body: JSON.stringify(one).replace(/[^ -~]/g, 'x') }
}
const length = (body: string) => `content-length: ${body.length}`

/** The lines of a request, whose head is closed by an empty one. */
const request = (start: string, headers: string[], body = '') =>
  [start, 'host: drill.example', ...headers, '', body].join('\r\n')
const post = (headers: string[], body = '', path = '/api/v1/leads') =>
  request(`POST ${path} HTTP/1.1`, headers, body)
const get = (path: string, ...headers: string[]) => request(`GET ${path} HTTP/1.1`, headers)
const chunks = (body: string, size: number, extension = '') => {
  let text = ''
  for (let at = 0; at < body.length; at += size) {
    const part = body.slice(at, at + size)
    text += `${part.length.toString(16)}${extension}\r\n${part}\r\n`
  }
  return `${text}0\r\n\r\n`
}

/** A whole request within the body of another: were it answered, it would leave a lead behind. */
function hiding(name: string, may: string[], outer: (hidden: string) => string): Case {
  const { phone, body } = someone()
  return { name, may, never: phone, send: outer(post([json, length(body)], body)) }
}

/** A lead that is lawful however oddly it is sent. */
function lawful(name: string, outer: (body: string) => string): Case {
  const { phone, body } = someone()
  return { name, may: ['200'], stored: phone, send: outer(body) }
}

/** A lead that is sent in a way that has to be refused. */
function unlawful(name: string, may: string[], outer: (body: string) => string): Case {
  const { phone, body } = someone()
  return { name, may, never: phone, send: outer(body) }
}

const te = (value: string) => `transfer-encoding: ${value}`
const half = (hidden: string) => `0\r\n\r\n${hidden}`

const smuggling = (): Case[] => [
  hiding('two lengths', ['400'], (h) => post([json, 'content-length: 0', length(h)], h)),
  hiding('two lengths in one', ['400'], (h) => post([json, `content-length: 0, ${h.length}`], h)),
  hiding('length and chunked', ['400'], (h) => post([json, length(half(h)), te('chunked')], half(h))),
  hiding('chunked and length', ['400'], (h) => post([json, te('chunked'), length(half(h))], half(h))),
  ...['-1', '+0', '0x0', '1e1', '٣', '99999999999999999999999', ''].map((n) =>
    hiding(`length ${n}`, ['400'], (h) => post([json, `content-length: ${n}`], h)),
  ),
  ...[
    'identity',
    'gzip',
    'xchunked',
    'chunked, identity',
    'chunked-x',
    '"chunked"',
    'chunked;q=1',
    ',',
    'cow',
  ].map((value) => hiding(`transfer-encoding ${value}`, ['400'], (h) => post([json, te(value)], half(h)))),
  hiding('two transfer encodings', ['400'], (h) => post([json, te('chunked'), te('identity')], half(h))),
  hiding('transfer-encoding with a space', ['400'], (h) =>
    post([json, 'transfer-encoding : chunked', length(h)], h),
  ),
  hiding('transfer-encoding by vertical tab', ['400'], (h) =>
    post([json, 'transfer-encoding:\vchunked', length(h)], h),
  ),
  hiding('folded header', ['400'], (h) =>
    post([json, 'x: 1\r\n transfer-encoding: chunked', length(half(h))], half(h)),
  ),
  hiding('in the body of a read', ['200'], (h) => request('GET /livez HTTP/1.1', [length(h)], h)),
  hiding('in the body of a 404', ['404', '400'], (h) => post([json, length(h)], h, '/api/v1/nowhere')),
  hiding('in the body of a 401', ['401'], (h) => post([json, length(h)], h, '/api/v1/experts')),
  hiding('in the body of a 415', ['415'], (h) => post(['content-type: text/plain', length(h)], h)),
  hiding('in the body of a 400', ['400'], (h) => post([json, length(h)], h)),
  hiding('in a body too large', ['413'], (h) =>
    post([json, `content-length: ${70_000 + h.length}`], 'x'.repeat(70_000) + h),
  ),
  hiding('in a chunk', ['400'], (h) => post([json, te('chunked')], chunks(h, 4096))),
  hiding('in a chunk extension', ['400'], (h) =>
    post([json, te('chunked')], `0;${h.replaceAll('\r\n', '\n')}\r\n\r\n`),
  ),
  hiding('in trailers', ['400', '400 400'], (h) => post([json, te('chunked')], `2\r\n{}\r\n0\r\n${h}`)),
  ...['+0', '-0', '0x0', ' 0', 'g', 'FFFFFFFFFFFFFFFFF', ''].map((size) =>
    hiding(`chunk of ${size}`, ['400'], (h) => post([json, te('chunked')], `${size}\r\n\r\n${h}`)),
  ),
]

const odd = (token: string): Case[] => [
  lawful('chunks of one byte', (body) => post([json, te('chunked')], chunks(body, 1))),
  lawful('chunks of seven with extensions', (body) => post([json, te('Chunked')], chunks(body, 7, ';a="b"'))),
  lawful('chunk sizes with zeros', (body) =>
    post([json, te('chunked')], chunks(body, 9).replaceAll('\r\n9\r\n', '\r\n0009\r\n')),
  ),
  lawful('trailers', (body) =>
    post([json, te('chunked'), 'trailer: x'], `${chunks(body, 50).slice(0, -2)}x: 1\r\n\r\n`),
  ),
  lawful('HTTP/1.0', (body) => post([json, length(body)], body).replace('HTTP/1.1', 'HTTP/1.0')),
  lawful('upgrade to a websocket', (body) =>
    post([json, length(body), 'connection: upgrade', 'upgrade: websocket'], body),
  ),
  lawful('upgrade to HTTP/2', (body) =>
    post(
      [json, length(body), 'connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABk'],
      body,
    ),
  ),
  lawful('an unknown expectation', (body) => post([json, length(body), 'expect: wonders'], body)),
  {
    ...lawful('expect 100-continue', (body) => post([json, length(body), 'expect: 100-continue'], body)),
    may: ['100 200'],
  },
  unlawful('type twice', ['400', '415'], (body) =>
    post(['content-type: text/plain', json, length(body)], body),
  ),
  ...[
    'text/plain',
    'application/json; charset=utf-7',
    'application/jsonx',
    '*/*',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '\xff',
    ';',
    ',',
  ].map((type) =>
    unlawful(`content-type ${type}`, ['415'], (body) => post([`content-type: ${type}`, length(body)], body)),
  ),
  unlawful('no content type', ['415'], (body) => post([length(body)], body)),
  unlawful('content-encoding', ['415'], (body) => post([json, 'content-encoding: gzip', length(body)], body)),
  unlawful('bare LF', ['400'], (body) => post([json, length(body)], body).replaceAll('\r\n', '\n')),
  unlawful('bare CR', ['400'], (body) => post([json, length(body)], body).replaceAll('\r\n', '\r')),
  ...['x: a\0b', 'x\0y: 1', 'x: a\rb', 'x y: 1', ': 1', 'x', 'x\x7f: 1', '\x80: 1'].map((header) =>
    unlawful(`header ${JSON.stringify(header)}`, ['400'], (body) => post([header, json, length(body)], body)),
  ),
  unlawful('two hosts', ['400'], (body) => post(['host: other.example', json, length(body)], body)),
  unlawful('no host', ['400'], (body) =>
    post([json, length(body)], body).replace('host: drill.example\r\n', ''),
  ),
  unlawful('a huge header', ['431'], (body) => post([`x: ${'a'.repeat(20_000)}`, json, length(body)], body)),
  unlawful('many headers', ['431'], (body) => post([...Array(4000).fill('x: y'), json, length(body)], body)),
  unlawful('a huge address', ['431'], (body) =>
    post([json, length(body)], body, `/api/v1/leads?${'a'.repeat(20_000)}`),
  ),
  { name: 'HTTP/1.9', send: get('/livez').replace('HTTP/1.1', 'HTTP/1.9'), may: ['200', '400'] },
  unlawful('HTTP/3.0', ['400'], (body) => post([json, length(body)], body).replace('HTTP/1.1', 'HTTP/3.0')),
  unlawful('CONNECT', ['', '400', '404'], (body) =>
    request('CONNECT a.example:443 HTTP/1.1', [length(body)], body),
  ),
  { name: 'HTTP/0.9', send: 'GET /livez\r\n\r\n', may: ['', '400'] },
  { name: 'HTTP/2 preface', send: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', may: ['', '400'] },
  { name: 'TLS', send: '\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00', may: ['', '400'] },
  { name: 'nonsense', send: '\0\0\0\0\r\n\r\n', may: ['400'] },
  { name: 'OPTIONS *', send: request('OPTIONS * HTTP/1.1', []), may: ['404', '400'] },
  { name: 'absolute target', send: get('http://a.example/livez'), may: ['200', '404', '400'] },
  {
    name: 'absolute target to a guarded route',
    send: get('http://a.example/api/v1/admin/leads'),
    may: ['401', '404', '400'],
  },
  { name: 'target of another host', send: get('//a.example/livez'), may: ['404', '400'] },
  ...[
    '/%',
    '/%zz',
    '/%ff',
    '/api/v1/hospitals/%00',
    '/api/v1/hospitals/%ed%a0%80',
    '/..%2f..%2fetc/passwd',
    '/media/..%5c..%5cx',
    '/\x7f',
    '/\xff',
    '/a#b',
  ].map((path): Case => ({ name: `target ${JSON.stringify(path)}`, send: get(path), may: ['400', '404'] })),
  {
    name: 'two authorizations',
    send: get('/api/v1/admin/leads', 'authorization: Bearer a', 'authorization: Bearer b'),
    may: ['401', '400'],
  },
  {
    name: 'a token in the trailers',
    send: request(
      'GET /api/v1/admin/leads HTTP/1.1',
      [te('chunked')],
      `0\r\nauthorization: Bearer ${token}\r\n\r\n`,
    ),
    may: ['401', '400'],
  },
  { name: 'pipelined', send: get('/livez').repeat(20), may: ['200 '.repeat(20).trim()] },
  {
    name: 'pipelined with refusals',
    send:
      get('/livez') +
      get('/nowhere') +
      post([json, 'content-length: 2'], '{}') +
      get('/api/v1/admin/leads') +
      get('/livez'),
    may: ['200 404 400 401 200'],
  },
]

const levels = (open: string, close: string, depth: number, bytes: number) =>
  (open.repeat(depth) + close.repeat(depth)).slice(0, bytes)

const bodies = (): Case[] => {
  const named = (name: string, may: string, make: (body: string) => string) =>
    unlawful(name, [may], (body) => {
      const text = make(body)
      return post([json, length(text)], text)
    })
  const limit = 64 * 1024
  const within = (inner: string) => (body: string) =>
    body.replace('"questionnaire":{', `"questionnaire":{"deep":${inner},`)
  const called = (name: string) => (body: string) => body.replace('"name":"xx"', `"name":"${name}"`)
  return [
    named('100,000 arrays, cut to the limit', '400', () => levels('[', ']', 100_000, limit)),
    named('100,000 arrays', '413', () => levels('[', ']', 100_000, 200_000)),
    named('100,000 objects, cut to the limit', '400', () => levels('{"a":', '}', 100_000, limit)),
    named('30,000 arrays', '400', () => levels('[', ']', 30_000, limit)),
    named('30,000 arrays in the questionnaire', '400', within(levels('[', ']', 30_000, limit))),
    named('9,000 objects in the questionnaire', '400', within(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`)),
    named('33 levels in the questionnaire', '400', within(levels('[', ']', 32, limit))),
    named('a lone surrogate in the name', '400', called('\\ud800')),
    named('NUL in the name', '400', called('\\u0000')),
    named('bytes that are no UTF-8', '400', called('\xff\xfe')),
    named('an overlong slash', '400', called('\xc0\xaf')),
    named('a surrogate in UTF-8', '400', called('\xed\xa0\x80')),
    named('NUL after the body', '400', (body) => `${body}\0`),
    named('two documents', '400', (body) => body + body),
    named('1e400', '400', within('1e400')),
    named('an array', '400', (body) => `[${body}]`),
    lawful('__proto__ beside the fields', (body) => {
      const text = body.replace(
        '{',
        '{"__proto__":{"name":"","admin":true},"constructor":{"prototype":{"a":1}},',
      )
      return post([json, length(text)], text)
    }),
  ]
}

/** Never complete: the service gives up waiting after 12 seconds. */
function unfinished(): Case[] {
  const patience = 16_000
  const may = ['408']
  return [
    { name: 'HTTP/0.9 without end', send: 'GET /livez\r\n', may, patience },
    { name: 'a head without end', send: get('/livez').slice(0, -2), may, patience },
    { name: 'a body without end', send: post([json, 'content-length: 3'], '{}'), may, patience },
    { name: 'chunks without end', send: post([json, te('chunked')], '2\r\n{}\r\n'), may, patience },
  ]
}

export const oddRequests = (size: Size, token: string): Case[] => [
  ...smuggling(),
  ...odd(token),
  ...bodies(),
  ...(size === 'full' ? unfinished() : []),
]

/** Lawful JSON that careless handling would lose something of. */
export const oddQuestionnaires = [
  '{"__proto__":{"a":1}}',
  '{"__proto__":null,"constructor":{"prototype":{"b":2}},"toString":"x","hasOwnProperty":0}',
  '{"a":{"__proto__":{"__proto__":[{"__proto__":"deep"}]}}}',
  '{"":"","\\u0000":"\\u0000","a\\u0000b":["\\u0000"]}',
  '{"\\ud800":"\\udc00","x":"\\udc00\\ud800","y":"😀"}',
  '{"1":1,"0":0,"-0":-0.5,"big":9007199254740991,"tiny":5e-324,"large":1.7976931348623157e308}',
  '{"nothing":null,"no":false,"empty":{},"none":[],"list":[[[[[]]]]]}',
  `{"deep":${'['.repeat(31)}${']'.repeat(31)}}`,
  `{"html":"<script>\\u2028\\u2029</script>","sql":"'); drop table leads; --","esc":"\\u001b[31m\\u202e"}`,
]
