import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../src')
const features = [
  'leads',
  'appointments',
  'home',
  'content',
  'hospitals',
  'admins',
  'uploads',
  'audit',
  'erasure',
]
/** Files at the top that anyone may use: they use nothing themselves but types. */
const leaves = ['time.ts', 'deps.ts', 'start-error.ts', 'config.ts', 'version.ts']

/** What each place may import, beside itself and the leaves. */
const allowed: Record<string, string[]> = {
  db: [],
  http: [],
  ...Object.fromEntries(features.map((feature) => [feature, ['db', 'http']])),
  setup: [...features, 'db'],
  cli: [...features, 'setup', 'db', 'top'],
  top: [...features, 'setup', 'cli', 'db', 'http', 'top'],
}

const placeOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : 'top')

function importsOf(file: string) {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    (match) => (match[1] ?? match[2])!,
  )
}

const files = globSync('**/*.ts', { cwd: root })

test('imports point one way: top, cli -> features -> http, db -> contract; no feature knows another', () => {
  assert.ok(files.length > 30)
  for (const file of files) {
    const place = placeOf(file)
    assert.ok(place in allowed, `${file} is in a room that this test does not know`)
    if (leaves.includes(file)) continue
    for (const specifier of importsOf(file).filter((one) => one.startsWith('.'))) {
      const target = relative(root, join(root, dirname(file), specifier))
      const to = placeOf(target)
      const isAllowed = to === place || leaves.includes(target) || allowed[place]!.includes(to)
      assert.ok(isAllowed, `${file} may not import ${target}`)
    }
  }
})

test('kysely is seen by stores and db alone, the drivers by db alone, Fastify by no store', () => {
  for (const file of files) {
    const isStore = /[/-]store\.ts$/.test(file)
    const isDb = placeOf(file) === 'db'
    for (const specifier of importsOf(file)) {
      if (specifier === 'kysely') assert.ok(isStore || isDb, `${file} may not use kysely`)
      if (specifier === 'pg' || specifier === 'node:sqlite')
        assert.ok(isDb, `${file} may not use ${specifier}`)
      if (specifier === 'fastify') assert.ok(!isStore && !isDb, `${file} may not use fastify`)
    }
  }
})

test('only config.ts reads the environment', () => {
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    // Commands hand the environment over whole.
    const reads = /process\.env\b(?!\))/.test(source.replaceAll('readConfig(process.env)', ''))
    assert.ok(!reads, `${file} reads process.env`)
  }
})

test('the contract depends on zod alone', () => {
  const contract = join(import.meta.dirname, '../../contract')
  const { dependencies } = JSON.parse(readFileSync(join(contract, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(dependencies), ['zod'])
  for (const file of globSync('src/*.ts', { cwd: contract })) {
    const source = readFileSync(join(contract, file), 'utf8')
    for (const [, specifier] of source.matchAll(/from '([^']+)'/g)) {
      assert.ok(specifier === 'zod' || specifier!.startsWith('./'), `${file} imports ${specifier}`)
    }
  }
})
