import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { exitForDisk, exitIfDiskFails, failureOf, longLog, type Failure } from './sqlite-disk.ts'
import type { SqliteThread } from './sqlite-thread.ts'

interface Waiting {
  sql: string
  values: readonly unknown[]
  /** Takes the rows, or why there are none. */
  settle(outcome: unknown[] | Failure): void
}

type Run = (values: SQLInputValue[]) => unknown[]

/** Rows that are written together at most: they take a few milliseconds, in which nothing else is done. */
const mostTogether = 200

/**
 * The database as the main thread uses it. It reads what is committed, and waits for nobody. It also writes single
 * rows: to hand one to another thread, and its answer back, takes longer than to write it. Those that wait are
 * written as one transaction, flushed to the disk aside, and acknowledged after that.
 */
export class SqliteHere {
  readonly #file: string
  readonly #db: DatabaseSync
  readonly #writer: SqliteThread
  /** Query texts are few: parameters carry what varies. */
  readonly #statements = new Map<string, Run>()
  readonly #waiting: Waiting[] = []
  #isReading = false
  #isWriting = false
  /** The log. Its first rows come from the writer, who also makes sure that the file itself is there to stay. */
  #log: number | undefined

  constructor(file: string, writer: SqliteThread) {
    this.#file = file
    this.#writer = writer
    this.#db = new DatabaseSync(file, { timeout: 5000 })
    // NORMAL: the log is flushed by ourselves, and emptied by the writer.
    this.#db.exec(`
      PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON; PRAGMA cache_size = -4096
    `)
  }

  read(sql: string, values: readonly unknown[]): unknown[] {
    try {
      if (!this.#isReading) {
        // To begin costs a third of a read. Those who came together see the same state, no older than the first.
        this.#run('begin')
        this.#isReading = true
        setImmediate(this.#endReading)
      }
      return this.#run(sql, values)
    } catch (error) {
      exitIfDiskFails(error)
      throw error
    }
  }

  #endReading = () => {
    if (this.#isReading) this.#run('commit')
    this.#isReading = false
  }

  #run(sql: string, values: readonly unknown[] = []) {
    let run = this.#statements.get(sql)
    if (!run) this.#statements.set(sql, (run = this.#prepare(sql)))
    return run(values as SQLInputValue[])
  }

  #prepare(sql: string): Run {
    const [, insert, table, column] = returnsColumn.exec(sql) ?? []
    if (insert && this.#isNumberOf(table!, column!)) return returningNumber(this.#db.prepare(insert), column!)
    const statement = this.#db.prepare(sql)
    // Objects of node:sqlite are slower to make and to read than ours.
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    return (values) => (statement.all(...values) as unknown as unknown[][]).map((row) => named(row, columns))
  }

  /** Whether a column is the number by which SQLite itself knows a row. */
  #isNumberOf(table: string, column: string): boolean {
    const keys = this.#db.prepare('select name, type from pragma_table_info(?) where pk > 0').all(table)
    return keys.length === 1 && keys[0]!['name'] === column && keys[0]!['type'] === 'INTEGER'
  }

  /** One statement by itself. Resolves once it is on the disk. */
  async write(sql: string, values: readonly unknown[]): Promise<unknown[]> {
    const outcome = await new Promise<unknown[] | Failure>((settle) => {
      if (this.#waiting.length === 0 && !this.#isWriting) setImmediate(this.#writeSome)
      this.#waiting.push({ sql, values, settle })
    })
    if (Array.isArray(outcome)) return outcome
    // Made here, so that it tells by its stack who asked.
    throw Object.assign(new Error(outcome.message), outcome)
  }

  #writeSome = () => {
    const group = this.#waiting.splice(0, mostTogether)
    if (group.length === 0) return
    const mayWrite = this.#log !== undefined && !this.#writer.isBusy && this.#begin()
    if (mayWrite) this.#writeHere(group, this.#log!)
    else this.#handOver(group)
    // Of those that are on their way, the next follow when that is done.
    if (!this.#isWriting) this.#writeSome()
  }

  #writeHere(group: Waiting[], log: number) {
    let outcomes: (unknown[] | Failure)[]
    try {
      outcomes = group.map((one) => this.#writeOne(one))
      this.#run('commit')
    } catch (error) {
      const failure = failureOf(error)
      if (this.#db.isTransaction) this.#run('rollback')
      for (const { settle } of group) settle(failure)
      return
    }
    this.#isWriting = true
    fdatasync(log, (error) => {
      if (error) exitForDisk(error.message)
      this.#isWriting = false
      this.#checkpointIfDue()
      this.#writeSome()
      group.forEach(({ settle }, i) => settle(outcomes[i]!))
    })
  }

  /** Throws where nothing of the group is written: SQLite ends a transaction itself when the disk is full. */
  #writeOne({ sql, values }: Waiting): unknown[] | Failure {
    try {
      return this.#run(sql, values)
    } catch (error) {
      if (!this.#db.isTransaction) throw error
      return failureOf(error)
    }
  }

  /** One group at a time: what is handed over keeps the writer busy, so that all after it would be handed over too. */
  #handOver(group: Waiting[]) {
    this.#isWriting = true
    const answers = group.map(({ sql, values, settle }) =>
      this.#writer.ask('run', 0, sql, values).then(
        ({ rows }) => {
          this.#log ??= openSync(`${this.#file}-wal`, 'r+')
          settle(rows)
        },
        (error) => settle(failureOf(error)),
      ),
    )
    void Promise.all(answers).then(() => {
      this.#isWriting = false
      this.#writeSome()
    })
  }

  /** Not while somebody else writes: nobody waits here. */
  #begin(): boolean {
    this.#endReading()
    this.#run('PRAGMA busy_timeout = 0')
    try {
      this.#run('begin immediate')
      return true
    } catch (error) {
      exitIfDiskFails(error)
      return false
    } finally {
      this.#run('PRAGMA busy_timeout = 5000')
    }
  }

  #checkpointIfDue() {
    this.#endReading()
    const [{ log }] = this.#run('PRAGMA wal_checkpoint(NOOP)') as [{ log: number }]
    // If it fails, it is tried again after the next group.
    if (log >= longLog && !this.#writer.isBusy) this.#writer.ask('checkpoint').catch(() => {})
  }

  async close(): Promise<void> {
    while (this.#isWriting || this.#waiting.length > 0) await wait(1)
    this.#endReading()
    this.#db.close()
    if (this.#log !== undefined) closeSync(this.#log)
  }
}

const returnsColumn = /^(insert into "(\w+)" .* do nothing) returning "(\w+)"$/s

/** The number of a new row SQLite tells anyhow; to have it returned takes half as long as to write the row. */
const returningNumber =
  (insert: StatementSync, column: string): Run =>
  (values) => {
    const { changes, lastInsertRowid } = insert.run(...values)
    return changes === 0 ? [] : [{ [column]: Number(lastInsertRowid) }]
  }

function named(row: unknown[], columns: string[]) {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) object[columns[i]!] = row[i]
  return object
}
