import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@zhenyue/contract'
import { booking, lead, testOnBoth } from './world.ts'

// What is asked most is answered past Fastify, if the connection is kept and nothing is unusual. Nobody may notice.

interface Answer {
  status: string
  headers: Record<string, string>
  body: string
}

/** Says all of this on one connection, part by part, and gives the answers in the order in which they come. */
function exchange(url: string, count: number, ...parts: string[]): Promise<Answer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer[]>()
  const answers: Answer[] = []
  let received = Buffer.alloc(0)
  const socket = connect(Number(new URL(url).port), '127.0.0.1', async () => {
    for (const part of parts) {
      socket.write(part)
      await wait(20)
    }
  })
  socket.once('error', reject)
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const [status, ...lines] = received.toString('latin1', 0, end).split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => {
          const [name, value] = line.split(/: (.*)/)
          return [name!.toLowerCase(), value!]
        }),
      )
      const length = Number(headers['content-length'] ?? 0)
      if (received.length < end + 4 + length) return
      answers.push({ status: status!, headers, body: received.toString('utf8', end + 4, end + 4 + length) })
      received = received.subarray(end + 4 + length)
      if (answers.length < count) continue
      socket.destroy()
      return resolve(answers)
    }
  })
  return promise
}

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
  const [{ headers }] = (await exchange(url, 1, get(home))) as [Answer]
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
    const [kept] = (await exchange(url, 1, request())) as [Answer]
    const [closed] = (await exchange(url, 1, request('connection: close'))) as [Answer]
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
  const answers = await exchange(url, asked.length, asked.join(''))
  const messages = answers.map(({ body }) => (JSON.parse(body) as { message: string }).message)
  assert.deepEqual(
    messages,
    bodies.flatMap(() => ['提交成功', 'ok', '接口不存在']),
  )
})

testOnBoth('a body that comes in pieces is read to its end', async ({ url }) => {
  const text = post(api.leads.submit.path, lead())
  const pieces = [text.slice(0, 40), text.slice(40, -60), text.slice(-60, -1), text.slice(-1)]
  const [answer] = (await exchange(url, 1, ...pieces)) as [Answer]
  assert.equal((JSON.parse(answer.body) as { message: string }).message, '提交成功')
})

testOnBoth('a crowd that comes at once is answered, whoever has to wait', async ({ url }) => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const [answer] = (await exchange(url, 1, post(api.leads.submit.path, lead()))) as [Answer]
      return answer.status
    }),
  )
  assert.deepEqual(new Set(answers), new Set(['HTTP/1.1 200 OK']))
})
