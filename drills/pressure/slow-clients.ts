import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Drill, Scene } from '../drill.ts'
import { wait } from '../load.ts'
import { fewerFilesThan, generate, judge, linuxOnly, ms, now, portOf } from './measure.ts'

const host = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n'
/**
 * Seconds in which a caller is dropped who takes nothing: node looks twice, 10 seconds apart. The short form runs beside
 * other tests, which may take the processor for seconds.
 */
const longestKept = { full: 25, quick: 60 }
/** Where /proc/net/tcp tells the file of a socket; none once its program has let go of it. */
const inodeColumn = 9

/** A byte every half second, and the answer left where it is. */
function trickle(socket: Socket, begin: string) {
  socket.write(begin)
  const timer = setInterval(() => socket.writable && socket.write('a'), 500)
  socket.once('close', () => clearInterval(timer)).resume()
}

/** Eight bytes a second of seven megabytes: more than the buffers of both sides take in. */
function sip(socket: Socket) {
  socket.write(`GET /docs/swagger-ui-bundle.js ${host}\r\n`.repeat(4))
  const timer = setInterval(() => socket.resume(), 1000)
  socket.once('close', () => clearInterval(timer))
}

const kinds = [
  (socket: Socket) => trickle(socket, `GET /api/v1/config/home ${host}X-Slow: `),
  (socket: Socket) =>
    trickle(
      socket,
      `POST /api/v1/leads ${host}Content-Type: application/json\r\nContent-Length: 20000\r\n\r\n{"name":"`,
    ),
  sip,
]

/**
 * All connect at once. Who asks for much does so one after the other, for 20 seconds: seven megabytes take the service 20
 * to 30 milliseconds to read and to send, and that is not what this drill is about.
 */
async function attack(scene: Scene, port: number, clients: number) {
  const began = new Map<number, number>()
  const sockets: Socket[] = []
  const spread = clients * 20
  scene.onEnd(() => sockets.forEach((socket) => socket.destroy()))
  const begin = (socket: Socket, kind: number) => {
    began.set(socket.localPort!, now())
    kinds[kind]!(socket)
  }
  for (let i = 0; i < clients; i++) {
    const onread = { buffer: Buffer.alloc(8), callback: () => i % 3 !== 2 }
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, onread })
    const delay = i % 3 === 2 ? (spread * i) / clients : 0
    socket.on('error', () => {})
    socket.once('connect', () => setTimeout(begin, delay, socket, i % 3))
    sockets.push(socket)
    if (i % 50 === 49) await wait(20)
  }
  for (let tries = 0; tries < 800 && began.size < clients; tries++) await wait(50)
  return began
}

/**
 * How long ago the first of these ports began to which the service keeps a connection, in seconds.
 * Asked of the kernel: a client that does not read is not told when it is dropped, and none of these closes its side.
 */
function keptNow(port: number, began: Map<number, number>): { count: number; age: number } {
  const portIn = (address: string | undefined) => Number.parseInt(address?.split(':')[1] ?? '', 16)
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  const kept = lines.flatMap((line) => {
    const columns = line.trim().split(/\s+/)
    const [, local, remote] = columns
    const isKept = portIn(local) === port && columns[inodeColumn] !== '0'
    return isKept ? (began.get(portIn(remote)) ?? []) : []
  })
  return { count: kept.length, age: (now() - Math.min(...kept)) / 1000 }
}

async function untilDropped(port: number, began: Map<number, number>, most: number) {
  let longest = 0
  for (;;) {
    const { count, age } = keptNow(port, began)
    if (count === 0) return { kept: 0, longest }
    longest = Math.max(longest, age)
    if (age > most) return { kept: count, longest }
    await wait(100)
  }
}

export const slowClients: Drill = {
  title: 'clients that send their headers or their body a byte at a time, or read a few bytes a second',
  engines: ['sqlite'],
  breakage: [{ file: 'http/server.ts', from: 'const patience = 10_000', to: 'const patience = 1_000_000' }],
  unable: () => linuxOnly() ?? fewerFilesThan(1500),
  async run(scene, size) {
    const full = size === 'full'
    const clients = full ? 1000 : 60
    const service = await scene.serve()
    const port = portOf(service)
    const healthy = { port, path: '/api/v1/hospitals', connections: 10, rate: full ? 100 : 40 }
    await generate(scene, { ...healthy, seconds: 1 })
    const before = await generate(scene, { ...healthy, seconds: full ? 10 : 1 })
    const meanwhile = generate(scene, { ...healthy, seconds: full ? 46 : 26 })
    await wait(300)

    const began = await attack(scene, port, clients)
    const { kept, longest } = await untilDropped(port, began, longestKept[size])
    const during = await meanwhile
    await service.stop()

    const errors = during.sent - (during.answers[200] ?? 0)
    // Below that no one notices, and a noisy machine moves more.
    const most = Math.max(before.served.p99 * 3, full ? 20 : 6000)
    return {
      done:
        `${clients} at once, a third of each kind, the longest kept for ${longest.toFixed(1)} s; ` +
        `${during.sent} requests of healthy clients meanwhile: ${errors} errors, ` +
        `p99 ${ms(during.served.p99)}, before ${ms(before.served.p99)}`,
      ...judge(
        {
          [`only ${began.size} of ${clients} connected`]: began.size < clients,
          [`${errors} healthy requests failed`]: errors > 0,
        },
        {
          [`${kept} kept for more than ${longestKept[size]} s`]: kept > 0,
          [`p99 of healthy requests ${ms(during.served.p99)}`]: during.served.p99 > most,
        },
      ),
    }
  },
}
