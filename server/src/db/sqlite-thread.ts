import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import type { Failure } from './sqlite-disk.ts'

export type Step = 'run' | 'begin' | 'commit' | 'rollback' | 'checkpoint'

/** What a thread is asked. The text of a statement comes with it until it is known there. */
export type Question = [
  id: number,
  step: Step,
  transaction: number,
  statement: number,
  text: string | null,
  values: SQLInputValue[],
]
export type Row = Record<string, SQLOutputValue>
export type Answer = [id: number, failure: Failure | null, rows: Row[], changes: number]

/** A thread keeps nothing of what it compiles unless told to. */
const start = `
  const { cache, program } = require('node:worker_threads').workerData
  if (cache) require('node:module').enableCompileCache(cache)
  import(program)
`

/** A thread that has a connection to a SQLite database of its own, as seen by the one that asks. */
export class SqliteThread {
  readonly #worker: Worker
  readonly #numbers = new Map<string, number>()
  readonly #known = new Set<number>()
  readonly #pending = new Map<number, (answer: Answer) => void>()
  #next = 1
  #batch: Question[] = []
  #isUrgent = false
  #unanswered = 0

  private constructor(program: string, file: string) {
    const workerData = { file, program: new URL(program, import.meta.url).href, cache: getCompileCacheDir() }
    // It keeps nothing for long, so it needs little room to work in. What the command line says is for the main thread,
    // whose room is made already, but would go before the limits of this one.
    setFlagsFromString('--max-semi-space-size=0')
    setFlagsFromString('--initial-old-space-size=0')
    this.#worker = new Worker(start, {
      eval: true,
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
  }

  /** Resolves once the database is open, and rejects if it cannot be. */
  static async start(program: string, file: string): Promise<SqliteThread> {
    const thread = new SqliteThread(program, file)
    const worker = thread.#worker
    await once(worker, 'message')
    worker.on('message', (answers: Answer[]) => thread.#receive(answers))
    // It ends by itself only where nothing more may be acknowledged.
    worker.on('error', (error) => console.error(error))
    worker.on('exit', (code) => {
      if (code !== 0) process.exit(1)
    })
    return thread
  }

  /** Whether it has something to do, or is about to. */
  get isBusy() {
    return this.#unanswered > 0 || this.#batch.length > 0
  }

  async ask(
    step: Step,
    transaction = 0,
    sql = '',
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    let statement = this.#numbers.get(sql)
    if (statement === undefined) this.#numbers.set(sql, (statement = this.#numbers.size))
    const id = this.#next++
    const text = this.#known.has(statement) ? null : sql
    const isUrgent = transaction !== 0
    if (this.#batch.length === 0 || (isUrgent && !this.#isUrgent)) setImmediate(this.#send)
    this.#isUrgent ||= isUrgent
    this.#batch.push([id, step, transaction, statement, text, values as SQLInputValue[]])
    const [, failure, rows, changes] = await new Promise<Answer>((settle) => this.#pending.set(id, settle))
    // Made here, so that it tells by its stack who asked.
    if (failure) throw Object.assign(new Error(failure.message), failure)
    this.#known.add(statement)
    return { rows, numAffectedRows: BigInt(changes) }
  }

  /**
   * While the thread is at work, what comes is kept, to be done together; the steps of a transaction are not, as
   * others wait for its end.
   */
  #send = () => {
    if (this.#batch.length === 0 || (this.#unanswered > 0 && !this.#isUrgent)) return
    this.#worker.postMessage(this.#batch)
    this.#unanswered += this.#batch.length
    this.#batch = []
    this.#isUrgent = false
  }

  #receive(answers: Answer[]) {
    this.#unanswered -= answers.length
    this.#send()
    for (const answer of answers) {
      const settle = this.#pending.get(answer[0])!
      this.#pending.delete(answer[0])
      settle(answer)
    }
  }

  /** Nothing may be asked any more. */
  async close(): Promise<void> {
    this.#worker.postMessage('close')
    await once(this.#worker, 'exit')
  }
}
