import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@zhenyue/contract'
import { booking, lead, startWorld, testOnBoth, testOnSqlite, type World } from './world.ts'

// Requests as they come over the wire, and answers as they go back.

interface Answer {
  status: string
  headers: Record<string, string>
  body: string
}

/** A connection, and the answers that come on it in their order. */
async function open(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  async function* answers(): AsyncGenerator<Answer, never> {
    let received = Buffer.alloc(0)
    for await (const data of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, data])
      for (;;) {
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) break
        const [status, ...lines] = received.toString('latin1', 0, end).split('\r\n')
        const headers = Object.fromEntries(
          lines.map((line) => {
            const [name, value] = line.split(/: (.*)/)
            return [name!.toLowerCase(), value!]
          }),
        )
        const next = end + 4 + Number(headers['content-length'] ?? 0)
        if (received.length < next) break
        yield { status: status!, headers, body: received.toString('utf8', end + 4, next) }
        received = received.subarray(next)
      }
    }
    throw new Error('the connection was closed before an answer')
  }
  const coming = answers()
  return { socket, next: async () => (await coming.next()).value }
}

/** Says all of this on one connection, part by part. */
async function ask(url: string, ...parts: string[]): Promise<Answer> {
  const { socket, next } = await open(url)
  for (const part of parts) {
    socket.write(part)
    await wait(20)
  }
  const answer = await next()
  socket.destroy()
  return answer
}

/** Asks without waiting for answers, and gives their messages. */
async function askAll(url: string, requests: string[]): Promise<string[]> {
  const { socket, next } = await open(url)
  socket.write(requests.join(''))
  const messages: string[] = []
  for (const _ of requests) messages.push(messageOf(await next()))
  socket.destroy()
  return messages
}

const messageOf = ({ body }: Answer) => (JSON.parse(body) as { message: string }).message

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n')

const post = (path: string, body: unknown, ...headers: string[]) => {
  const text = JSON.stringify(body)
  const length = `content-length: ${Buffer.byteLength(text)}`
  const all = ['host: localhost', 'content-type: application/json', length, ...headers]
  return [`POST ${path} HTTP/1.1`, ...all, '', text].join('\r\n')
}

/** These differ from answer to answer, or by what becomes of the connection. */
function comparable({ status, headers, body }: Answer) {
  const { date, 'x-request-id': id, connection, 'keep-alive': _, ...rest } = headers
  assert.ok(id)
  assert.ok(Math.abs(Date.parse(date!) - Date.now()) < 5000, date)
  assert.match(connection!, /^(keep-alive|close)$/)
  return { status, headers: rest, body }
}

testOnSqlite(
  'an answer is the same on a connection that is kept and on one that is closed',
  async (world) => {
    const { url, anonymous } = world
    const { id, patientPhone } = await anonymous.call(api.appointments.create, { body: booking() })
    const known = lead()
    await anonymous.call(api.leads.submit, { body: known })
    const home = api.home.read.path
    const { headers } = await ask(url, get(home))
    const requests = [
      (...more: string[]) => get(home, ...more),
      (...more: string[]) => get(home, `if-none-match: ${headers['etag']}`, ...more),
      (...more: string[]) => get(api.banners.list.path, ...more),
      (...more: string[]) => get(`/api/v1/appointments/${id}`, ...more),
      (...more: string[]) => get('/api/v1/appointments/apt-0000000000000000000000', ...more),
      (...more: string[]) => get(`/api/v1/appointments?phone=${patientPhone}`, ...more),
      (...more: string[]) => get('/api/v1/appointments?limit=0', ...more),
      (...more: string[]) => post(api.leads.submit.path, known, ...more),
      (...more: string[]) => post(api.leads.submit.path, { ...known, name: '' }, ...more),
      (...more: string[]) => post(api.leads.submit.path, 'no object', ...more),
      (...more: string[]) =>
        post(api.appointments.create.path, { ...booking(), date: '2026-02-30' }, ...more),
    ]
    for (const request of requests) {
      const kept = await ask(url, request())
      const closed = await ask(url, request('connection: close'))
      assert.equal(kept.headers['connection'], 'keep-alive')
      assert.equal(closed.headers['connection'], 'close')
      assert.deepEqual(comparable(kept), comparable(closed), request().split('\r\n')[0])
    }
  },
)

testOnBoth('requests sent without waiting for answers are answered in their order', async ({ url }) => {
  const bodies = Array.from({ length: 20 }, () => lead())
  const asked = bodies.flatMap((body) => [
    post(api.leads.submit.path, body),
    get(api.home.read.path),
    get('/api/v1/nothing'),
  ])
  assert.deepEqual(
    await askAll(url, asked),
    bodies.flatMap(() => ['提交成功', 'ok', '接口不存在']),
  )
})

testOnSqlite('a body that comes in pieces is read to its end', async ({ url }) => {
  const text = post(api.leads.submit.path, lead())
  const pieces = [text.slice(0, 40), text.slice(40, -60), text.slice(-60, -1), text.slice(-1)]
  assert.equal(messageOf(await ask(url, ...pieces)), '提交成功')
})

testOnSqlite(
  'who is still sending a body that is too large gets the refusal, and may go on asking',
  async ({ url }) => {
    const text = 'a'.repeat(200_000)
    const [head, body] = post(api.leads.submit.path, text).split(/(?<=\r\n\r\n)/)
    const inChunks = head!.replace(/content-length: \d+/, 'transfer-encoding: chunked')
    const chunk = `${text.length.toString(16)}\r\n${text}\r\n`
    for (const [begin, rest] of [
      [head! + body!.slice(0, 100), body!.slice(100)],
      [inChunks + chunk, `${chunk.repeat(10)}0\r\n\r\n`],
    ]) {
      const { socket, next } = await open(url)
      socket.write(begin!)
      assert.equal(messageOf(await next()), '请求体过大')
      socket.write(rest + get('/livez'))
      assert.equal(messageOf(await next()), 'ok')
      socket.destroy()
    }
  },
)

test('requests that have to wait for their turn lose nothing of their bodies', async (t) => {
  const { url, admin, app } = await startWorld(t, 'sqlite')
  const home = get(api.home.read.path)
  await ask(url, home)
  // The document then takes so long that whatever arrived with it has to wait.
  app.cache.answered = () => {
    const end = performance.now() + 20
    while (performance.now() < end);
  }
  const login = post(api.admins.login.path, { username: 'admin', password: 'wrong'.repeat(1000) })
  const banner = { title: '长'.repeat(100_000) }
  const tooLong = post(api.banners.create.path, banner, `authorization: Bearer ${admin.token}`)
  const alone = [messageOf(await ask(url, login)), messageOf(await ask(url, tooLong))]
  const leads = Array.from({ length: 5 }, () => post(api.leads.submit.path, lead()))
  const messages = await askAll(url, [home, ...leads, login, tooLong])
  assert.deepEqual(messages, ['ok', ...leads.map(() => '提交成功'), ...alone])
})

/** All that comes back in time for these parts; what differs from answer to answer is left out. */
async function exchange(url: string, parts: string[], patience: number): Promise<string[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data)).on('error', () => {})
  const closed = once(socket, 'close')
  for (const [i, part] of parts.entries()) {
    if (i > 0) await wait(15)
    socket.write(part, 'latin1')
  }
  // Node does not answer who has hung up.
  await Promise.race([once(socket, 'data'), closed, wait(patience * 30)])
  await wait(patience)
  socket.end()
  await closed
  return text
    .replace(/content-length: \d+(?=[^{]*\{.*lead-\d)/g, '')
    .replace(/lead-\d+|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '')
    .split('\r\n')
    .filter((line) => !/^(date|x-request-id):/i.test(line))
    .map((line) => (line.startsWith('{') ? line : line.toLowerCase()))
    .toSorted()
}

const strange = [
  (text: string) => text.replace('host:', 'HOST:  \t'),
  (text: string) => text.replace('host: localhost', 'host: localhost\t '),
  (text: string) => text.replace('host: localhost\r\n', ''),
  (text: string) => text.replace('host: localhost', 'host: a, b'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\nhost: localhost'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\n folded: 1'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\nx y: 1'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\nx : 1'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\nx:'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\n: 1'),
  (text: string) => text.replace('host: localhost', 'host: localhost\nx: 1'),
  (text: string) => text.replace('host: localhost', 'host: localhost\rx: 1'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\nx: \xe9\x00'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\nx: \xe9'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\nx: \x7f'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\n__proto__: 1\r\nconstructor: 2'),
  (text: string) => text.replace('host: localhost', 'host: localhost\r\ncontent-type: text/plain'),
  (text: string) =>
    text.replace('host: localhost', 'host: localhost\r\nidempotency-key: a\r\nidempotency-key: b'),
  (text: string) => text.replace('HTTP/1.1', 'HTTP/1.0'),
  (text: string) => text.replace('HTTP/1.1', 'HTTP/1.2'),
  (text: string) => text.replace('HTTP/1.1', 'http/1.1'),
  (text: string) => text.replace(' HTTP/1.1', '  HTTP/1.1'),
  (text: string) => text.replace(' HTTP/1.1', ''),
  (text: string) => text.replace(/^[A-Z]+ /, 'HEAD '),
  (text: string) => text.replace(/^[A-Z]+ /, 'OPTIONS '),
  (text: string) => text.replace(/^[A-Z]+ /, 'NONSENSE '),
  (text: string) => text.replace(/^([A-Z]+) /, '$1 http://localhost'),
  (text: string) => text.replace(/^([A-Z]+) \S+/, '$1 *'),
  (text: string) => text.replace(/^([A-Z]+) (\S+)/, '$1 $2/'),
  (text: string) => text.replace(/^([A-Z]+) (\S+)/, '$1 $2?'),
  (text: string) => text.replace(/^([A-Z]+) (\S+)/, '$1 $2?phone=1&phone=2'),
  (text: string) => text.replace(/^([A-Z]+) (\S+)/, '$1 $2#part'),
  (text: string) => text.replace(/^([A-Z]+) (\S+)/, '$1 $2%'),
  (text: string) => text.replace(/^([A-Z]+) \//, '$1 //'),
  (text: string) => text.replace('/api/', '/%61pi/'),
  (text: string) => text.replace('/api/', '/x/../api/'),
  (text: string) => text.replace('/api/', '/\xe9pi/'),
  (text: string) => `\r\n${text}`,
  (text: string) => ` ${text}`,
  (text: string) => `${text}\r\n`,
  (text: string) => text + get(api.banners.list.path),
  (text: string) => text.slice(0, -1),
  ...[
    'connection: keep-alive',
    'connection: Keep-Alive, x',
    'connection: close',
    'connection: x',
    'proxy-connection: close',
    'connection: upgrade\r\nupgrade: websocket',
    'te: trailers',
    'trailer: x',
    'expect: 100-continue',
    'expect: x',
    'transfer-encoding: chunked',
    'transfer-encoding: identity',
    'content-length: 0',
    'content-length: 1',
    'content-encoding: gzip',
    'authorization: Bearer x',
    'origin: http://elsewhere.example',
    'if-none-match: *',
    'idempotency-key: ',
    'x-forwarded-for: 192.0.2.1',
    `x: ${'y'.repeat(9000)}`,
    `x: ${'y'.repeat(17_000)}`,
  ].map((line) => (text: string) => text.replace('host: localhost', `host: localhost\r\n${line}`)),
  ...['+', '0', ' ', '-', '1', '0x'].map(
    (sign) => (text: string) => text.replace('content-length: ', `content-length: ${sign}`),
  ),
  (text: string) => text.replace('content-length: ', 'content-length:'),
  (text: string) => text.replace(/content-length: \d+/, 'content-length: '),
  (text: string) => text.replace(/content-length: (\d+)/, 'content-length: $1\r\ncontent-length: $1'),
  (text: string) => text.replace(/content-length: (\d+)/, 'content-length: $1, $1'),
  (text: string) => text.replace(/content-length: \d+\r\n/, ''),
  ...[
    '',
    'text/plain',
    'application/json;charset=utf-8',
    'Application/JSON',
    'application/json; charset=gbk',
  ].map((type) => (text: string) => text.replace('content-type: application/json', `content-type: ${type}`)),
]

/** Changes one character of the head, the same for every text of the same form. */
const slips = Array.from({ length: 300 }, (_, i) => (text: string) => {
  const end = text.indexOf('\r\n\r\n') + 4
  const at = (i * 7919) % end
  const other = '\0\t\r\n :,/?\x80AZ0'[i % 13]!
  const [before, after] = [text.slice(0, at), text.slice(at)]
  return i % 3 === 0 ? before + after.slice(1) : before + other + after.slice(i % 3 === 1 ? 1 : 0)
})

test('however a request is written, it is answered alike when it comes at once and when it comes in pieces', async (t) => {
  const { url, anonymous } = await startWorld(t, 'sqlite')
  const { id } = await anonymous.call(api.appointments.create, { body: booking() })
  const texts = [
    () => get(api.home.read.path),
    () => get(`/api/v1/appointments/${id}`),
    () => post(api.leads.submit.path, JSON.parse(JSON.stringify(lead()).replace(/[^ -~]/g, 'x'))),
  ]
  const cases = [...strange, ...slips].flatMap((change, i) =>
    i < strange.length ? texts.map((text) => ({ change, text })) : [{ change, text: texts[i % 3]! }],
  )
  const differing: unknown[] = []
  let answered = 0
  async function compare({ change, text }: (typeof cases)[0], patience: number) {
    const [whole, parted] = [change(text()), change(text())]
    const [first, second] = await Promise.all([
      exchange(url, [whole], patience),
      exchange(url, [parted.slice(0, 5), parted.slice(5)], patience),
    ])
    return { whole, first, second, isAlike: first.join() === second.join() }
  }
  async function compareSome() {
    for (let one = cases.pop(); one; one = cases.pop()) {
      let result = await compare(one, 10)
      // On a busy machine an answer may only have come later.
      if (!result.isAlike) result = await compare(one, 500)
      if (!result.isAlike) differing.push(result)
      if (result.first.includes('http/1.1 200 ok')) answered++
    }
  }
  await Promise.all(Array.from({ length: 12 }, compareSome))
  assert.deepEqual(differing, [])
  assert.ok(answered > 100, `${answered}`)
})

testOnBoth('what is asked before the last answer came is answered after it', async ({ url }) => {
  for (let i = 0; i < 20; i++) {
    const { socket, next } = await open(url)
    socket.write(post(api.leads.submit.path, lead()))
    await wait(i % 4)
    socket.write(get(api.home.read.path))
    assert.deepEqual([messageOf(await next()), messageOf(await next())], ['提交成功', 'ok'])
    socket.write(get(api.home.read.path))
    assert.equal(messageOf(await next()), 'ok')
    socket.destroy()
  }
})

/** Has all who write wait until the answer is called. */
function holdWrites({ config }: World): () => void {
  const other = new DatabaseSync((config.database as { file: string }).file, { timeout: 30_000 })
  other.exec('begin immediate')
  return () => other.close()
}

test('whatever comes while an answer is due is read after it, to the end', async (t) => {
  const world = await startWorld(t, 'sqlite')
  const { socket, next } = await open(world.url)
  const release = holdWrites(world)
  const home = get(api.home.read.path)
  for (const part of [post(api.leads.submit.path, lead()), home, home.slice(0, 30), home.slice(30)]) {
    socket.write(part)
    await wait(30)
  }
  release()
  const messages = [await next(), await next(), await next()].map(messageOf)
  assert.deepEqual(messages, ['提交成功', 'ok', 'ok'])
  socket.destroy()
})

test('at a stop, who waits for an answer gets it, and connections end', async (t) => {
  const world = await startWorld(t, 'sqlite')
  const idle = await open(world.url)
  idle.socket.write(get(api.home.read.path))
  await idle.next()
  const asking = await open(world.url)
  const release = holdWrites(world)
  asking.socket.write(post(api.leads.submit.path, lead()))
  await wait(50)
  const stopped = world.close()
  setTimeout(release, 50)
  const answer = await asking.next()
  assert.equal(messageOf(answer), '提交成功')
  await stopped
})

test('who does not read is not sent more and is dropped in time; who sends too slowly is told, once; who asked may wait', async (t) => {
  const { url, app, admin } = await startWorld(t, 'sqlite')
  for (let i = 0; i < 40; i++) {
    await admin.call(api.experts.create, { body: { name: `${i}`, intro: '长'.repeat(2000) } })
  }
  const experts = get(api.experts.list.path)
  const accepted = once(app.server, 'connection')
  const { socket } = await open(url)
  socket.pause().on('error', () => {})
  const [served] = (await accepted) as [Socket]
  const closed = once(served, 'close')
  const slow = await Promise.all(
    [
      '',
      'GET /livez HTTP/1.1\r\nhost: x\r\n',
      'POST /api/v1/leads HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
    ].map(async (sent) => {
      const client = await open(url)
      client.socket.write(sent)
      return client
    }),
  )
  const told = Promise.all(slow.map(async (client) => (await client.next()).status))
  const refused = await open(url)
  refused.socket.write('POST /api/v1/leads HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\n\r\n{')
  assert.match((await refused.next()).status, / 413 /)
  const dropped = assert.rejects(refused.next(), /closed before an answer/)
  const quiet = await open(url)
  quiet.socket.write(experts)
  const { body } = await quiet.next()

  const ask = async () => {
    const { bytesRead } = served
    socket.write(experts)
    for (let tries = 0; tries < 100 && served.bytesRead === bytesRead; tries++) await wait(1)
    await wait(1)
  }
  for (let i = 0; i < 500 && served.writableLength === 0; i++) await ask()
  const unread = served.writableLength
  assert.ok(unread > 0)
  for (let i = 0; i < 5; i++) await ask()
  assert.equal(served.writableLength, unread)
  assert.ok(unread < Buffer.byteLength(body) * 2)
  for (const status of await told) assert.match(status, / 408 /)
  await dropped
  await closed
  quiet.socket.write(experts)
  assert.equal((await quiet.next()).body, body)
  quiet.socket.destroy()
})

testOnBoth(
  'a booking that is followed by junk is answered first, and then the junk is refused',
  async ({ url, admin }) => {
    const text = JSON.stringify(booking())
    const head =
      'POST /api/v1/appointments HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n`
    for (const junk of ['\x00\x01\x02 nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'POST /x\r\n\r\n']) {
      const before = (await admin.call(api.appointments.list)).total
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      let answers = ''
      socket.on('data', (data) => (answers += data))
      socket.write(head + text + junk)
      await once(socket, 'close')
      const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => match[1])
      assert.deepEqual(statuses, ['200', '400'], answers)
      assert.equal((await admin.call(api.appointments.list)).total, before + 1)
    }
  },
)

testOnSqlite(
  'who wants the connection closed gets a refusal too while the body is still on its way',
  async ({ url }) => {
    const refusals = [
      ['POST /api/v1/leads HTTP/1.1\r\nconnection: close', '413'],
      ['POST /api/v1/leads HTTP/1.0', '413'],
      ['POST /api/v1/admin/webhooks HTTP/1.1\r\nconnection: close', '401'],
    ] as const
    const part = Buffer.alloc(100_000, ' ')
    const ask = async (head: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
      let answer = ''
      let error: Error | undefined
      socket.on('error', (failed) => (error = failed)).on('data', (data) => (answer += data))
      const closed = new Promise((resolve) => socket.on('close', resolve))
      socket.pause()
      const about = `content-type: application/json\r\ncontent-length: ${part.length * 10}`
      socket.write(`${head}\r\nhost: x\r\n${about}\r\n\r\n`)
      for (let i = 0; i < 10; i++) {
        await wait(10)
        socket.write(part)
      }
      socket.resume()
      await closed
      return { status: answer.slice(9, 12), error }
    }
    for (const [head, status] of refusals) assert.deepEqual(await ask(head), { status, error: undefined })
  },
)
