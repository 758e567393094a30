import type { Bench } from './bench.ts'
import type { Load, Result } from './generator.ts'
import type { Finding } from './work.ts'

/** So many requests at once are no crowd to the service: of a larger one it turns some away where the machine is slow. */
export const connections = 128

/** Those who write wait for the disk, and wait together: with few of them both sides would idle meanwhile. */
export const writingConnections = 128

const generator = (bench: Bench) => bench.program('generator.ts', 'generator')

export async function generate(bench: Bench, load: Load): Promise<Result> {
  const { ask } = await bench.shared(generator)
  return ask<Result>(load)
}

/** What one side did in one round. */
export interface Turn {
  /** The more the better; or a time, where that is measured. */
  value: number
  wrong?: string | undefined
  /** How much of its core the load generator took. */
  cpu?: number
}

export type Side = (seconds: number) => Promise<Turn>

/** Requests answered a second. */
export async function rateOf(bench: Bench, load: Omit<Load, 'seconds'>, seconds: number) {
  const result = await generate(bench, { ...load, seconds })
  const value = result.answered.reduce((sum, count) => sum + count, 0) / result.seconds
  return { value, cpu: result.cpu, wrong: wrongIn(result), result }
}

export const wrongIn = ({ wrong, firstWrong }: Result) =>
  wrong > 0 ? `wrong answers: ${wrong}, the first: ${firstWrong}` : undefined

const over = (ours: number, theirs: number) => ours / theirs
export const beyond = (ours: number, theirs: number) => ours - theirs

interface Pace {
  seconds: number
  rounds: number
  /** Seconds until the compiler has done its work; the service has more code than its yardsticks. */
  warmUp?: { service: number; yardstick: number }
}

/** Measures both in turns, after each has warmed up. */
export async function compare(
  { seconds, rounds, warmUp = { service: 2, yardstick: 0.8 } }: Pace,
  service: Side,
  yardstick: Side,
  info: (service: number, yardstick: number) => string = rates,
  related: (service: number, yardstick: number) => number = over,
): Promise<Finding & { cpu: number }> {
  const turns: [Turn, Turn][] = []
  let wrong = (await service(warmUp.service)).wrong
  wrong ??= (await yardstick(warmUp.yardstick)).wrong
  for (let round = 0; round < rounds; round++) {
    // Whoever comes second finds the machine as the first left it.
    const [first, second] = round % 2 === 0 ? [service, yardstick] : [yardstick, service]
    const one = await first(seconds)
    const other = await second(seconds)
    turns.push(round % 2 === 0 ? [one, other] : [other, one])
    wrong ??= one.wrong ?? other.wrong
  }
  const cpu = Math.max(...turns.flat().map((turn) => turn.cpu ?? 0))
  const middle = (side: 0 | 1) =>
    turns.map((turn) => turn[side].value).toSorted((a, b) => a - b)[turns.length >> 1]!
  return {
    values: turns.map(([ours, theirs]) => related(ours.value, theirs.value)),
    info:
      info(middle(0), middle(1)) + (cpu > 0 ? `; generator at ${Math.round(cpu * 100)} % of its core` : ''),
    wrong,
    cpu,
  }
}

const rates = (ours: number, theirs: number) => `${Math.round(ours)}/s against ${Math.round(theirs)}/s`
export const times = (ours: number, theirs: number) => `${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms`
