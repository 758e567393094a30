import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

export interface Prepared {
  text: string
  statement: StatementSync
  columns: string[]
}

export function prepareStatement(db: DatabaseSync, text: string): Prepared {
  const statement = db.prepare(text)
  // Rows as objects of node:sqlite are slower to make, to read and to copy.
  statement.setReturnArrays(true)
  return { text, statement, columns: statement.columns().map(({ name }) => name) }
}

export const allRows = ({ statement }: Prepared, values: SQLInputValue[]) =>
  statement.all(...values) as unknown as unknown[][]
