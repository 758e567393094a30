import { limit } from './table.ts'
import { median, verdictOf, type Row } from './work.ts'

const line = 22
const names = 460
const figures = 170
const width = 1100
const bars = width - names - figures
/** Bars grow with the logarithm of how far above or below the target a result is, up to this. */
const farthest = 16

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** From -1 to 1. */
const reachOf = (factor: number) =>
  Math.log(Math.min(Math.max(factor, 1 / farthest), farthest)) / Math.log(farthest)
const middle = names + bars / 2

/** Above 1 is on the good side of the target, whichever that is. */
function margin({ work: { target }, finding }: Row): number {
  const value = Math.max(median(finding!.values), 0.001)
  return target.least === undefined ? target.most! / value : value / target.least
}

function bar(row: Row, index: number): string {
  const y = 40 + index * line
  const verdict = verdictOf(row)
  const name = `<text x="${names - 10}" y="${y + 14}" text-anchor="end">${escaped(row.work.name)}</text>`
  if (verdict !== 'met' && verdict !== 'missed') {
    return `${name}<text x="${middle + 6}" y="${y + 14}">${verdict}</text>`
  }
  const reach = reachOf(margin(row))
  const length = (Math.abs(reach) * bars) / 2
  const x = middle - (reach < 0 ? length : 0)
  const { unit } = row.work.target
  const value = median(row.finding!.values)
  const figure = `${unit === '×' ? value.toFixed(2) : Math.round(value)} ${unit}`
  return (
    `${name}<rect class="${verdict}" x="${x.toFixed(1)}" y="${y + 3}" width="${Math.max(length, 1).toFixed(1)}" height="14" rx="2"/>` +
    `<text x="${width - figures + 14}" y="${y + 14}">${escaped(`${figure} (${limit(row.work.target)})`)}</text>`
  )
}

function tick(factor: number, height: number): string {
  const x = (middle + (reachOf(factor) * bars) / 2).toFixed(1)
  const label = factor === 1 ? 'target' : factor < 1 ? `÷${1 / factor}` : `×${factor}`
  return (
    `<text x="${x}" y="30" text-anchor="middle">${label}</text>` +
    `<line class="axis${factor === 1 ? '' : ' faint'}" x1="${x}" x2="${x}" y1="36" y2="${height - 12}"/>`
  )
}

/** Each result beside its target: to the right of the line it is better, to the left worse. */
export function picture(rows: Row[]): string {
  const height = 56 + rows.length * line
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Each result beside its target">
<style>
  svg { background: #fff; font: 12px system-ui, sans-serif }
  text { fill: #1f2933 } .axis { stroke: #1f2933 } .faint { opacity: 0.2 } .met { fill: #0f766e } .missed { fill: #c2410c }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117 } text { fill: #d5dbe1 } .axis { stroke: #d5dbe1 } .met { fill: #2dd4bf } .missed { fill: #fb923c }
  }
</style>
<text x="${middle}" y="14" text-anchor="middle">worse ← target → better</text>
${[1 / 16, 1 / 4, 1, 4, 16].map((factor) => tick(factor, height)).join('\n')}
${rows.map(bar).join('\n')}
</svg>
`
}
