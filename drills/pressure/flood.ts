import { readdirSync, readFileSync } from 'node:fs'
import { api, createClient } from '@zhenyue/contract'
import { freePort } from '../../scripts/postgres.ts'
import type { Drill, Scene, Service } from '../drill.ts'
import { booking, wait } from '../load.ts'
import { hostileBodies, type Hostile } from './hostile.ts'
import { generate, judge, linuxOnly, ms, portOf } from './measure.ts'

/** The 99th percentile that the service itself has seen since it was last asked, in milliseconds. */
async function loopDelay(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000
}

/** Two are hashed at once and 64 wait; some more come up while the rest of the same wave is still on its way. */
const mostAtOnce = 120

type Tally = Record<string, number>

async function post(service: Service, tally: Tally, { path, body, method = 'POST' }: Hostile) {
  const options: RequestInit = {
    method,
    headers: { 'content-type': 'application/json' },
    body: body as BodyInit,
    // The last of 64 waits for 32 hashes, of which each takes a quarter of a second on a busy machine.
    signal: AbortSignal.timeout(60_000),
  }
  const status = await fetch(new URL(path, service.url), options).then(
    async (answer) => (await answer.arrayBuffer(), String(answer.status)),
    // The service may end the connection instead of reading a body that it refuses.
    (error) => (error.name === 'TimeoutError' ? 'hung' : 'cut off'),
  )
  tally[status] = (tally[status] ?? 0) + 1
}

async function sendBodies(service: Service, seconds: number) {
  const tally: Tally = {}
  const until = performance.now() + seconds * 1000
  const one = async (_: unknown, at: number) => {
    for (let i = at; performance.now() < until; i++) {
      await post(service, tally, hostileBodies[i % hostileBodies.length]!)
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return tally
}

/** Milliseconds that this machine takes to parse each of the texts once. */
function timeToParse(): number {
  const bodies = hostileBodies.map(({ body }) => body).filter((body) => typeof body === 'string')
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    for (const body of bodies) JSON.parse(body)
    return performance.now() - began
  })
  return Math.min(...times)
}

/** How many threads that hash are at it right now. */
function hashing({ child }: Service): number {
  const tasks = `/proc/${child.pid}/task`
  return readdirSync(tasks).filter((task) => {
    try {
      return /\(libuv-worker\) R/.test(readFileSync(`${tasks}/${task}/stat`, 'utf8'))
    } catch {
      return false
    }
  }).length
}

const login: Hostile = {
  path: '/api/v1/admin/auth/login',
  body: JSON.stringify({ username: 'admin', password: 'a wrong one' }),
}

async function sendAtOnce(service: Service, request: Hostile, { waves, parallel }: Waves) {
  const tally: Tally = {}
  const seen: number[] = []
  const timer = setInterval(() => seen.push(hashing(service)), 5)
  for (let i = 0; i < waves; i++) {
    await Promise.all(Array.from({ length: parallel }, () => post(service, tally, request)))
  }
  clearInterval(timer)
  // The median: threads are looked at one after the other, and one may end and the next begin meanwhile.
  const atOnce = seen.filter((threads) => threads > 0).toSorted()
  return { tally, hashes: atOnce[atOnce.length >> 1] ?? 0 }
}

/** Asks for a sign of life on schedule, from another process, while the work is done. */
async function watched<T>(
  scene: Scene,
  { service, metricsPort }: Watched,
  seconds: number,
  work: Promise<T>,
) {
  await loopDelay(metricsPort)
  const probe = generate(scene, { port: portOf(service), path: '/livez', connections: 20, rate: 50, seconds })
  const result = await work
  const delay = await loopDelay(metricsPort)
  const { served, refused, unanswered } = await probe
  return { result, delay, probe: Math.max(served.p99, refused.p99), unanswered }
}

interface Waves {
  waves: number
  parallel: number
}

interface Watched {
  service: Service
  metricsPort: number
}

async function serveWatched(scene: Scene, rateLimits: 'on' | 'off'): Promise<Watched> {
  const metricsPort = await freePort()
  const service = await scene.serve({ RATE_LIMITS: rateLimits, METRICS_PORT: String(metricsPort) })
  return { service, metricsPort }
}

const told = (tally: Tally) =>
  Object.entries(tally)
    .map(([status, count]) => `${count}× ${status}`)
    .join(', ')

export const flood: Drill = {
  title: 'hostile bodies, and hundreds of wrong passwords at once',
  engines: ['sqlite'],
  // Nobody waits for his turn to hash.
  breakage: [
    { file: 'admins/password.ts', from: 'atOnce: 2, waiting: 64', to: 'atOnce: 100_000, waiting: 0' },
  ],
  unable: linuxOnly,
  async run(scene, size) {
    const full = size === 'full'
    const { seconds, ...wave } = full
      ? { seconds: 20, waves: 10, parallel: 500 }
      : { seconds: 2, waves: 1, parallel: 300 }
    const { waves, parallel } = wave
    const unlimited = await serveWatched(scene, 'off')
    const rest = await watched(scene, unlimited, full ? 5 : 1, wait(full ? 5000 : 1000))
    const bodies = await watched(scene, unlimited, seconds, sendBodies(unlimited.service, seconds))
    const open = await watched(scene, unlimited, waves, sendAtOnce(unlimited.service, login, wave))
    await unlimited.service.stop()
    const guarded = await serveWatched(scene, 'on')
    const booked = await createClient({ baseUrl: guarded.service.url }).call(api.appointments.create, {
      body: booking(),
    })
    const read: Hostile = { method: 'GET', path: `/api/v1/appointments/${booked.id}` }
    const reads = await watched(scene, guarded, waves, sendAtOnce(guarded.service, read, wave))
    const limited = await watched(scene, guarded, waves, sendAtOnce(guarded.service, login, wave))
    await guarded.service.stop()

    const runs = [bodies, open, limited]
    // At rest it is what the machine itself adds.
    const delayOf = (run: { delay: number }) => run.delay - rest.delay
    const loop = Math.max(delayOf(bodies), delayOf(open))
    const hashes = Math.max(open.result.hashes, limited.result.hashes)
    const statuses = Object.keys({ ...bodies.result, ...open.result.tally, ...limited.result.tally })
    // Eight bodies may come in one turn of the event loop. Less than 50 ms no one notices.
    const parsing = timeToParse()
    const allowed = full ? Math.max(50, parsing * 3) : 6000
    // Past the limit all of a wave are answered in one turn: to refuse takes about as long as to read an appointment.
    const allowedInTurn = full ? Math.max(50, delayOf(reads) * 1.5) : 6000
    return {
      done:
        `hostile bodies for ${seconds} s (${told(bodies.result)}); ${waves} times ${parallel} logins at once, ` +
        `limits off (${told(open.result.tally)}) and on (${told(limited.result.tally)}); p99 of the event loop's delay ` +
        `${runs.map((run) => ms(run.delay)).join(', ')} (at rest ${ms(rest.delay)}, with as many reads at once ${ms(reads.delay)}, to parse each text once takes ${ms(parsing)}), of GET /livez ` +
        `${runs.map((run) => ms(run.probe)).join(', ')} (at rest ${ms(rest.probe)}); ${hashes} hashes at once`,
      ...judge(
        {
          'requests hang': statuses.includes('hung') || runs.some((run) => run.unanswered > 0),
          'answers 500': statuses.includes('500'),
          [`${hashes} hashes at once`]: hashes > 2,
          'the queue is not bounded': (open.result.tally['401'] ?? 0) > waves * mostAtOnce,
          'limits do not hold': (limited.result.tally['401'] ?? 0) > 10,
        },
        {
          [`the event loop is ${ms(loop)} late`]: loop > allowed,
          [`past the limit it is ${ms(delayOf(limited))} late`]: delayOf(limited) > allowedInTurn,
        },
      ),
    }
  },
}
