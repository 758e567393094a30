import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import type { SQLInputValue } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import { threadProgram, type ThreadProgram } from '../../folders.ts'
import type { Statement } from '../types.ts'
import { toRows, type Answer, type Request, type Result, type Row, type Sent, type Step } from './protocol.ts'

/** A worker has no compile cache unless it is told to. */
const start = `
  const { cache, program } = require('node:worker_threads').workerData
  if (cache) require('node:module').enableCompileCache(cache)
  import(program)
`

interface Known {
  number: number
  /** Known once the thread has answered the statement; until then its text is sent along. */
  columns: string[] | undefined
}

/** The main thread's side of a thread that has its own connection to a SQLite database. */
export class SqliteThread {
  readonly #worker: Worker
  readonly #statements = new Map<string, Known>()
  readonly #pending = new Map<number, (answer: Answer) => void>()
  #nextId = 1
  #batch: Request[] = []
  #isUrgent = false
  #unanswered = 0

  private constructor(program: ThreadProgram, file: string) {
    const workerData = { file, program: threadProgram(program).href, cache: getCompileCacheDir() }
    // The thread keeps nothing for long and needs little memory. The flags of the command line are meant for the main
    // thread, which has taken them already, but would override the limits given here.
    setFlagsFromString('--max-semi-space-size=0')
    setFlagsFromString('--initial-old-space-size=0')
    this.#worker = new Worker(start, {
      eval: true,
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
  }

  /** Resolves once the database is open, and rejects if it cannot be. */
  static async start(program: ThreadProgram, file: string): Promise<SqliteThread> {
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

  /** How many requests are not answered yet. */
  get pending() {
    return this.#pending.size
  }

  #known(sql: string): Known {
    let known = this.#statements.get(sql)
    if (!known) this.#statements.set(sql, (known = { number: this.#statements.size, columns: undefined }))
    return known
  }

  /** Resolves to the results of those statements that were run. */
  async request(
    step: Step,
    transaction = 0,
    statements: readonly Statement[] = [],
  ): Promise<QueryResult<Row>[]> {
    const known = statements.map(({ sql }) => this.#known(sql))
    const sent = statements.map(({ sql, parameters }, i): Sent => [
      known[i]!.number,
      known[i]!.columns ? null : sql,
      parameters as SQLInputValue[],
    ])
    const id = this.#nextId++
    const isUrgent = transaction !== 0
    if (this.#batch.length === 0 || (isUrgent && !this.#isUrgent)) setImmediate(this.#send)
    this.#isUrgent ||= isUrgent
    this.#batch.push([id, step, transaction, sent])
    const answer = await new Promise<Answer>((resolve) => this.#pending.set(id, resolve))
    const [, failure, results] = answer
    // The error is made here, so that its stack names the caller.
    if (failure) throw Object.assign(new Error(failure.message), failure)
    return results.map((result, i) => this.#read(known[i]!, result))
  }

  #read(known: Known, [columns, rows, changes]: Result): QueryResult<Row> {
    if (columns) known.columns = columns
    return { rows: rows.length > 0 ? toRows(rows, known.columns!) : [], numAffectedRows: BigInt(changes) }
  }

  /**
   * What comes in one round of the event loop is one message. While the thread is at work the next message waits, so
   * that more goes into the next group commit; steps of a transaction do not wait, as everyone waits for its end.
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
      const resolve = this.#pending.get(answer[0])!
      this.#pending.delete(answer[0])
      resolve(answer)
    }
  }

  /** Does what was requested before. What is requested after this has no answer. */
  async close(): Promise<void> {
    // Whether it could be done is told to who requested it.
    await this.request('run').catch(() => {})
    this.#worker.postMessage('close')
    await once(this.#worker, 'exit')
  }
}
