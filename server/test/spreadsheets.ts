import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'

/** Rows of a CSV text, as a spreadsheet reads them. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The parts of a zip file, by its list at the end. */
export function unzip(file: Buffer): Record<string, string> {
  const end = file.length - 22
  assert.equal(file.readUInt32LE(end), 0x06054b50)
  const parts: Record<string, string> = {}
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(file.readUInt32LE(at), 0x02014b50)
    const [packed, size, nameLength] = [20, 24]
      .map((o) => file.readUInt32LE(at + o))
      .concat(file.readUInt16LE(at + 28))
    const start = file.readUInt32LE(at + 42)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength!)
    const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const text = inflateRawSync(file.subarray(content, content + packed!))
    assert.equal(text.length, size)
    parts[name] = text.toString()
    at += 46 + nameLength! + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
/** Rows of a sheet, as texts. */
export const parseSheet = (xml: string) =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) =>
    [
      ...row!.matchAll(
        /<c(?: s="1")?(?: t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is>|><v>(.*?)<\/v>)<\/c>/gs,
      ),
    ].map(([, text, number]) => (text ?? number)!.replace(/&\w+;/g, (one) => entities[one]!)),
  )
