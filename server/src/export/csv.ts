import { harmless, type Cell, type Table } from './table.ts'

/** Some spreadsheets split at a semicolon or a tab as well. */
const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const shown = (cell: Cell) => (typeof cell === 'number' ? String(cell) : quoted(harmless(cell)))
const lines = (rows: Cell[][]) => rows.map((row) => `${row.map(shown).join(',')}\r\n`).join('')

/** Begins with a mark by which Excel knows that it is UTF-8. */
export async function* toCsv({ columns, rows }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${lines([columns.map(({ title }) => title)])}`)
  for await (const some of rows) yield Buffer.from(lines(some))
}
