/** Above this, chance alone explains a chi-square about once in three million times (Wilson and Hilferty). */
function limitOf(freedom: number): number {
  const part = 2 / (9 * freedom)
  return freedom * (1 - part + 5 * Math.sqrt(part)) ** 3
}

/** Whether the counts of a table of rows fall as if rows and columns had nothing to do with each other. */
function depends(table: number[][]): boolean {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0))
  const columns = table[0]!.map((_, c) => table.reduce((sum, row) => sum + row[c]!, 0))
  const all = rows.reduce((sum, count) => sum + count, 0)
  let chi = 0
  for (const [r, row] of table.entries()) {
    for (const [c, count] of row.entries()) {
      const expected = (rows[r]! * columns[c]!) / all
      if (expected > 0) chi += (count - expected) ** 2 / expected
    }
  }
  return chi > limitOf((rows.length - 1) * (columns.length - 1))
}

function isUneven(counts: number[]): boolean {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return chi > limitOf(counts.length - 1)
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const grid = (rows: number, columns: number) =>
  Array.from({ length: rows }, () => Array<number>(columns).fill(0))
const slices = 10

/** What tells one of these ids from the others, or when it was made; in the order in which they were made. */
export function patternsIn(ids: string[]): string[] {
  const found: string[] = []
  const length = ids[0]!.length
  const overall = Array<number>(62).fill(0)
  const codes = ids.map((id) => Uint8Array.from(id, (char) => base62.indexOf(char)))
  for (let at = 0; at < length; at++) {
    const counts = Array<number>(62).fill(0)
    const byTime = grid(slices, 62)
    const afterAnother = grid(62, 62)
    const besideAnother = grid(62, 62)
    for (const [i, code] of codes.entries()) {
      const value = code[at]!
      counts[value]!++
      overall[value]!++
      byTime[Math.floor((i * slices) / codes.length)]![value]!++
      if (i > 0) afterAnother[codes[i - 1]![at]!]![value]!++
      if (at > 0) besideAnother[code[at - 1]!]![value]!++
    }
    if (isUneven(counts)) found.push(`character ${at} is not uniform`)
    if (depends(byTime)) found.push(`character ${at} depends on time`)
    // With fewer, the cells of these are too empty to say anything.
    if (ids.length < 100_000) continue
    if (depends(afterAnother)) found.push(`character ${at} depends on the id before`)
    if (at > 0 && depends(besideAnother)) found.push(`character ${at} depends on character ${at - 1}`)
  }
  if (isUneven(overall)) found.push('some characters are more frequent')
  return found
}
