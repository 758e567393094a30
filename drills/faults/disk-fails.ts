import { spawnSync } from 'node:child_process'
import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { wait } from '../load.ts'
import type { Drill, Scene } from '../drill.ts'
import { sqliteFile } from './database.ts'
import { judge, lostWrites } from './outcome.ts'
import { countLost, countOf, nothingWritten, startWriters, type Written } from './writers.ts'

/**
 * -D: the service stays our child, so that we end it and read its exit code. -ttt: seconds before each line. -y: the
 * name of each file. --seccomp-bpf: what is not looked at does not wait.
 */
const strace = (log: string, when: string) => {
  const calls = [
    '-e',
    'trace=fsync,fdatasync,pwrite64',
    '-e',
    `inject=fsync,fdatasync:error=EIO:when=${when}`,
  ]
  return ['strace', '--seccomp-bpf', '-D', '-f', '-ttt', '-y', '-o', log, ...calls]
}

function unable(): string | undefined {
  const [program, ...args] = strace('/dev/null', '1')
  const { status, error, stderr } = spawnSync(program!, [...args, 'true'], { encoding: 'utf8' })
  return status === 0 ? undefined : `strace cannot be used: ${error?.message ?? stderr}`
}

/** What the service did before and after the disk failed for the first time, by the order of its system calls. */
function readLog(log: string) {
  const lines = readFileSync(log, 'utf8').split('\n')
  const failure = lines.findIndex((line) => line.includes('(INJECTED)'))
  if (failure === -1) return undefined
  const [process, began] = lines[failure]!.split(/ +/)
  // Others may have called something between its begin and its end.
  const begin = lines.findLastIndex(
    (line, i) => i <= failure && line.startsWith(`${process} `) && !line.includes('resumed>'),
  )
  let written = 0
  let flushed = 0
  for (const line of lines.slice(0, begin).filter((line) => line.includes('.db-wal>'))) {
    const [, size, offset] = /pwrite64\(.*, (\d+), (\d+)(?:\)| <unfinished)/.exec(line) ?? []
    // At its beginning the log begins anew.
    if (size) written = Math.max(offset === '0' ? 0 : written, Number(offset) + Number(size))
    else flushed = written
  }
  const exit = lines.find((line) => line.startsWith(`${process} `) && line.includes('+++ exited'))
  return { flushed, secondsToExit: exit ? Number(exit.split(/ +/)[1]) - Number(began) : Infinity }
}

async function failOnce(scene: Scene, when: string, written: Written) {
  const log = join(scene.folder, 'strace.log')
  const service = await scene.serve({}, strace(log, when))
  const { gone } = startWriters(service.url, 8, written)
  // One that does not exit by itself keeps its writers waiting.
  await Promise.race([gone, wait(10_000)])
  await Promise.race([service.ended, wait(1500)])
  await service.kill()
  await gone
  const failure = readLog(log)
  // The disk has kept what it said it had, and nothing that came later.
  if (failure) truncateSync(`${sqliteFile(scene)}-wal`, failure.flushed)
  return { failure, code: await service.ended }
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
      const { failure, code } = await failOnce(scene, i % 2 === 0 ? String(nth) : `${nth}+`, written)
      if (!failure) faults.push(`fsync number ${nth} never came`)
      else if (failure.secondsToExit > 1) faults.push(`exit only after ${failure.secondsToExit} s`)
      if (code === null || code === 0) faults.push(`exit code ${code}`)
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
