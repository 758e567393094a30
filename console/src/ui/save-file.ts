/** Lets the browser save it. */
export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export type Cell = string | number

/** A text that a spreadsheet would take for a formula stays a text. */
function quoted(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As CSV with the mark by which spreadsheets know UTF-8. */
export const saveCsv = (rows: Cell[][], name: string) =>
  saveFile(
    new Blob([`\ufeff${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`], {
      type: 'text/csv;charset=utf-8',
    }),
    name,
  )
