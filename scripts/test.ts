import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startPostgres } from './postgres.ts'

// npm test            everything
// npm test -- leads   only the test files whose name holds the word

process.chdir(join(import.meta.dirname, '..'))
const words = process.argv.slice(2)
const counts = { passed: 0, failed: 0 }

function check(name: string, tool: string, ...args: string[]) {
  const { status } = spawnSync(process.execPath, [join('node_modules', tool), ...args], { stdio: 'inherit' })
  counts[status === 0 ? 'passed' : 'failed']++
  console.log(`${status === 0 ? '✔' : '✖'} ${name}`)
}

async function runTests(files: string[]) {
  const postgres = await startPostgres()
  process.env['TEST_POSTGRES'] = postgres.url
  try {
    const tests = run({ files, concurrency: 2, timeout: 300_000 })
    tests.on('test:pass', ({ details }) => {
      if (details.type !== 'suite') counts.passed++
    })
    tests.on('test:fail', ({ details }) => {
      if (details.type !== 'suite') counts.failed++
    })
    const report = tests.compose(new spec())
    report.pipe(process.stdout)
    await new Promise((end) => report.once('end', end))
  } finally {
    await postgres.stop()
  }
}

if (words.length === 0) {
  check('format', 'oxfmt/bin/oxfmt', '--check')
  check('lint', 'oxlint/bin/oxlint', '--deny-warnings')
  check('types', 'typescript/bin/tsc')
}
const files = globSync('*/test/**/*.test.ts').filter((file) => words.every((word) => file.includes(word)))
await runTests(files.toSorted())
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
