import { existsSync, readdirSync, readFileSync } from 'node:fs'

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Cores this process may use. */
function allowedCores(): number[] {
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(read('/proc/self/status'))?.[1] ?? '0'
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

export const cores = allowedCores()

/** A program to run under, so that what it starts stays on these cores. */
export function pinnedTo(...chosen: (number | undefined)[]): string[] {
  const known = chosen.filter((core) => core !== undefined)
  const possible = known.length > 0 && existsSync('/usr/bin/taskset')
  return possible ? ['/usr/bin/taskset', '-c', known.join(',')] : []
}

const [first, second] = cores
/** The service has a core of its own, and who measures has another. */
export const ofService = second === undefined ? [] : pinnedTo(first)
export const ofGenerator = pinnedTo(second)

/** Megabytes of memory that a process holds. */
export const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

/** Seconds that the main thread of a process ran, and was ready to run while something else had its core. */
export function turnsOf(pid: number): { ran: number; waited: number } {
  const [ran = 0, waited = 0] = read(`/proc/${pid}/schedstat`).split(' ').map(Number)
  return { ran: ran / 1e9, waited: waited / 1e9 }
}

/** Seconds of computing that the threads of a process have had. */
export function computedBy(pid: number): number {
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : []
  const nanoseconds = threads.map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]),
  )
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e9
}
