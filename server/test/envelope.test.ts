import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { engines, lead, startWorld, testOnBoth, testOnSqlite } from './world.ts'

const json = { 'content-type': 'application/json' }

async function answer(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  assert.ok(response.headers.get('x-request-id'), 'every answer carries a request id')
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const { code, message, ...rest } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, message, ...rest }
}

testOnSqlite('what is no endpoint answers 404 in the envelope', async ({ url }) => {
  const unknown = { status: 404, code: 404, message: '接口不存在' }
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1/leads'],
    ['DELETE', '/api/v1/leads'],
    ['PATCH', '/api/v1/config/home'],
    ['POST', '/api/v1/hospitals'],
    ['OPTIONS', '/api/v1/leads'],
    ['GET', '/api/v2/hospitals'],
    ['GET', '/nothing.ico'],
    ['GET', '/media/none.svg'],
    ['GET', '/media/../package.json'],
    ['GET', '/media/%2e%2e%2fpackage.json'],
    ['GET', '/docs/none.js'],
    ['PROPFIND', '/api/v1/hospitals'],
  ]) {
    assert.deepEqual(await answer(url + path, { method }), unknown, `${method} ${path}`)
  }
  assert.deepEqual(await answer(`${url}/api/v1/hospitals/%zz`), {
    status: 400,
    code: 1,
    message: '请求地址格式错误',
  })
})

testOnSqlite('a body must be a JSON object in UTF-8 and small enough', async ({ url }) => {
  const post = (body: BodyInit | undefined, headers: Record<string, string> = json) =>
    answer(`${url}/api/v1/leads`, { method: 'POST', body, headers })
  const bad = { status: 400, code: 1, message: '请求体格式错误' }
  for (const body of ['{', 'null', '1', '"text"', '[]', '[{}]', 'true', '{"a":1}}', "{'a':1}", '\u0000']) {
    assert.deepEqual(await post(body), bad, body)
  }
  assert.deepEqual(await post(Buffer.from('{"name":"\xff\xfe"}', 'latin1')), bad, 'bytes that are not UTF-8')
  assert.equal((await post('\ufeff{}')).message, '姓名必填', 'a byte order mark is no fault')
  assert.equal((await post(undefined)).message, '姓名必填', 'no body is an empty object')
  assert.equal((await post('')).message, '姓名必填', 'an empty body is an empty object')

  const type = { status: 415, code: 415, message: '仅支持 JSON 请求体' }
  for (const contentType of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=gbk',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/vnd.api+json',
    'nonsense',
    ';',
  ]) {
    assert.deepEqual(await post('{}', { 'content-type': contentType }), type, contentType)
  }
  assert.deepEqual(await post(new Uint8Array([123, 125]), {}), type, 'no content type')
  assert.deepEqual(await post('{}', { ...json, 'content-encoding': 'gzip' }), type, 'compressed')
  for (const contentType of ['application/json; charset=UTF-8', 'Application/JSON;charset="utf-8"']) {
    assert.equal((await post('{}', { 'content-type': contentType })).message, '姓名必填', contentType)
  }

  const large = { status: 413, code: 413, message: '请求体过大' }
  assert.deepEqual(await post(JSON.stringify({ x: 'a'.repeat(64 * 1024) })), large)
  const fitting = JSON.stringify(lead({ ignored: '' }))
  const padded = JSON.stringify({
    ...JSON.parse(fitting),
    ignored: 'a'.repeat(64 * 1024 - Buffer.byteLength(fitting)),
  })
  assert.equal(Buffer.byteLength(padded), 64 * 1024)
  assert.equal((await post(padded)).code, 0)
})

testOnSqlite('home, content and upload writes take up to 4 MiB', async ({ url, admin }) => {
  const headers = { ...json, authorization: `Bearer ${admin.token}` }
  for (const [method, path] of [
    ['PUT', '/api/v1/config/home'],
    ['POST', '/api/v1/experts'],
    ['PUT', '/api/v1/banners/ban-1'],
    ['POST', '/api/v1/uploads/image'],
  ] as const) {
    const send = (size: number) =>
      answer(url + path, { method, headers, body: `{"ignored":"${'a'.repeat(size)}"}` })
    assert.notEqual((await send(4 * 1024 * 1024 - 100)).status, 413, path)
    assert.deepEqual(await send(4 * 1024 * 1024), { status: 413, code: 413, message: '请求体过大' }, path)
  }
})

testOnSqlite(
  'transitions and deletes need no body, and take an empty one of any type',
  async ({ url, admin }) => {
    const authorization = `Bearer ${admin.token}`
    for (const headers of [{}, json, { 'content-type': 'text/plain' }]) {
      for (const [method, path] of [
        ['PUT', '/api/v1/appointments/apt-0/confirm'],
        ['DELETE', '/api/v1/experts/exp-999'],
      ]) {
        const reply = await answer(url + path, { method, headers: { authorization, ...headers } })
        assert.equal(reply.status, 404, `${method} ${JSON.stringify(headers)} ${reply.message}`)
      }
    }
  },
)

testOnBoth('a fault inside answers 500 without saying why', async ({ url, db, admin }) => {
  await db.schema.dropTable('leads').execute()
  const fault = { status: 500, code: 500, message: '服务器内部错误' }
  assert.deepEqual(
    await answer(`${url}/api/v1/leads`, { method: 'POST', headers: json, body: JSON.stringify(lead()) }),
    fault,
  )
  const headers = { authorization: `Bearer ${admin.token}` }
  assert.deepEqual(await answer(`${url}/api/v1/admin/leads`, { headers }), fault)
})

for (const engine of engines) {
  test(`what is not even HTTP answers in the envelope [${engine}]`, async (t) => {
    const { url } = await startWorld(t, engine)
    const port = Number(new URL(url).port)
    const send = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let received = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (data) => (received += data))
        socket.on('close', () => resolve(received))
        socket.on('error', reject)
      })
    for (const [text, status, code, message] of [
      ['nonsense\r\n\r\n', 400, 1, '请求格式错误'],
      ['GET /livez HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 1, '请求格式错误'],
      ['GET /x HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n', 404, 404, '接口不存在'],
      [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 431, '请求头过大'],
      [
        'POST /api/v1/leads HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
        400,
        1,
        '请求格式错误',
      ],
    ] as const) {
      const [head, body] = (await send(text)).split('\r\n\r\n')
      assert.match(head!, new RegExp(`^HTTP/1.1 ${status} `), text.slice(0, 40))
      assert.match(head!, /x-request-id: \S+/)
      assert.deepEqual(JSON.parse(body!), { code, message })
    }
  })
}
