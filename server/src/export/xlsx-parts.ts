import { harmless, type Cell, type Table } from './table.ts'

/** What a cell can hold. */
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

/** Places in the list of formats in `styles.xml`. */
type Style = 0 | 1
const plain: Style = 0
const bold: Style = 1

const cell = (value: Cell, style: Style) => {
  const format = style === plain ? '' : ` s="${style}"`
  return typeof value === 'number'
    ? `<c${format}><v>${value}</v></c>`
    : `<c${format} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}
export const row = (cells: Cell[], style: Style = plain) =>
  `<row>${cells.map((value) => cell(value, style)).join('')}</row>`

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Up to the first row, which is the header and stays in sight. */
export const sheetStart = (columns: Table['columns']) =>
  [
    `${declaration}<worksheet xmlns="${main}">`,
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '</sheetView></sheetViews><cols>',
    ...columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`),
    '</cols><sheetData>',
    row(
      columns.map(({ title }) => title),
      bold,
    ),
  ].join('')
export const sheetEnd = '</sheetData></worksheet>'

const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`
const format = (fontId: number) => `<xf numFmtId="0" fontId="${fontId}" fillId="0" borderId="0"/>`
const styles = [
  `<styleSheet xmlns="${main}">`,
  `<fonts count="2">${font('')}${font('<b/>')}</fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border/></borders>',
  `<cellStyleXfs count="1">${format(0)}</cellStyleXfs>`,
  `<cellXfs count="2">${format(0)}${format(1).replace('/>', ' xfId="0" applyFont="1"/>')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('')

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
const relationships = (...all: string[]) =>
  `<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
const partType = (name: string, type: string) =>
  `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`

/** What says how the sheets belong together, by file name; how many there are is known only after them. */
export function workbookParts(count: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const sheets = numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`)
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...numbers.map((n) => relationship(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
      relationship(`rId${count + 1}`, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styles,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': [
      `<Types xmlns="${packages}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      partType('workbook', 'sheet.main'),
      partType('styles', 'styles'),
      ...numbers.map((n) => partType(`worksheets/sheet${n}`, 'worksheet')),
      '</Types>',
    ].join(''),
  }
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, declaration + xml]))
}
