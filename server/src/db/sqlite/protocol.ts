import type { SQLInputValue } from 'node:sqlite'
import type { Failure } from './disk.ts'

// What the main thread and the threads of SQLite send each other, in arrays: these are quicker to copy than objects.

/** A batch is a transaction by itself: the first of its statements that should give a row and gives none undoes it. */
export type Step = 'run' | 'batch' | 'begin' | 'commit' | 'rollback'

/** The text is sent until the thread has answered the statement once; then its number will do. */
export type Sent = [statement: number, text: string | null, values: SQLInputValue[]]

export type Request = [
  id: number,
  step: Step,
  /** 0 for a statement or a batch by itself. */
  transaction: number,
  statements: Sent[],
]

/** The names of the columns come back with the text, the rows as arrays of values. */
export type Result = [columns: string[] | null, rows: unknown[][], changes: number]

/** For each statement that was run, a result. */
export type Answer = [id: number, failure: Failure | null, results: Result[]]

export type Row = Record<string, unknown>

export function toRows(rows: unknown[][], columns: string[]): Row[] {
  return rows.map((values) => {
    const row: Row = {}
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]
    return row
  })
}
