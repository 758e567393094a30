import { harmless, type Cell, type Table } from './table.ts'
import { zip, type ZipPart } from './zip.ts'

/** What a sheet and a cell can hold. */
const mostRows = 1_048_576
const mostCharacters = 32_767

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text for XML, which cannot hold control characters; `_x0041_` would be read as a character of that number. */
const escaped = (text: string) =>
  harmless(text)
    .slice(0, mostCharacters)
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (one) => named[one]!)

const cell = (value: Cell) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
const row = (cells: Cell[]) => `<row>${cells.map(cell).join('')}</row>`

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** What says how the sheets belong together; how many there are is known only after them. */
const frame = (count: number): Record<string, string> => ({
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers(count)
    .map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${numbers(count)
    .map((n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}</Relationships>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${numbers(
    count,
  )
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)
    .join('')}</Types>`,
})

async function* parts({ header, rows }: Table): AsyncGenerator<ZipPart> {
  const batches = rows[Symbol.asyncIterator]()
  /** Rows that did not fit on the sheet before. */
  let waiting: Cell[][] = []
  let isOver = false

  async function* sheet() {
    yield `${declaration}<worksheet xmlns="${main}"><sheetData>${row(header)}`
    let room = mostRows - 1
    while (room > 0 && !(isOver && waiting.length === 0)) {
      const fitting = waiting.splice(0, room)
      room -= fitting.length
      yield fitting.map(row).join('')
      if (waiting.length > 0) break
      const { done, value } = await batches.next()
      isOver = done === true
      waiting = value ? [...value] : []
    }
    yield '</sheetData></worksheet>'
  }

  let sheets = 0
  try {
    do yield { name: `xl/worksheets/sheet${++sheets}.xml`, text: sheet() }
    while (!isOver || waiting.length > 0)
    for (const [name, text] of Object.entries(frame(sheets))) yield { name, text: [declaration + text] }
  } finally {
    await batches.return?.()
  }
}

export const toXlsx = (table: Table): AsyncGenerator<Buffer> => zip(parts(table))
