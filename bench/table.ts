import { cpus, totalmem } from 'node:os'
import { cores, ofService } from '../scripts/machine.ts'
import { median, verdictOf, type Row, type Target } from './work.ts'

const figure = (value: number, unit: Target['unit']) =>
  unit === '×' ? `${value.toFixed(2)}×` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`

export const limit = ({ least, most, unit }: Target) =>
  least === undefined ? `≤ ${most} ${unit}` : `≥ ${least} ${unit}`

const oneLine = (text: string) => text.split('\n')[0]!.replaceAll('|', '\\|').slice(0, 300)

function cells(row: Row): string[] {
  const { work, finding, skipped, failed } = row
  const verdict = verdictOf(row)
  const why = failed ?? skipped ?? finding?.wrong ?? finding?.unjudged
  const value = finding && finding.wrong === undefined ? finding.values : []
  const { unit } = work.target
  return [
    work.name,
    work.yardstick,
    value.length > 0 ? figure(median(value), unit) : '',
    value.length > 1 ? `${figure(Math.min(...value), unit)} – ${figure(Math.max(...value), unit)}` : '',
    limit(work.target),
    why === undefined ? verdict : `${verdict}: ${oneLine(why)}`,
    finding?.info ?? '',
  ]
}

/** `others` is the part of the time that other programs had the core of the service. */
export function machineLine(others: number | undefined): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor'
  const pinned = ofService.length > 0 ? 'service and load generator on one each' : 'not pinned'
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`
  const shared =
    others === undefined
      ? ''
      : ` Other programs had the core of the service for ${Math.round(others * 100)} % of the time.`
  return `Machine: ${processor}, ${cores.length} cores (${pinned}), ${memory}, ${process.platform}, Node ${process.version}.${shared}`
}

export const tableLines = (rows: Row[]) => [
  '| work | against | median | spread | target | | for information |',
  '|---|---|---|---|---|---|---|',
  ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
]
