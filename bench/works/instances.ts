import { api } from '@zhenyue/contract'
import { computedBy, cores, pinnedTo } from '../../scripts/machine.ts'
import type { Bench } from '../bench.ts'
import { compare, connections, generate, wrongIn } from '../measure.ts'
import { exactly, fetchAnswer, request } from '../requests.ts'
import { serve, type Service } from '../service.ts'
import type { Work } from '../work.ts'
import { book } from './lookups.ts'
import { onPostgres } from './on-postgres.ts'

/** One core for each instance, one for the load generator, one for PostgreSQL. */
const enoughCores = cores.length >= 4

async function pair(bench: Bench) {
  const { url, service } = await bench.shared(onPostgres)
  const second = await serve(bench, { DATABASE_URL: url }, pinnedTo(enoughCores ? cores.at(-1) : cores[1]))
  return { both: [service, second], appointment: await book(service.url) }
}

type Pair = Awaited<ReturnType<typeof pair>>
const paths: Record<string, (pair: Pair) => string> = {
  'GET home': () => api.home.read.path,
  'GET appointment by id': ({ appointment }) => `/api/v1/appointments/${appointment.id}`,
}

/** Answers a second; where instances share a core with others, of their own computing time. */
async function capacity(bench: Bench, services: Service[], path: string, seconds: number) {
  const expect = exactly(await fetchAnswer(services[0]!.url, 'GET', path))
  const ports = services.map(({ port }) => port)
  const before = services.map(({ pid }) => computedBy(pid))
  // As many for each instance, whether there are one or two.
  const load = { ports, connections: connections * ports.length, request: request('GET', path), expect }
  const result = await generate(bench, { ...load, seconds })
  const shares = services.map(({ pid }, i) => {
    const computed = Math.max(0.01, computedBy(pid) - before[i]!)
    return result.answered[i]! / (enoughCores ? result.seconds : computed)
  })
  return { value: shares.reduce((sum, share) => sum + share, 0), wrong: wrongIn(result), cpu: result.cpu }
}

export const instances: Work[] = Object.entries(paths).map(([name, pathOf]) => ({
  name: `${name}, two instances on one PostgreSQL`,
  yardstick: `one instance${enoughCores ? '' : ', by the computing time of each: two have no two free cores here'}`,
  target: { unit: '×', least: 1.6 },
  async measure(bench) {
    const both = await bench.shared(pair)
    const path = pathOf(both)
    return compare(
      bench,
      (seconds) => capacity(bench, both.both, path, seconds),
      (seconds) => capacity(bench, both.both.slice(0, 1), path, seconds),
    )
  },
}))
