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
  'api-keys',
  'consents',
  'phone-proofs',
  'uploads',
  'audit',
  'erasure',
  'people',
  'dashboard',
  'events',
  'pictures',
  'security-log',
  'webhooks',
  'messages',
  'robots',
  'calendars',
  'schedules',
  'self-test',
  'funnel',
  'lead-import',
  'meta',
]
/** Files at the top that anyone may use; config.ts alone uses more than types, to read what it is given. */
const leaves = ['time.ts', 'deps.ts', 'start-error.ts', 'config.ts', 'secrets.ts', 'version.ts', 'folders.ts']

/** What each place may import, beside itself and the leaves. */
const allowed: Record<string, string[]> = {
  db: [],
  http: [],
  export: ['http'],
  web: ['http'],
  outbound: [],
  // Bookings and the places they take: several features change them.
  bookings: ['db', 'http'],
  ...Object.fromEntries(
    features.map((feature) => [feature, ['db', 'http', 'export', 'web', 'outbound', 'bookings']]),
  ),
  setup: [...features, 'bookings', 'db'],
  cli: [...features, 'bookings', 'setup', 'db', 'top'],
  top: [...features, 'setup', 'cli', 'db', 'http', 'export', 'web', 'outbound', 'bookings', 'top'],
}

const placeOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : 'top')

function importsOf(file: string) {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    (match) => (match[1] ?? match[2])!,
  )
}

const files = globSync('**/*.ts', { cwd: root })

test('imports point one way: top, cli -> features -> export, web, outbound, bookings -> http, db -> contract; no feature knows another', () => {
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
      if (/^kysely(\/|$)/.test(specifier)) assert.ok(isStore || isDb, `${file} may not use kysely`)
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

/** The parts of the contract that bring no zod with them. */
const lightNames = [
  'client',
  'follow-up-rules',
  'labels',
  'lead-import-rules',
  'limits',
  'permissions',
  'phone-search',
  'rules',
  'schedule-rules',
  'self-test/document',
  'self-test/engine',
  'self-test/former',
  'self-test/safety',
  'self-test/structure',
  'self-test/words',
  'self-test/worsening',
]
const light = lightNames.map((name) => `@zhenyue/contract/${name}`)

test('the patient client sees nothing of the project but the contract, and loads zod nowhere', () => {
  const patient = join(import.meta.dirname, '../../patient')
  const { dependencies } = JSON.parse(readFileSync(join(patient, 'package.json'), 'utf8'))
  const packages = ['preact', 'preact/hooks', 'preact-render-to-string', 'virtual:endpoints']
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => name.startsWith('@zhenyue/')),
    ['@zhenyue/contract'],
  )
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: patient }).filter((file) => !file.endsWith('.d.ts'))
  assert.ok(sources.length > 30)
  for (const file of sources) {
    const source = readFileSync(join(patient, file), 'utf8')
    for (const [, type, specifier] of source.matchAll(/^import (type )?[^'";]*?from '([^']+)'/gm)) {
      const isOurs =
        specifier!.startsWith('.') &&
        !relative(patient, join(patient, dirname(file), specifier!)).startsWith('..')
      const isAllowed = isOurs || packages.includes(specifier!) || light.includes(specifier!)
      assert.ok(
        isAllowed || (type && specifier === '@zhenyue/contract'),
        `${file} may not import ${specifier}`,
      )
    }
  }
  for (const name of lightNames) {
    const source = readFileSync(join(patient, '../contract/src', `${name}.ts`), 'utf8')
    for (const [, specifier] of source.matchAll(/^import (?!type )[^'";]*?from '([^']+)'/gm)) {
      const target = join(dirname(name), specifier!).replace(/\.ts$/, '')
      assert.ok(lightNames.includes(target), `${name} may not import ${specifier}`)
    }
  }
})

test('the console sees nothing of the project but the contract, and loads zod nowhere', () => {
  const folder = join(import.meta.dirname, '../../console')
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => name.startsWith('@zhenyue/')),
    ['@zhenyue/contract'],
  )
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.endsWith('.d.ts'))
  assert.ok(sources.length > 60)
  for (const file of sources) {
    const source = readFileSync(join(folder, file), 'utf8')
    for (const [, type, specifier] of source.matchAll(/^import (type )?[^'";]*?from '([^']+)'/gm)) {
      if (specifier!.startsWith('.')) {
        const isOurs = !relative(folder, join(folder, dirname(file), specifier!)).startsWith('..')
        assert.ok(isOurs, `${file} may not import ${specifier}`)
      } else if (specifier!.startsWith('@zhenyue/') || specifier === 'zod') {
        const isLight = light.includes(specifier!)
        assert.ok(
          isLight || (type && specifier === '@zhenyue/contract'),
          `${file} may not import ${specifier}`,
        )
      }
    }
  }
})

test('the contract depends on zod alone', () => {
  const contract = join(import.meta.dirname, '../../contract')
  const { dependencies } = JSON.parse(readFileSync(join(contract, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(dependencies), ['zod'])
  for (const file of globSync('src/**/*.ts', { cwd: contract })) {
    const source = readFileSync(join(contract, file), 'utf8')
    for (const [, specifier] of source.matchAll(/from '([^']+)'/g)) {
      assert.ok(specifier === 'zod' || /^\.\.?\//.test(specifier!), `${file} imports ${specifier}`)
    }
  }
})
