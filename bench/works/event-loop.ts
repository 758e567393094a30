import { wait } from '../bench.ts'
import { worlds, type Engine, type World } from '../data/world.ts'
import { fetchAnswer, textOf } from '../requests.ts'
import { median, type Work } from '../work.ts'
import { questions } from './admin.ts'

/** The longest time, in milliseconds, that the event loop did not come round since this was last asked. */
async function longestLag({ metricsUrl }: World): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]
  return Number(seconds) * 1000
}

async function lagsDuring(world: World, rounds: number, work: () => Promise<unknown>): Promise<number> {
  const lags: number[] = []
  for (let round = 0; round < rounds; round++) {
    await longestLag(world)
    await wait(25)
    await work()
    await wait(25)
    lags.push(await longestLag(world))
  }
  // What other programs do to the machine comes and goes; what a question does comes every time.
  return median(lags)
}

export const eventLoop = (engine: Engine): Work => ({
  name: `longest hold of the event loop, 1,000,000 rows on ${engine}`,
  yardstick: 'at rest, difference; by any question of staff',
  target: { unit: 'ms', most: 20 },
  async measure(bench) {
    const world = await bench.shared(worlds[engine].big)
    const rest = await lagsDuring(world, bench.rounds, () => wait(25))
    const holds: { name: string; hold: number }[] = []
    let wrong: string | undefined
    for (const [name, ask] of Object.entries(questions)) {
      const { path } = await ask(world)
      const lag = await lagsDuring(world, bench.rounds, async () => {
        const answer = await fetchAnswer(world.service.url, 'GET', path, { headers: world.headers })
        if (answer.status !== 200) wrong ??= `${path} answers ${answer.status} ${textOf(answer)}`
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
