import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cores } from '../scripts/machine.ts'
import { largePostgres, works } from './all.ts'
import { Bench } from './bench.ts'
import { clean } from './data/cache.ts'
import { flame } from './flame.ts'
import { picture } from './picture.ts'
import { machineLine, tableLines } from './table.ts'
import { takenByOthers } from './works/public-reads.ts'
import { perform, verdictOf, type Row, type Verdict } from './work.ts'

// npm run bench                  everything
// npm run bench -- keyword       only the works whose name or yardstick holds the word
// npm run bench -- --postgres    also the questions of staff at 1,000,000 rows on PostgreSQL
// npm run bench -- --picture     writes docs/bench.svg and docs/bench.md as well
// npm run bench -- --flame       only draws where the time of the hot paths goes, docs/flame.svg
// npm run bench -- --strict      a target that is missed fails the run
// npm run bench -- --clean       removes the databases that are kept between runs

const flag = { type: 'boolean', default: false } as const
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { postgres: flag, picture: flag, flame: flag, strict: flag, clean: flag },
})

if (options.clean) {
  clean()
  process.exit()
}

/** This process asks too, and must not do so from the core of the service. */
function stayOffTheService() {
  if (cores.length > 1 && existsSync('/usr/bin/taskset')) {
    spawnSync('/usr/bin/taskset', ['-acp', cores.slice(1).join(','), String(process.pid)])
  }
}

const chosen = [...works, ...(options.postgres ? largePostgres : [])].filter(({ name, yardstick }) =>
  words.every((word) => `${name} ${yardstick}`.includes(word)),
)
stayOffTheService()
const began = performance.now()
const bench = new Bench({ say: (line) => console.error(line) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => bench.close().finally(() => process.exit(1)))
}

const docs = join(import.meta.dirname, '../docs')
if (options.flame) {
  writeFileSync(join(docs, 'flame.svg'), await flame(bench))
  await bench.close()
  process.exit()
}

const rows: Row[] = []
for (const work of chosen) {
  bench.say(work.name)
  const row = await perform(bench, work)
  rows.push(row)
  bench.say(`  ${tableLines([row])[2]}`)
  if (row.failed) bench.say(row.failed)
}
const others = await takenByOthers(bench)
await bench.close()

const table = tableLines(rows).join('\n')
const seconds = Math.round((performance.now() - began) / 1000)
const machine = machineLine(others)
console.log(`\n${table}\n\n${machine} It took ${seconds} s.`)
if (options.picture) {
  writeFileSync(join(docs, 'bench.svg'), picture(rows))
  writeFileSync(
    join(docs, 'bench.md'),
    `# Measured\n\nBy \`npm run bench -- ${process.argv.slice(2).join(' ')}\`.\n\n![Each result against its target](bench.svg)\n\n${table}\n\n${machine}\n`,
  )
}
const bad: Verdict[] = ['REFUSED', 'FAILED', ...(options.strict ? (['missed'] as const) : [])]
process.exitCode = rows.length === 0 || rows.some((row) => bad.includes(verdictOf(row))) ? 1 : 0
