import { harmless, type Cell, type Table } from './table.ts'

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const shown = (cell: Cell) => (typeof cell === 'number' ? String(cell) : quoted(harmless(cell)))
const lines = (rows: Cell[][]) => rows.map((row) => `${row.map(shown).join(',')}\r\n`).join('')

/** Begins with a mark by which Excel knows that it is UTF-8. */
export async function* toCsv({ header, rows }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${lines([header])}`)
  for await (const some of rows) yield Buffer.from(lines(some))
}
