import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ofGenerator, ofService } from '../scripts/machine.ts'

/** One run of the benchmark: what it starts and writes is cleared away when it ends. */
export class Bench {
  readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'zhenyue-bench-'))
  /** Seconds that one side is measured at a time. */
  readonly seconds: number
  readonly rounds: number
  readonly say: (line: string) => void
  readonly #clearUp: (() => unknown)[] = [() => rmSync(this.folder, { recursive: true, force: true })]
  #made = new Map<unknown, Promise<unknown>>()
  #number = 0

  constructor({ seconds = 0.4, rounds = 12, say = (_line: string) => {} } = {}) {
    this.seconds = seconds
    this.rounds = rounds
    this.say = say
  }

  onEnd(work: () => unknown) {
    this.#clearUp.push(work)
  }

  async close() {
    for (const work of this.#clearUp.splice(0).toReversed()) await work()
  }

  /** What several works use: made when the first of them asks. */
  shared<T>(make: (bench: Bench) => Promise<T>): Promise<T> {
    if (!this.#made.has(make)) this.#made.set(make, make(this))
    return this.#made.get(make) as Promise<T>
  }

  async sharedAlready<T>(make: (bench: Bench) => Promise<T>): Promise<T | undefined> {
    return this.#made.get(make) as Promise<T> | undefined
  }

  subfolder = () => join(this.folder, String(++this.#number))

  /** A program of the benchmark that takes orders as messages. */
  async program(file: string, core: 'service' | 'generator', env: Record<string, string> = {}) {
    const [program, ...args] = [
      ...(core === 'service' ? ofService : ofGenerator),
      process.execPath,
      join(import.meta.dirname, file),
    ]
    const child = spawn(program!, args, {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.onEnd(() => stop(child))
    let waiting: PromiseWithResolvers<any> | undefined
    child.on('message', (message: { failed?: string }) => {
      if (message.failed === undefined) waiting?.resolve(message)
      else waiting?.reject(new Error(`${file}: ${message.failed}`))
    })
    child.once('exit', () => waiting?.reject(new Error(`${file} ended`)))
    /** One order at a time. */
    const ask = <T>(order: object): Promise<T> => {
      waiting = Promise.withResolvers<T>()
      child.send(order)
      return waiting.promise
    }
    return { child, ask }
  }
}

export async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  child.kill('SIGTERM')
  await gone
  clearTimeout(timer)
}

export const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))
