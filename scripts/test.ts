import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { api, type Endpoint } from '@zhenyue/contract'
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
  check('types of the console', 'typescript/bin/tsc', '-p', 'console')
}
/** Every operation of the contract has to be seen to succeed in some test. */
function checkOperations(file: string) {
  const seen = new Set(readFileSync(file, 'utf8').split('\n'))
  const operations = Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>))
  const missing = operations.map(({ method, path }) => `${method} ${path}`).filter((name) => !seen.has(name))
  counts[missing.length === 0 ? 'passed' : 'failed']++
  console.log(
    missing.length === 0 ? '✔ every operation has a test' : `✖ without a test: ${missing.join(', ')}`,
  )
}

const files = globSync('*/test/**/*.test.ts').filter((file) => words.every((word) => file.includes(word)))
const folder = mkdtempSync(join(tmpdir(), 'zhenyue-run-'))
process.env['TEST_OPERATIONS'] = join(folder, 'operations')
writeFileSync(process.env['TEST_OPERATIONS'], '')
await runTests(files.toSorted())
if (words.length === 0) checkOperations(process.env['TEST_OPERATIONS'])
rmSync(folder, { recursive: true })
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
