import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseAllow, type Resolve } from '../src/outbound/address-rules.ts'
import { OutboundError, post, type Target } from '../src/outbound/post.ts'
import { makeCertificate } from './certificate.ts'

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

const serve = (t: TestContext, answer: RequestListener) => listen(t, createServer(answer))
const toLoopback: Resolve = () => Promise.resolve(['127.0.0.1'])
const send = (url: string, more: Partial<Target> = {}) =>
  post({ url, headers: {}, body: '{}', timeoutMs: 5000, ...more })

const failsWith = (kind: OutboundError['kind'], sent: boolean, message?: string) => (error: unknown) => {
  assert.ok(error instanceof OutboundError, String(error))
  assert.deepEqual([error.kind, error.sent], [kind, sent], error.message)
  if (message) assert.equal(error.message, message)
  assert.doesNotMatch(error.message, /http|127\.0\.0\.1|local|secret/)
  return true
}

test('a POST arrives as it was given, and its answer is told', async (t) => {
  const port = await serve(t, async (request, response) => {
    const body = (await request.toArray()).join('')
    response.writeHead(202, { 'retry-after': '7', 'content-type': 'application/json' })
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, host: headers.host, id: headers['webhook-id'], body }))
  })
  const answer = await send(`http://127.0.0.1:${port}/a/b?key=1`, {
    headers: { 'webhook-id': 'evt-1' },
    body: '{"type":"ping"}',
  })
  assert.equal(answer.status, 202)
  assert.equal(answer.headers['retry-after'], '7')
  assert.ok(Number.isInteger(answer.durationMs) && answer.durationMs >= 0)
  assert.deepEqual(JSON.parse(answer.body), {
    method: 'POST',
    url: '/a/b?key=1',
    host: `127.0.0.1:${port}`,
    id: 'evt-1',
    body: '{"type":"ping"}',
  })
})

test('the connection goes to the address that was checked: a name is looked up once for each POST', async (t) => {
  let requests = 0
  const port = await serve(t, (_request, response) => {
    requests++
    response.end()
  })
  const url = `http://his.local:${port}/`
  let lookups = 0
  const rebinding: Resolve = () => Promise.resolve([lookups++ === 0 ? '127.0.0.1' : '10.0.0.1'])
  const allow = parseAllow('127.0.0.1')
  assert.equal((await send(url, { allow, resolve: toLoopback })).status, 200, 'no resolver knows this name')
  assert.equal((await send(url, { allow, resolve: rebinding })).status, 200)
  await assert.rejects(send(url, { allow, resolve: rebinding }), failsWith('refused-address', false))
  assert.deepEqual([requests, lookups], [2, 2])
})

test('a redirect is an answer and is not followed', async (t) => {
  const paths: string[] = []
  const port = await serve(t, (request, response) => {
    paths.push(request.url!)
    response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end()
  })
  const { status } = await send(`http://127.0.0.1:${port}/out`, { allow: parseAllow('127.0.0.0/8') })
  assert.equal(status, 302)
  assert.deepEqual(paths, ['/out'])
})

test('of an answer the first 16 KiB are read and the connection is ended', async (t) => {
  let written = 0
  const port = await serve(t, (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  const { status, body } = await send(`http://127.0.0.1:${port}/`)
  assert.equal(status, 200)
  assert.equal(body, 'x'.repeat(16 * 1024))
  assert.ok(written < 64 * 1024 * 1024)
})

test('the time limit holds for a silent receiver, for one that drips bytes, and for a look-up that hangs', async (t) => {
  const silent = await listen(
    t,
    createSocketServer().on('connection', (socket) => socket.resume()),
  )
  const dripping = (head: string) =>
    listen(
      t,
      createSocketServer((socket) => {
        socket.on('error', () => {})
        socket.write(head)
        const timer = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(timer))
      }),
    )
  const drippingHead = await dripping('HTTP/1.1 200 OK\r\nx-slow: ')
  const drippingBody = await dripping('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n')
  for (const port of [silent, drippingHead, drippingBody]) {
    const begun = performance.now()
    await assert.rejects(
      send(`http://127.0.0.1:${port}/`, { timeoutMs: 300 }),
      failsWith('timeout', true, 'timeout'),
    )
    assert.ok(performance.now() - begun < 2000)
  }
  // A server that takes the connection but never greets has not got the request.
  await assert.rejects(send(`https://127.0.0.1:${silent}/`, { timeoutMs: 300 }), failsWith('timeout', false))
  const hanging: Resolve = () => new Promise(() => {})
  await assert.rejects(
    send('http://his.local/', { timeoutMs: 100, resolve: hanging }),
    failsWith('timeout', false),
  )
})

test('an error says what happened and whether the receiver may have got the request, and never where', async (t) => {
  const closed = createServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const { port: nobody } = closed.address() as { port: number }
  closed.close()
  await assert.rejects(
    send(`http://127.0.0.1:${nobody}/?key=secret`),
    failsWith('unreachable', false, 'ECONNREFUSED'),
  )
  const unknown: Resolve = (host) =>
    Promise.reject(Object.assign(new Error(`getaddrinfo ${host}`), { code: 'ENOTFOUND' }))
  await assert.rejects(
    send('https://secret.local/', { resolve: unknown }),
    failsWith('unreachable', false, 'ENOTFOUND'),
  )
  const empty: Resolve = () => Promise.resolve([])
  await assert.rejects(send('https://his.local/', { resolve: empty }), failsWith('unreachable', false))
  await assert.rejects(send('secret'), failsWith('refused-address', false, 'malformed address'))
  await assert.rejects(
    send('https://10.0.0.1/secret', { allow: parseAllow('') }),
    failsWith('refused-address', false, 'private address'),
  )

  const raw = async (answer: (socket: Socket) => void) => {
    const port = await listen(
      t,
      createSocketServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => answer(socket))
      }),
    )
    return `http://127.0.0.1:${port}/?key=secret`
  }
  for (const answer of [
    (socket: Socket) => socket.destroy(),
    (socket: Socket) => socket.resetAndDestroy(),
    (socket: Socket) => socket.end(),
    (socket: Socket) => socket.end('no HTTP at all\r\n\r\n'),
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
    (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`),
    (socket: Socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ]) {
    await assert.rejects(send(await raw(answer)), failsWith('unreachable', true), String(answer))
  }
})

test('a certificate has to be trusted and of the name that was asked for', async (t) => {
  let requests = 0
  const server = createSecureServer(makeCertificate('his.local'), (_request, response) => {
    requests++
    response.end('ok')
  })
  const port = await listen(t, server)
  const target = { allow: parseAllow('127.0.0.1'), resolve: toLoopback }
  await assert.rejects(send(`https://his.local:${port}/`, target), failsWith('tls', false))
  const plain = await serve(t, () => requests++)
  await assert.rejects(send(`https://127.0.0.1:${plain}/`), failsWith('tls', false))

  const trusted = makeCertificate('his.local')
  server.setSecureContext(trusted)
  const known = getCACertificates()
  setDefaultCACertificates([trusted.cert])
  t.after(() => setDefaultCACertificates(known))
  await assert.rejects(send(`https://other.local:${port}/`, target), failsWith('tls', false))
  await assert.rejects(send(`https://127.0.0.1:${port}/`, target), failsWith('tls', false))
  assert.equal(requests, 0)
  assert.equal((await send(`https://his.local:${port}/`, target)).body, 'ok')
})
