import { spawn, type ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../../scripts/postgres.ts'
import { ofService } from '../../scripts/machine.ts'
import { stop, wait, type Bench } from '../bench.ts'
import { beyond, compare, times } from '../measure.ts'
import { spawnService } from '../service.ts'
import type { Work } from '../work.ts'
import { onSqlite } from './public-reads.ts'

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    get({ port, host: '127.0.0.1', path: '/livez', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).once('error', () => resolve(false))
  })

/** Milliseconds from the start of a program to its first answer. */
async function timeToAnswer(begin: (port: number) => ChildProcess): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = begin(port)
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('a program ended while starting')
    await wait(2)
  }
  const time = performance.now() - began
  await stop(child)
  return time
}

function spawnBare(bench: Bench, port: number): ChildProcess {
  const [program, ...args] = [
    ...ofService,
    process.execPath,
    join(import.meta.dirname, '../yardsticks/fastify-start.ts'),
  ]
  const env = { PATH: process.env['PATH'], PORT: String(port) }
  const child = spawn(program!, args, { env, stdio: 'ignore' })
  bench.onEnd(() => stop(child))
  return child
}

async function existingDatabase(bench: Bench): Promise<string> {
  const service = await bench.shared(onSqlite)
  await service.stop()
  return `${bench.folder}/sqlite`
}

export const starts: Work[] = [
  {
    name: 'start to first answer, existing database',
    yardstick: 'a bare Fastify, difference',
    target: { unit: 'ms', most: 700 },
    async measure(bench) {
      const folder = await existingDatabase(bench)
      const ours = (port: number) => spawnService(bench, { DATA_DIR: folder, PORT: String(port) })
      const bare = (port: number) => spawnBare(bench, port)
      return compare(
        { rounds: Math.ceil(bench.rounds / 2), seconds: 0 },
        async () => ({ value: await timeToAnswer(ours) }),
        async () => ({ value: await timeToAnswer(bare) }),
        times,
        beyond,
      )
    },
  },
]
