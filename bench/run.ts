import { works } from './all.ts'
import { Bench } from './bench.ts'
import { perform, verdictOf, type Row } from './work.ts'
import { machineLine, tableLines } from './table.ts'

// npm run bench                everything
// npm run bench -- keyword     only the works whose name or yardstick holds the word

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const options = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')))

const chosen = works.filter(({ name, yardstick }) =>
  words.every((word) => `${name} ${yardstick}`.includes(word)),
)
const bench = new Bench({ say: (line) => console.error(line) })
const rows: Row[] = []
for (const work of chosen) {
  bench.say(work.name)
  rows.push(await perform(bench, work))
  bench.say(tableLines(rows.slice(-1))[2]!)
}
await bench.close()
console.log(['', ...tableLines(rows), '', machineLine()].join('\n'))
const verdicts = rows.map(verdictOf)
const isBad = (verdict: string) =>
  ['REFUSED', 'FAILED', ...(options.has('--strict') ? ['missed'] : [])].includes(verdict)
process.exitCode = rows.length === 0 || verdicts.some(isBad) ? 1 : 0
