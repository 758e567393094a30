import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { operationsMissingIn } from './operations.ts'
import { findPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres.ts'

// npm test                 everything
// npm test -- leads home   only the test files whose name holds one of the words
// npm test -- --pgbouncer  the tests of the service, on PostgreSQL behind PgBouncer in transaction mode; also with words

process.chdir(join(import.meta.dirname, '..'))
const args = process.argv.slice(2)
const bouncing = args.includes('--pgbouncer')
const words = args.filter((arg) => arg !== '--pgbouncer')
const isWhole = args.length === 0
/** Test files that run side by side: they wait more than they work. */
const atOnce = 6
const counts = { passed: 0, failed: 0, skipped: 0 }

async function check(name: string, tool: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join('node_modules', tool), ...args])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const [status] = await once(child, 'close')
  counts[status === 0 ? 'passed' : 'failed']++
  return status === 0 ? `✔ ${name}` : `${output}✖ ${name}`
}

/** A browser is installed where there is none: once, before tests that run side by side need it. */
async function checkBrowser() {
  const child = spawn(process.execPath, ['-e', "(await import('./e2e/browser.ts')).findChromium()"], {
    stdio: 'inherit',
  })
  await once(child, 'exit')
}

async function runTests(files: string[]) {
  const postgres = await startPostgres()
  process.env['TEST_POSTGRES'] = postgres.url
  const bouncer = bouncing ? await startPgBouncer(postgres.url) : undefined
  if (bouncer) process.env['TEST_PGBOUNCER'] = bouncer.url
  try {
    const { beginWorlds } = await import('../server/test/world.ts')
    await beginWorlds()
    // What the service is compiled to is there for the processes of the tests.
    flushCompileCache()
    // What hangs is ended with the run, and told as failed.
    const tests = run({
      files,
      concurrency: atOnce,
      // A larger young generation is collected less often, which saves a sixth of the time of the tests.
      execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
      timeout: 30 * 60_000,
      signal: AbortSignal.timeout(45 * 60_000),
    })
    tests.on('test:pass', ({ details, skip }) => {
      if (details.type !== 'suite') counts[skip === undefined ? 'passed' : 'skipped']++
    })
    tests.on('test:fail', ({ details }) => {
      if (details.type !== 'suite') counts.failed++
    })
    const report = tests.compose(new spec())
    report.pipe(process.stdout)
    await new Promise((end) => report.once('end', end))
  } finally {
    await bouncer?.stop()
    await postgres.stop()
  }
}

/** One after the other, beside the tests. */
async function checkSources(): Promise<string[]> {
  return [
    await check('format', 'oxfmt/bin/oxfmt', '--check'),
    await check('lint', 'oxlint/bin/oxlint', '--deny-warnings'),
    // With several threads it checks what they share once for each, which takes twice as much of two cores.
    await check('types', 'typescript/bin/tsc', '--singleThreaded'),
    await check('types of the console', 'typescript/bin/tsc', '-p', 'console', '--singleThreaded'),
  ]
}

if (bouncing) {
  const found = findPgBouncer()
  if (!found) {
    console.error('本机没有 PgBouncer，请先安装，例如 apt-get install pgbouncer · PgBouncer is not installed')
    process.exit(1)
  }
  console.log(found)
}

/** Every operation of the contract has to be seen to succeed in some test. */
function checkOperations(file: string) {
  const missing = operationsMissingIn(file).map(({ method, path }) => `${method} ${path}`)
  counts[missing.length === 0 ? 'passed' : 'failed']++
  console.log(
    missing.length === 0 ? '✔ every operation has a test' : `✖ without a test: ${missing.join(', ')}`,
  )
}

/** To load the whole service, or a browser, takes longer than many tests: some files share a process. */
function sharing(part: string, atMost: number): string[] {
  const ofPart = files.filter((file) => file.startsWith(join(part, 'test'))).toSorted()
  const processes = Math.max(Math.min(atOnce, ofPart.length), Math.ceil(ofPart.length / atMost))
  return Array.from({ length: processes }, (_, i) => {
    const own = ofPart.filter((_, j) => j % processes === i)
    const path = join(folder, `${part}-${i}.test.mjs`)
    writeFileSync(path, own.map((file) => `import '${pathToFileURL(file)}'\n`).join(''))
    return path
  })
}

/** In memory where there is room: only the drills, which stay on the disk, ask what a power cut leaves. */
function placeForWorlds() {
  const memory = '/dev/shm'
  const gibibyte = 2 ** 30
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > gibibyte ? memory : tmpdir()
}

const files = globSync(bouncing ? 'server/test/*.test.ts' : '*/test/**/*.test.ts').filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
)
const folder = mkdtempSync(join(tmpdir(), 'zhenyue-run-'))
// There are many processes, and each loads much the same.
process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
enableCompileCache(process.env['NODE_COMPILE_CACHE'])
const worlds = mkdtempSync(join(placeForWorlds(), 'zhenyue-worlds-'))
process.env['TEST_WORLDS'] = worlds
process.env['TEST_OPERATIONS'] = join(folder, 'operations')
writeFileSync(process.env['TEST_OPERATIONS'], '')
const others = files.filter((file) => !/^(server|e2e|drills)\W/.test(file)).toSorted()
const sources = isWhole ? checkSources() : []
if (isWhole) await checkBrowser()
// What takes longest first, so that no process is left alone at the end.
await runTests([
  ...files.filter((file) => file.startsWith('drills')).toSorted(),
  ...sharing('server', 10),
  ...sharing('e2e', 3),
  ...others,
])
for (const line of await sources) console.log(line)
if (isWhole) checkOperations(process.env['TEST_OPERATIONS'])
for (const made of [folder, worlds]) rmSync(made, { recursive: true })
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
