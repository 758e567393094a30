import { request } from 'node:http'
import { password, type Drill, type Scene, type Service } from '../drill.ts'
import { judge, ms, now, percent, portOf } from './measure.ts'

export interface Attempt {
  username: string
  password: string
  from?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  retryAfter: string | undefined
  took: number
}

export function logIn(service: Service, { username, password, from, headers }: Attempt): Promise<Answer> {
  const began = now()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    {
      host: '127.0.0.1',
      port: portOf(service),
      localAddress: from,
      method: 'POST',
      path: '/api/v1/admin/auth/login',
      headers: { 'content-type': 'application/json', ...headers },
    },
    (answer) => {
      const retryAfter = answer.headers['retry-after']
      answer
        .resume()
        .once('end', () => resolve({ status: answer.statusCode!, retryAfter, took: now() - began }))
    },
  )
  sent.once('error', reject).end(JSON.stringify({ username, password }))
  return promise
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** How far apart the medians of a known and an unknown name lie, of the whole. */
async function difference(service: Service, pairs: number) {
  const known: number[] = []
  const unknown: number[] = []
  const tryOne = async (username: string) =>
    (await logIn(service, { username, password: 'a wrong one' })).took
  for (let i = 0; i < pairs; i++) {
    // Each first in turn, so that neither always follows the other.
    if (i % 2 === 0) known.push(await tryOne('admin'))
    unknown.push(await tryOne(`nobody${i}`))
    if (i % 2 === 1) known.push(await tryOne('admin'))
  }
  const [a, b] = [median(known), median(unknown)]
  return { known: a, unknown: b, part: Math.abs(a - b) / Math.max(a, b) }
}

async function compareTimes(scene: Scene, pairs: number) {
  const service = await scene.serve()
  await difference(service, 2)
  const rounds = []
  for (let i = 0; i < 3; i++) rounds.push(await difference(service, pairs))
  await service.stop()
  return rounds.toSorted((a, b) => a.part - b.part)[0]!
}

const forged = (i: number) => {
  const address = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`
  return { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address }
}

async function guess(service: Service, guesses: number) {
  let next = 0
  const answers: Answer[] = []
  const one = async () => {
    while (next < guesses) {
      const i = next++
      answers.push(await logIn(service, { username: 'admin', password: `guess ${i}`, headers: forged(i) }))
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  const hashed = answers.filter(({ status }) => status === 401).length
  const isRefusal = ({ status, retryAfter }: Answer) => [429, 503].includes(status) && Number(retryAfter) > 0
  const limited = answers.filter(isRefusal).length
  return { hashed, limited, others: guesses - hashed - limited }
}

export const guessing: Drill = {
  title: 'telling user names by the clock, and guessing a password under forged addresses',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  // Without a hash for unknown names, and with the limit counted by what the caller says of himself.
  breakage: [
    { file: 'admins/password.ts', from: 'await digest(password, randomBytes(16), cost)', to: '' },
    {
      file: 'admins/routes.ts',
      from: 'checkPassword({ username, address: request.ip }, password)',
      to: "checkPassword({ username, address: String(request.headers['x-forwarded-for'] ?? request.ip) }, password)",
    },
  ],
  async run(scene, size) {
    const full = size === 'full'
    const pairs = full ? 60 : 5
    const guesses = full ? 10_000 : 100
    const times = await compareTimes(scene, pairs)
    const service = await scene.serve({ RATE_LIMITS: 'on' })
    const { hashed, limited, others } = await guess(service, guesses)
    const neighbour = await logIn(service, { username: 'admin', password, from: '127.0.0.2' })
    await service.stop()
    return {
      done:
        `the best of 3 rounds of ${pairs} pairs: median ${ms(times.known)} for a known name, ${ms(times.unknown)} for an unknown one; ` +
        `${guesses} guesses from one address: ${hashed} looked at, ${limited} turned away with Retry-After`,
      ...judge({
        [`the names differ by ${percent(times.part)}`]: times.part > (full ? 0.1 : 0.7),
        [`${hashed} guesses looked at`]: hashed > 10,
        [`${others} answered otherwise`]: others > 0,
        'another address cannot log in': neighbour.status !== 200,
      }),
    }
  },
}
