import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene, Service } from '../drill.ts'
import type { Load, Result } from './generator.ts'

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Cores this process may use. */
function cores(): number[] {
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(read('/proc/self/status'))?.[1] ?? '0'
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

function pinnedTo(core: number | undefined): string[] {
  const possible = core !== undefined && existsSync('/usr/bin/taskset')
  return possible ? ['/usr/bin/taskset', '-c', String(core)] : []
}

const [first, second] = cores()
/** Programs to run under, so that the service has a core of its own and who measures has another. */
export const ofService = second === undefined ? [] : pinnedTo(first)
const ofGenerator = pinnedTo(second)

export const portOf = (service: Service) => Number(new URL(service.url).port)

/** Puts a load on the service from a process of its own. */
export async function generate(scene: Scene, load: Load): Promise<Result> {
  const [program, ...args] = [...ofGenerator, process.execPath, join(import.meta.dirname, 'generator.ts')]
  const child = spawn(program!, [...args, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] })
  scene.onEnd(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  await once(child, 'close')
  return JSON.parse(output) as Result
}

/** Megabytes of memory that the service holds. */
export const memoryOf = ({ child }: Service) =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${child.pid}/status`))?.[1] ?? 0) / 1024

/** Seconds that the service was ready to run while something else had its core. */
export const waitedFor = ({ child }: Service) =>
  Number(read(`/proc/${child.pid}/schedstat`).split(' ')[1] ?? 0) / 1e9

export const linuxOnly = () =>
  process.platform === 'linux' ? undefined : 'it reads /proc, which only Linux has'

/** Says so where fewer files may be open than a drill needs. */
export function fewerFilesThan(needed: number): string | undefined {
  const most = Number(/Max open files\s+\S+\s+(\d+)/.exec(read('/proc/self/limits'))?.[1] ?? Infinity)
  return most < needed ? `ulimit -n is ${most}, it needs ${needed}` : undefined
}

/** Lists what did not hold. */
export function judge(faults: Record<string, boolean>) {
  const found = Object.keys(faults).filter((fault) => faults[fault])
  return { lost: found.length === 0 ? 'nothing' : found.join(', '), fine: found.length === 0 }
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const percent = (part: number) => `${Math.round(part * 100)} %`
