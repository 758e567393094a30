import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Load, Result } from '../../drills/pressure/generator.ts'
import { ofGenerator, ofService } from '../../scripts/machine.ts'
import type { Bench } from '../bench.ts'
import { askSqlite } from '../data/ask.ts'
import { beyond, compare, times } from '../measure.ts'
import { serve, type Service } from '../service.ts'
import { NotHere, type Work } from '../work.ts'
import { book } from './lookups.ts'
import { leadWritten, Writer } from './writes.ts'

/** Microseconds that each flush of the disk takes longer, under the same tracing. */
const traced = (delay: number) => [
  ...ofService,
  'strace',
  '-D',
  '-f',
  '--seccomp-bpf',
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  'trace=fsync,fdatasync',
  '-e',
  `inject=fsync,fdatasync:delay_enter=${delay}`,
]

function checkStrace() {
  const [program, ...args] = [...traced(1), 'true']
  const { status, error, stderr } = spawnSync(program!, args, { encoding: 'utf8' })
  if (status !== 0) throw new NotHere(`strace cannot be used: ${error?.message ?? stderr}`)
}

const onDisk = (delay: number) => async (bench: Bench) => {
  checkStrace()
  const folder = bench.subfolder()
  const service = await serve(bench, { DATA_DIR: folder }, traced(delay))
  const writer = new Writer(bench, service.port, leadWritten)
  const ask = askSqlite(`${folder}/zhenyue.db`)
  return { service, writer, appointment: await book(service.url), faultIn: () => writer.faultIn(ask) }
}
const slow = onDisk(20_000)
const quick = onDisk(1)

/** Reads on schedule, whatever became of those before. */
async function readOnSchedule(
  bench: Bench,
  { port }: Service,
  path: string,
  seconds: number,
): Promise<Result> {
  const load: Load = { port, path, connections: 32, rate: 400, seconds }
  const file = join(import.meta.dirname, '../../drills/pressure/generator.ts')
  const [program, ...args] = [...ofGenerator, process.execPath, file, JSON.stringify(load)]
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  bench.onEnd(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  await once(child, 'close')
  return JSON.parse(output) as Result
}

type Place = Awaited<ReturnType<typeof slow>>

/** The slowest hundredth of reads, while others write as fast as the disk lets them. */
async function whileWriting(bench: Bench, { service, writer }: Place, path: string, seconds: number) {
  const writing = writer.write(seconds + 0.4, 8)
  const reads = await readOnSchedule(bench, service, path, seconds)
  const { wrong, value } = await writing
  const others = reads.sent - (reads.answers[200] ?? 0)
  return {
    value: reads.served.p99,
    wrong: wrong ?? (others > 0 ? `${others} reads were not answered 200` : undefined),
    written: value,
  }
}

const readPaths: Record<string, (place: Place) => string> = {
  'GET home': () => '/api/v1/config/home',
  'GET appointment by id': ({ appointment }) => `/api/v1/appointments/${appointment.id}`,
}

export const slowDisk: Work[] = Object.entries(readPaths).map(([name, pathOf]) => ({
  name: `p99 of ${name}, leads being written, fsync 20 ms slower`,
  yardstick: 'the same on the disk as it is, difference',
  target: { unit: 'ms', most: 5 },
  async measure(bench) {
    const places = [await bench.shared(slow), await bench.shared(quick)] as const
    const written: number[] = []
    const side = (place: Place) => async (seconds: number) => {
      const turn = await whileWriting(bench, place, pathOf(place), seconds)
      written.push(turn.written)
      return turn
    }
    const pace = { rounds: 3, seconds: 0.8, warmUp: { service: 2, yardstick: 2 } }
    const finding = await compare(pace, side(places[0]), side(places[1]), times, beyond)
    for (const place of places) finding.wrong ??= await place.faultIn()
    const spread = `${Math.round(Math.min(...written))} to ${Math.round(Math.max(...written))} leads a second meanwhile`
    return { ...finding, info: `${finding.info}; ${spread}` }
  },
}))
