import { api, type Dashboard } from '@zhenyue/contract'
import { wait, type Bench } from '../bench.ts'
import {
  appointmentFilters,
  appointmentQuestion,
  funnels,
  leadFilters,
  leadQuestion,
  queues,
  statistics,
  type Facts,
  type Question,
} from '../data/questions.ts'
import { worlds, type Engine, type World } from '../data/world.ts'
import type { Expectation } from '../generator.ts'
import { compare, generate, times, wrongIn } from '../measure.ts'
import { exactly, fetchAnswer, request, textOf } from '../requests.ts'
import type { Work } from '../work.ts'

/** Something to ask, and how to know that the answer is right. */
export interface Asked {
  path: string
  expect: Expectation
}

/** Asks once, and holds total and page against what plain SQL finds. */
async function askedList(world: World, { path, page, total }: Question): Promise<Asked> {
  const answer = await fetchAnswer(world.service.url, 'GET', path, { headers: world.headers })
  const { data } = JSON.parse(textOf(answer)) as { data?: { total: number; list: { id: string }[] } }
  const found = { total: data?.total, ids: data?.list.map(({ id }) => id) }
  const [counted] = await world.ask(total)
  const ids = (await world.ask(page)).map((row) => row.id as string)
  const right = { total: Number(counted.total), ids }
  if (JSON.stringify(found) !== JSON.stringify(right)) {
    throw new Error(`${path} answers ${JSON.stringify(found)}, and not ${JSON.stringify(right)}`)
  }
  return { path, expect: exactly(answer) }
}

/** How many are of the last day changes by itself. */
async function askedStatistics(
  world: World,
  { path, group, counts }: (typeof statistics)[keyof typeof statistics],
) {
  const answer = await fetchAnswer(world.service.url, 'GET', path, { headers: world.headers })
  const { data } = JSON.parse(textOf(answer)) as {
    data: { total: number } & Record<string, Record<string, number>>
  }
  const rows = await world.ask(counts)
  const wrong = rows.filter(({ name, count }) => data[group]?.[name] !== Number(count))
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0)
  if (rows.length === 0 || wrong.length > 0 || data.total !== total)
    throw new Error(`${path} answers ${textOf(answer)}`)
  return { path, expect: { status: 200, pattern: `^{"code":0,.*"total":${total}[,}]` } }
}

/** A queue as the workbench asks for it. */
async function askedQueue(world: World, { query, total }: (typeof queues)[string]): Promise<Asked> {
  const path = `/api/v1/admin/leads?${query}&limit=100&follow=true`
  if (!total) return { path, expect: { status: 200, pattern: '^{"code":0,' } }
  const answer = await fetchAnswer(world.service.url, 'GET', path, { headers: world.headers })
  const { data } = JSON.parse(textOf(answer)) as { data: { total: number } }
  const [counted] = await world.ask(total)
  if (data.total !== Number(counted.total))
    throw new Error(`${path} answers ${data.total}, and not ${counted.total}`)
  return { path, expect: { status: 200, pattern: `^{"code":0,.*"total":${data.total}[,}]` } }
}

/** Asks once, and holds how many persons each key has against a recount. */
async function askedFunnel(world: World, { path, leads }: (typeof funnels)[string]): Promise<Asked> {
  const answer = await fetchAnswer(world.service.url, 'GET', path, { headers: world.headers })
  const { data } = JSON.parse(textOf(answer)) as { data: { rows: { key: string; leads: number }[] } }
  const counted = await world.ask(leads)
  const right = new Map(counted.map((row) => [row.key as string, Number(row.leads)]))
  if (data.rows.length !== right.size || data.rows.some(({ key, leads }) => right.get(key) !== leads))
    throw new Error(`${path} answers ${textOf(answer)}`)
  return { path, expect: exactly(answer) }
}

/** Every question of staff, by what it is called. */
export const questions: Record<string, (world: World) => Promise<Asked>> = {
  ...listsOf('leads', leadFilters, leadQuestion),
  ...listsOf('appointments', appointmentFilters, appointmentQuestion),
  ...Object.fromEntries(
    Object.entries(statistics).map(([name, one]) => [name, (world: World) => askedStatistics(world, one)]),
  ),
  ...Object.fromEntries(
    Object.entries(queues).map(([name, one]) => [`queue ${name}`, (world: World) => askedQueue(world, one)]),
  ),
  ...Object.fromEntries(
    Object.entries(funnels).map(([name, one]) => [name, (world: World) => askedFunnel(world, one)]),
  ),
}

function listsOf<F>(
  what: string,
  filters: Record<string, (facts: Facts) => F>,
  question: (filter: F) => Question,
) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      `admin ${what}, ${name}`,
      (world: World) => askedList(world, question(filter(world.facts))),
    ]),
  )
}

/** Milliseconds that an answer takes when nobody else asks. */
export async function timeOf(
  bench: Bench,
  { service, headers }: World,
  { path, expect }: Asked,
  seconds: number,
) {
  const load = { ports: [service.port], connections: 1, request: request('GET', path, { headers }), expect }
  const result = await generate(bench, { ...load, seconds })
  return { value: result.p50, wrong: wrongIn(result) }
}

/** Milliseconds within which every question of staff is answered. */
const longest = (name: string) => (name.startsWith('funnel') ? 500 : 300)

/** How long a question takes at a million rows; for information, how long it takes at ten thousand. */
async function timeAtSizes(bench: Bench, engine: Engine, ask: (world: World) => Promise<Asked>) {
  const many = await bench.shared(worlds[engine].big)
  const few = await bench.shared(worlds[engine].small)
  const [ofMany, ofFew] = [await ask(many), await ask(few)]
  return compare(
    // Of questions that differ only by their filters, the first has warmed up for all.
    {
      rounds: Math.ceil(bench.rounds / 2),
      seconds: bench.seconds / 2,
      warmUp: { service: 0.3, yardstick: 0.3 },
    },
    (seconds) => timeOf(bench, many, ofMany, seconds),
    (seconds) => timeOf(bench, few, ofFew, seconds),
    times,
    (ours) => ours,
  )
}

const farAway = (world: World) =>
  askedList(world, leadQuestion(leadFilters['no filter']!(world.facts), world.facts.rows * 0.9))

/** All figures of the workbench, and the milliseconds they took. */
async function figuresOf({ service, headers }: World) {
  const began = performance.now()
  const answer = await fetchAnswer(service.url, 'GET', api.dashboard.read.path, { headers })
  const took = performance.now() - began
  return { took, figures: (JSON.parse(textOf(answer)) as { data: Dashboard }).data }
}

/** Holds how many leads of each source have an appointment against what plain SQL finds. */
async function faultIn({ conversion }: Dashboard, { ask }: World): Promise<string | undefined> {
  const counted = await ask(
    `select source, count(*) as count from leads where phone in (select patient_phone from appointments) group by source`,
  )
  const right = new Map(counted.map((row) => [row.source as string, Number(row.count)]))
  const isWrong = conversion.some(({ source, converted }) => converted !== (right.get(source) ?? 0))
  return isWrong ? `the workbench says ${JSON.stringify(conversion)}` : undefined
}

const workbench = (engine: Engine): Work => ({
  name: `all figures of the workbench taken anew, 1,000,000 rows on ${engine}`,
  yardstick: 'absolute',
  target: { unit: 'ms', most: 1000 },
  async measure(bench) {
    const world = await bench.shared(worlds[engine].big)
    const values: number[] = []
    let last = await figuresOf(world)
    const wrong = await faultIn(last.figures, world)
    while (values.length < 3) {
      // They are kept for 3 s, and for ten times as long as they took.
      await wait(Math.max(3000, last.took * 10) + 200)
      const next = await figuresOf(world)
      if (next.figures.generatedAt !== last.figures.generatedAt) values.push(next.took)
      last = next
    }
    return { values, info: `${values.map((ms) => Math.round(ms)).join(', ')} ms`, wrong }
  },
})

export const adminWorks = (engine: Engine): Work[] => [
  ...Object.entries({ ...questions, 'admin leads, the last tenth of all pages': farAway }).map(
    ([name, ask]): Work => ({
      name: `${name}, 1,000,000 rows on ${engine}`,
      yardstick: 'absolute; for information, the same at 10,000',
      target: { unit: 'ms', most: longest(name) },
      measure: (bench) => timeAtSizes(bench, engine, ask),
    }),
  ),
  workbench(engine),
]
