import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Cell, Table } from './table.ts'
import { row, sheetEnd, sheetStart, workbookParts } from './xlsx-parts.ts'

/** What a sheet can hold. */
const mostRows = 1_048_576

/** As many sheets as the rows need, written while the file is read. */
export function toXlsx({ columns, rows }: Table): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  const left = new AbortController()
  file.once('close', () => left.abort())

  const batches = rows[Symbol.asyncIterator]()
  /** Rows that did not fit on the sheet before. */
  let waiting: Cell[][] = []
  let isOver = false

  async function* sheet() {
    yield sheetStart(columns)
    let room = mostRows - 1
    while (room > 0 && !(isOver && waiting.length === 0)) {
      const fitting = waiting.splice(0, room)
      room -= fitting.length
      yield fitting.map((cells) => row(cells)).join('')
      if (waiting.length > 0) break
      const { done, value } = await batches.next()
      isOver = done === true
      waiting = value ? [...value] : []
    }
    yield sheetEnd
  }

  async function write() {
    let sheets = 0
    do {
      const text = Readable.from(sheet(), { signal: left.signal })
      zip.addReadStream(text, `xl/worksheets/sheet${++sheets}.xml`, { compressionLevel: 3 })
      await finished(text)
    } while (!isOver || waiting.length > 0)
    for (const [name, text] of Object.entries(workbookParts(sheets))) zip.addBuffer(Buffer.from(text), name)
    zip.end()
  }

  write()
    .catch((error: Error) => file.destroy(error))
    .finally(() => batches.return?.())
  return file
}
