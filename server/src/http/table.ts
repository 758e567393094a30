export type Cell = string | number

/** A table that is read a few rows at a time. */
export interface Table {
  header: string[]
  rows: AsyncIterable<Cell[][]>
}

/** A spreadsheet would take a text that begins with one of these for a formula, which may do harm. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)

export async function* cellsOf<T>(batches: AsyncIterable<T[]>, cells: (one: T) => Cell[]) {
  for await (const batch of batches) yield batch.map(cells)
}
