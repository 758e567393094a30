import { api, type Endpoint } from '@zhenyue/contract'
import { turnsOf } from '../../scripts/machine.ts'
import type { Bench } from '../bench.ts'
import { compare, connections, rateOf } from '../measure.ts'
import { exactly, fetchAnswer, headerOf, request, textOf, type Answer } from '../requests.ts'
import { serve } from '../service.ts'
import type { Finding, Work } from '../work.ts'

/** The service as it comes, on a new SQLite database. */
export const onSqlite = (bench: Bench) => serve(bench, { DATA_DIR: `${bench.folder}/sqlite` })

const bare = (bench: Bench) => bench.program('yardsticks/bare.ts', 'service')

/** Where the bare server listens, which from now on gives this answer. */
export async function bareAnswering(bench: Bench, answer: Answer): Promise<number> {
  const { ask } = await bench.shared(bare)
  const { port } = await ask<{ port: number }>(answer)
  return port
}

/** Which part of the time other programs had the core that the bare server wanted to run on. */
export async function takenByOthers(bench: Bench): Promise<number | undefined> {
  const program = await bench.sharedAlready(bare)
  if (!program) return undefined
  const { ran, waited } = turnsOf(program.child.pid!)
  return ran + waited > 0 ? waited / (ran + waited) : undefined
}

interface How {
  headers?: Record<string, string>
  replayed?(answer: Answer): Answer
  rounds?: number
}

/** What the service answers to a GET, against a bare server that sends the same. */
export async function besideBare(
  bench: Bench,
  { url, port }: { url: string; port: number },
  path: string,
  { headers, replayed = (answer) => answer, rounds = Math.ceil((bench.rounds * 2) / 3) }: How = {},
): Promise<Finding> {
  const answer = await fetchAnswer(url, 'GET', path, { headers })
  const barePort = await bareAnswering(bench, replayed(answer))
  const asked = { connections, request: request('GET', path, { headers }), expect: exactly(answer) }
  return compare(
    { rounds, seconds: bench.seconds, warmUp: { service: 1, yardstick: 0.5 } },
    (seconds) => rateOf(bench, { ...asked, ports: [port] }, seconds),
    (seconds) => rateOf(bench, { ...asked, ports: [barePort] }, seconds),
  )
}

/** The answer is held against the contract before it becomes the measure of all others. */
async function etagOf(url: string, { path, data }: Endpoint): Promise<string> {
  const answer = await fetchAnswer(url, 'GET', path)
  data.parse(JSON.parse(textOf(answer)).data)
  const etag = headerOf(answer, 'etag')
  if (answer.status !== 200 || !etag) throw new Error(`${path} answers ${answer.status}, ETag ${etag}`)
  return etag
}

const documents = {
  home: api.home.read,
  hospitals: api.hospitals.list,
  experts: api.experts.list,
  banners: api.banners.list,
}

export const publicReads: Work[] = [false, true].flatMap((conditional) =>
  Object.entries(documents).map(([name, endpoint]) => ({
    name: `GET ${name}${conditional ? ', If-None-Match' : ''}`,
    yardstick: `node:http sending the same ${conditional ? '304' : 'bytes'}`,
    target: { unit: '×', least: 0.8 },
    async measure(bench) {
      const service = await bench.shared(onSqlite)
      const etag = await etagOf(service.url, endpoint)
      const headers: Record<string, string> = conditional ? { 'if-none-match': etag } : {}
      return besideBare(bench, service, endpoint.path, { headers })
    },
  })),
)
