import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'

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

/** From now on: which part of the time that the processors should have worked the host gave to others. */
export function watchHost(): () => number {
  const times = () => read('/proc/stat').split('\n', 1)[0]!.split(/\s+/).slice(1, 9).map(Number)
  const before = times()
  return () => {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = times().map(
      (ticks, i) => ticks - before[i]!,
    )
    return stolen / (user + nice + system + irq + softirq + stolen) || 0
  }
}

/** A clock in milliseconds that stands still while the host gives a core that has work to others. */
export function clockOfMachine(): () => number {
  const stolen = () =>
    Array.from(read('/proc/stat').matchAll(/^cpu\d+ (?:\d+ ){7}(\d+)/gm), ([, ticks]) => Number(ticks) * 10)
  let before = stolen()
  let readAt = performance.now()
  let taken = 0
  return () => {
    const now = performance.now()
    if (now - readAt > 5) {
      const after = stolen()
      // What it takes of several cores at once is one standstill.
      taken += Math.max(0, ...after.map((ms, core) => ms - before[core]!))
      before = after
      readAt = now
    }
    return now - taken
  }
}

/** Lets a process have only a part of a core, by the control groups of Linux. Answers how to free it again, if it could be. */
export function confine(pid: number, part: number): (() => void) | undefined {
  const period = 20_000
  const quota = Math.round(period * part)
  const isOld = existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')
  const root = isOld ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup'
  const limits = isOld
    ? { 'cpu.cfs_period_us': period, 'cpu.cfs_quota_us': quota }
    : { 'cpu.max': `${quota} ${period}` }
  const group = `${root}/zhenyue-bench-${pid}`
  const free = () => {
    if (existsSync(`/proc/${pid}`)) writeFileSync(`${root}/cgroup.procs`, String(pid))
    rmdirSync(group)
  }
  try {
    mkdirSync(group)
  } catch {
    return undefined
  }
  try {
    for (const [name, value] of Object.entries(limits)) {
      writeFileSync(`${group}/${name}`, String(value), { flag: 'r+' })
    }
    writeFileSync(`${group}/cgroup.procs`, String(pid))
    return free
  } catch {
    free()
    return undefined
  }
}
