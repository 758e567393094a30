import type { SQLInputValue } from 'node:sqlite'
import type { Failure } from './disk.ts'

// What the main thread and the threads of SQLite send each other, in arrays: these are quicker to copy than objects.

export type Step = 'run' | 'begin' | 'commit' | 'rollback'

/** The text of a statement is sent until the thread has answered it once; then its number will do. */
export type Request = [
  id: number,
  step: Step,
  /** 0 for a statement by itself. */
  transaction: number,
  statement: number,
  text: string | null,
  values: SQLInputValue[],
]

/** The names of the columns come back with the text, the rows as arrays of values. */
export type Answer = [
  id: number,
  failure: Failure | null,
  columns: string[] | null,
  rows: unknown[][],
  changes: number,
]

export type Row = Record<string, unknown>

export function toRows(rows: unknown[][], columns: string[]): Row[] {
  return rows.map((values) => {
    const row: Row = {}
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]
    return row
  })
}
