import { api } from '@zhenyue/contract'
import { confine, cores, ofService, pinnedTo } from '../../scripts/machine.ts'
import type { Bench } from '../bench.ts'
import { compare, connections, rateOf } from '../measure.ts'
import { exactly, fetchAnswer, request } from '../requests.ts'
import { serve, type Service } from '../service.ts'
import { NotHere, type Work } from '../work.ts'
import { book } from './lookups.ts'
import { onPostgres } from './on-postgres.ts'

/** One core for each instance, one for the load generator, one for PostgreSQL. */
const enoughCores = cores.length >= 4
/** Of one core, where there are fewer: what carries the load must have more to spare than the instances. */
const share = 0.2

async function pair(bench: Bench) {
  const { url } = await bench.shared(onPostgres)
  const places = enoughCores ? [ofService, pinnedTo(cores.at(-1))] : [ofService, ofService]
  const both = await Promise.all(places.map((place) => serve(bench, { DATABASE_URL: url }, place)))
  const appointment = await book(both[0]!.url)
  if (enoughCores) return { both, appointment }
  for (const { pid } of both) {
    const free = confine(pid, share)
    if (!free) throw new NotHere('there are no four cores, and none can be shared out')
    bench.onEnd(free)
  }
  return { both, appointment }
}

type Pair = Awaited<ReturnType<typeof pair>>
const paths: Record<string, (pair: Pair) => string> = {
  'GET home': () => api.home.read.path,
  'GET appointment by id': ({ appointment }) => `/api/v1/appointments/${appointment.id}`,
}

/** Answers a second. Each instance has as many connections, whether there are one or two. */
async function capacity(bench: Bench, services: Service[], path: string, seconds: number) {
  const expect = exactly(await fetchAnswer(services[0]!.url, 'GET', path))
  const ports = services.map(({ port }) => port)
  const load = { ports, connections: connections * ports.length, request: request('GET', path), expect }
  return rateOf(bench, load, seconds)
}

export const instances: Work[] = Object.entries(paths).map(([name, pathOf]) => ({
  name: `${name}, two instances on one PostgreSQL`,
  yardstick: `one instance${enoughCores ? '' : '; for want of four cores, each has a fifth of one'}`,
  target: { unit: '×', least: 1.6 },
  async measure(bench) {
    const both = await bench.shared(pair)
    const path = pathOf(both)
    // What is shared out is shared out anew fifty times a second.
    const pace = {
      rounds: bench.rounds * 2,
      seconds: bench.seconds * 2,
      warmUp: { service: 2, yardstick: 0.5 },
    }
    return compare(
      pace,
      (seconds) => capacity(bench, both.both, path, seconds),
      (seconds) => capacity(bench, both.both.slice(0, 1), path, seconds),
    )
  },
}))
