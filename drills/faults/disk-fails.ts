import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wait } from '../load.ts'
import type { Drill, Scene } from '../drill.ts'
import { judge, lostWrites } from './outcome.ts'
import { countLost, countOf, nothingWritten, startWriters, type Written } from './writers.ts'

function unable(): string | undefined {
  const trial = ['-f', '-e', 'inject=fsync:error=EIO', 'true']
  const { status, error, stderr } = spawnSync('strace', trial, { encoding: 'utf8' })
  return status === 0 ? undefined : `strace cannot be used: ${error?.message ?? stderr}`
}

/** -D: the service stays our child, so that we end it and read its exit code. -ttt: seconds before each line. */
const strace = (log: string, when: string) => {
  const inject = `inject=fsync,fdatasync:error=EIO:when=${when}`
  return ['strace', '-D', '-f', '-ttt', '-o', log, '-e', 'trace=fsync,fdatasync,write,writev', '-e', inject]
}

/** What the service did after the disk had failed for the first time, by the order of its system calls. */
function readLog(log: string) {
  const lines = readFileSync(log, 'utf8').split('\n')
  const failure = lines.findIndex((line) => line.includes('(INJECTED)'))
  const [process, began] = lines[failure]?.split(/ +/) ?? []
  const after = lines.slice(failure + 1)
  const exit = after.find((line) => line.startsWith(`${process} `) && line.includes('+++ exited'))
  return {
    failed: failure >= 0,
    acknowledged: after.filter((line) => line.includes('"HTTP/1.1 200')).length,
    secondsToExit: exit ? Number(exit.split(/ +/)[1]) - Number(began) : Infinity,
  }
}

async function failOnce(scene: Scene, when: string, written: Written) {
  const log = join(scene.folder, 'strace.log')
  const service = await scene.serve({}, strace(log, when))
  const { gone } = startWriters(service.url, 8, written)
  // One that does not exit by itself keeps its writers waiting.
  await Promise.race([gone, wait(3000)])
  await Promise.race([service.ended, wait(1500)])
  await service.kill()
  await gone
  return { ...readLog(log), code: await service.ended }
}

export const diskFails: Drill = {
  title: 'fsync fails with EIO under writes, once or from then on',
  engines: ['sqlite'],
  unable,
  breakage: [
    {
      file: 'db/sqlite/disk.ts',
      from: '  process.exit(1)',
      to: '',
    },
  ],
  async run(scene, size) {
    const failures = size === 'full' ? 20 : 2
    const written = nothingWritten()
    const faults: string[] = []
    const service = await scene.serve()
    await service.stop()
    for (let i = 0; i < failures; i++) {
      const nth = 15 + i * 4
      // A disk that fails once and then says it is well is the worse one: what it dropped is never told again.
      const { failed, acknowledged, secondsToExit, code } = await failOnce(
        scene,
        i % 2 === 0 ? String(nth) : `${nth}+`,
        written,
      )
      if (!failed) faults.push(`fsync number ${nth} never came`)
      if (acknowledged > 0) faults.push(`${acknowledged} answers of 200 after the failure`)
      if (code === null || code === 0) faults.push(`exit code ${code}`)
      if (secondsToExit > 1) faults.push(`exit only after ${secondsToExit} s`)
    }
    const again = await scene.serve()
    const lost = await countLost(scene, written)
    await again.stop()
    return judge(`${failures} failures, ${countOf(written)} acknowledged writes`, [
      lostWrites(lost),
      ...faults.slice(0, 4),
    ])
  },
}
