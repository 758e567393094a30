import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockOfMachine, ofGenerator } from '../../scripts/machine.ts'
import type { Scene, Service } from '../drill.ts'
import type { Load, Result } from './generator.ts'

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

export const now = clockOfMachine()

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

export const linuxOnly = () =>
  process.platform === 'linux' ? undefined : 'it reads /proc, which only Linux has'

/** Says so where fewer files may be open than a drill needs. */
export function fewerFilesThan(needed: number): string | undefined {
  const most = Number(/Max open files\s+\S+\s+(\d+)/.exec(read('/proc/self/limits'))?.[1] ?? Infinity)
  return most < needed ? `ulimit -n is ${most}, it needs ${needed}` : undefined
}

type Faults = Record<string, boolean>

/** Lists what did not hold; apart from the rest the times, which other programs can make worse and never better. */
export function judge(faults: Faults, times: Faults = {}) {
  const all = { ...faults, ...times }
  const found = Object.keys(all).filter((fault) => all[fault])
  const fine = found.length === 0
  return {
    lost: fine ? 'nothing' : found.join(', '),
    fine,
    isLate: !fine && found.every((one) => one in times),
  }
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const percent = (part: number) => `${Math.round(part * 100)} %`
