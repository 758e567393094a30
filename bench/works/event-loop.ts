import { wait } from '../bench.ts'
import type { Facts } from '../data/questions.ts'
import { worlds, type Engine, type World } from '../data/world.ts'
import { median, type Work } from '../work.ts'
import { questions } from './admin.ts'

/** The longest time, in milliseconds, that the event loop did not come round since this was last asked. */
export async function longestLag(metricsUrl: string): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]
  return Number(seconds) * 1000
}

const tries = 5

async function lagsDuring({ metricsUrl }: World, work: () => Promise<unknown>): Promise<number> {
  const lags: number[] = []
  for (let round = 0; round < tries; round++) {
    await longestLag(metricsUrl)
    await wait(25)
    await work()
    await wait(25)
    lags.push(await longestLag(metricsUrl))
  }
  // What other programs do to the machine comes and goes; what a question does comes every time.
  return median(lags)
}

/** Asks, and reads of a file for at least a quarter of a second: all of it would take longer. */
async function read({ service, headers }: World, path: string, isFile: boolean): Promise<string | undefined> {
  const response = await fetch(service.url + path, { headers })
  if (response.status !== 200) return `${path} answers ${response.status} ${await response.text()}`
  const until = performance.now() + 250
  let size = 0
  for await (const part of response.body!) {
    size += part.length
    if (isFile && performance.now() > until && size >= leastOfFile) break
  }
  return isFile && size < leastOfFile ? `only ${size} bytes of ${path}` : undefined
}

/** A file comes as it is made. */
const leastOfFile = 100_000

const files = {
  'leads as CSV': '/api/v1/admin/leads/export?format=csv',
  'leads as XLSX': '/api/v1/admin/leads/export?format=xlsx',
  'appointments as CSV': '/api/v1/admin/appointments/export?format=csv',
  'appointments as XLSX': '/api/v1/admin/appointments/export?format=xlsx',
}

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)

const pages = ({ newest }: Facts) => ({
  workbench: '/api/v1/admin/dashboard',
  calendar: `/api/v1/admin/appointments/calendar?month=${monthOf(newest)}`,
  search: `/api/v1/admin/search?keyword=${encodeURIComponent('王伟')}`,
})

export const eventLoop = (engine: Engine): Work => ({
  name: `longest hold of the event loop, 1,000,000 rows on ${engine}`,
  yardstick: 'at rest, difference; by any question of staff, files included',
  target: { unit: 'ms', most: 20 },
  async measure(bench) {
    const world = await bench.shared(worlds[engine].big)
    const asked = [...Object.entries(files), ...Object.entries(pages(world.facts))]
    for (const [name, ask] of Object.entries(questions)) asked.push([name, (await ask(world)).path])
    const rest = await lagsDuring(world, () => wait(25))
    const holds: { name: string; hold: number }[] = []
    let wrong: string | undefined
    for (const [name, path] of asked) {
      const lag = await lagsDuring(world, async () => {
        const fault = await read(world, path, name in files)
        wrong ??= fault
      })
      holds.push({ name, hold: Math.max(0, lag - rest) })
    }
    const worst = holds.toSorted((a, b) => b.hold - a.hold).slice(0, 3)
    return {
      values: [worst[0]!.hold],
      info: `worst: ${worst.map(({ name, hold }) => `${name} ${hold.toFixed(1)} ms`).join('; ')}`,
      wrong,
    }
  },
})
