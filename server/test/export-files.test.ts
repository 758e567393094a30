import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { toCsv } from '../src/export/csv.ts'
import type { Cell } from '../src/export/table.ts'
import { toXlsx } from '../src/export/xlsx.ts'
import { parseSheet, unzip } from './spreadsheets.ts'

const columns = [
  { title: '姓名', width: 12 },
  { title: '症状', width: 40 },
]

/** A table without end, and how far it was read. */
function endless() {
  const seen = { rows: 0, isClosed: false }
  async function* rows(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) {
        seen.rows += 100
        yield Array.from({ length: 100 }, () => ['张三', randomBytes(300).toString('base64')])
      }
    } finally {
      seen.isClosed = true
    }
  }
  return { seen, table: { columns, rows: rows() } }
}

for (const [format, writer] of Object.entries({ csv: toCsv, xlsx: toXlsx })) {
  test(`rows are read as the file is read, and no further once its reader left: ${format}`, async () => {
    const { seen, table } = endless()
    const file = Readable.from(writer(table), { objectMode: false })
    const read = async (bytes: number) => {
      for (let taken = 0; taken < bytes; await wait(1)) taken += file.read()?.length ?? 0
      return comesToRest()
    }
    /** While nobody reads, the making ends. */
    const comesToRest = async () => {
      const most = seen.rows + 6000
      for (let before = -1; before !== seen.rows;) {
        before = seen.rows
        await wait(200)
        assert.ok(seen.rows <= most, `${seen.rows} rows are made though nobody reads`)
      }
      return seen.rows
    }
    const first = await read(1)
    assert.ok(first <= 6000, `${first} rows are waiting`)
    assert.ok((await read(5_000_000)) > first + 5000)
    file.destroy()
    await comesToRest()
    assert.ok(seen.isClosed)
  })

  test(`a table that cannot be read to its end is no whole file: ${format}`, async () => {
    async function* rows(): AsyncGenerator<Cell[][]> {
      yield [['张三', '']]
      throw new Error('the database is gone')
    }
    await assert.rejects(buffer(writer({ columns, rows: rows() })), /the database is gone/)
  })
}

const tableOf = (...rows: Cell[][]) => ({ columns, rows: Readable.from([rows]) })

test('a cell with a semicolon or a tab is quoted in CSV', async () => {
  const file = await text(toCsv(tableOf(['a;b', 'c\td'], ['e"f', 1])))
  assert.equal(file, '姓名,症状\r\n"a;b","c\td"\r\n"e""f",1\r\n')
})

test('the header of a sheet is bold and stays in sight, and its columns are as wide as they need', async () => {
  const parts = unzip(await buffer(toXlsx(tableOf(['张三', 1]))))
  assert.deepEqual(Object.keys(parts).sort(), [
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = parts['xl/worksheets/sheet1.xml']!
  assert.match(sheet, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
  assert.match(
    sheet,
    /<cols><col min="1" max="1" width="12" [^>]+><col min="2" max="2" width="40" [^>]+><\/cols>/,
  )
  const [header, row] = sheet.match(/<row>.*?<\/row>/gs)!
  assert.deepEqual(header!.match(/<c [^>]+>/g), ['<c s="1" t="inlineStr">', '<c s="1" t="inlineStr">'])
  assert.doesNotMatch(row!, / s="/)
  const styles = parts['xl/styles.xml']!
  const bold = /<cellXfs.*?<xf .*?<xf [^>]*fontId="(\d)"/.exec(styles)![1]!
  assert.match(styles.match(/<font>.*?<\/font>/g)![Number(bold)]!, /<b\/>/)
})

test('what does not fit on one sheet goes on in the next', async () => {
  const rows = 1_048_576 + 10
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (let row = 0; row < rows; row += 1000) {
      yield Array.from({ length: Math.min(1000, rows - row) }, (_, i) => [row + i, 0])
    }
  }
  const parts = unzip(await buffer(toXlsx({ columns, rows: batches() })))
  const [first, second] = [1, 2].map((n) => parts[`xl/worksheets/sheet${n}.xml`]!)
  assert.equal(first!.split('<row>').length - 1, 1_048_576)
  assert.deepEqual(
    parseSheet(second!).map(([cell]) => cell),
    ['姓名', ...Array.from({ length: 11 }, (_, i) => String(1_048_575 + i))],
  )
  assert.equal(parts['xl/workbook.xml']!.match(/<sheet /g)!.length, 2)
})
