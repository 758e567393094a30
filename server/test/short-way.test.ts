import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@zhenyue/contract'
import { booking, lead, startWorld, testOnBoth } from './world.ts'

// What is asked most is answered past Fastify, if the connection is kept and nothing is unusual. Nobody may notice.

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

testOnBoth('an answer is the same on a connection that is kept and on one that is closed', async (world) => {
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
    (...more: string[]) => post(api.appointments.create.path, { ...booking(), date: '2026-02-30' }, ...more),
  ]
  for (const request of requests) {
    const kept = await ask(url, request())
    const closed = await ask(url, request('connection: close'))
    assert.equal(kept.headers['connection'], 'keep-alive')
    assert.equal(closed.headers['connection'], 'close')
    assert.deepEqual(comparable(kept), comparable(closed), request().split('\r\n')[0])
  }
})

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

testOnBoth('a body that comes in pieces is read to its end', async ({ url }) => {
  const text = post(api.leads.submit.path, lead())
  const pieces = [text.slice(0, 40), text.slice(40, -60), text.slice(-60, -1), text.slice(-1)]
  assert.equal(messageOf(await ask(url, ...pieces)), '提交成功')
})

test('requests that have to wait for their turn lose nothing of their bodies', async (t) => {
  const { url, admin, app } = await startWorld(t, 'sqlite')
  const home = get(api.home.read.path)
  await ask(url, home)
  // The document then takes so long that whatever arrived with it has to wait.
  app.documents.answered = () => {
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
