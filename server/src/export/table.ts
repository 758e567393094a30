export type Cell = string | number

export interface Column<T> {
  title: string
  /** In characters of a spreadsheet, of which a Chinese one takes two. */
  width: number
  value: (record: T) => Cell
}

/** A table that is read a few rows at a time. */
export interface Table {
  columns: Pick<Column<never>, 'title' | 'width'>[]
  rows: AsyncIterable<Cell[][]>
}

/** A spreadsheet would take a text that begins with one of these for a formula, which may do harm. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)

export const tableOf = <T>(columns: Column<T>[], batches: AsyncIterable<T[]>): Table => ({
  columns,
  rows: rowsOf(columns, batches),
})

async function* rowsOf<T>(columns: Column<T>[], batches: AsyncIterable<T[]>) {
  for await (const batch of batches) {
    yield batch.map((record) => columns.map(({ value }) => value(record)))
  }
}
