import { startPostgres } from '../../scripts/postgres.ts'
import { wait } from '../load.ts'
import type { Drill } from '../drill.ts'
import { judge, lostWrites } from './outcome.ts'
import { countLost, countOf, nothingWritten, startWriters } from './writers.ts'

const readiness = (url: string) => fetch(`${url}/readyz`).then(({ status }) => status)

/** Milliseconds until `reached`; Infinity where that takes more than four seconds. */
async function timeUntil(reached: () => Promise<boolean>): Promise<number> {
  const began = Date.now()
  while (Date.now() - began < 4000) {
    if (await reached()) return Date.now() - began
    await wait(20)
  }
  return Infinity
}

export const databaseRestarts: Drill = {
  title: 'PostgreSQL crashes and comes back under 32 connections of writes',
  engines: ['postgres'],
  breakage: [
    {
      file: 'db/postgres.ts',
      from: "  pool.on('error', () => {})\n  pool.on('connect', (client) => client.on('error', () => {}))\n",
      to: '',
    },
  ],
  async run(scene, size) {
    const crashes = size === 'full' ? 10 : 1
    const database = await startPostgres({ durable: true })
    scene.onEnd(() => database.stop())
    scene.env['DATABASE_URL'] = await scene.createDatabase(database.url)
    const written = nothingWritten()
    const faults: string[] = []
    const backAfter: number[] = []
    const service = await scene.serve()
    const { url, child } = service
    const writers = startWriters(url, 32, written)
    await writers.begun

    for (let i = 0; i < crashes && child.exitCode === null; i++) {
      await wait(100 + i * 50)
      await database.crash()
      const unready = await timeUntil(async () => (await readiness(url).catch(() => 0)) === 503)
      if (unready === Infinity) faults.push('/readyz was not 503 while the database was gone')
      await wait((i % 3) * 500)
      await database.startAgain()
      const before = countOf(written)
      const ready = timeUntil(async () => (await readiness(url).catch(() => 0)) === 200)
      const writing = timeUntil(async () => countOf(written) > before)
      backAfter.push(Math.max(await ready, await writing))
    }
    await writers.stop()
    const slowest = Math.max(...backAfter)
    const others = [...writers.refused].filter(([status]) => status !== 503)
    const lost = await countLost(scene, written)
    const { exitCode } = child
    await service.stop()
    return judge(
      `${crashes} crashes, ${countOf(written)} acknowledged writes, serving again after ${slowest} ms at most`,
      [
        lostWrites(lost),
        exitCode !== null && `the process exited with ${exitCode}`,
        slowest > 2000 && `serving again only after ${slowest} ms`,
        others.length > 0 && others.map(([status, count]) => `${count} answers of ${status}`).join(', '),
        ...new Set(faults),
      ],
    )
  },
}
