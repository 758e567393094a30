import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** Where the Chinese stands that people read on pages, in files and at the terminal. */
const read = [
  'patient/src/**/*.{ts,tsx}',
  'console/src/**/*.{ts,tsx}',
  'examples/mini-program/**/*.ts',
  'contract/src/labels.ts',
  'contract/src/self-test/*.ts',
  'server/src/setup/*.ts',
  // At the terminal.
  'server/src/*.ts',
  'server/src/{audit,cli,db}/**/*.ts',
  'scripts/*',
]

/** Messages of the API keep the interface's ASCII; they stand here. */
const messages = ['contract/src/*.ts']

const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

/** The Chinese texts of a source, without the English after them; what is put into them counts as Chinese. */
const textsOf = (source: string) =>
  (source.match(literal) ?? [])
    .filter((text) => /\p{Script=Han}/u.test(text))
    .map((text) =>
      text
        .slice(1, -1)
        .replace(/ · [a-z].*/s, '')
        .replace(/\$\{[^}]*\}/g, '字'),
    )

const filesOf = (patterns: string[]) =>
  globSync(patterns, { cwd: root }).map((file) => file.replaceAll('\\', '/'))

const halfWidth = /[\p{Script=Han}”）】][,:;?!()]|[,:;?!()][\p{Script=Han}“（]|[「」]/u

export function halfWidthIn(source: string, exempt: Set<string>): string[] {
  return textsOf(source).filter((text) => halfWidth.test(text) && !exempt.has(text))
}

test('Chinese that people read has full-width punctuation', () => {
  const pages = filesOf(read)
  assert.ok(pages.length > 50)
  const exempt = new Set(
    filesOf(messages)
      .filter((file) => !pages.includes(file))
      .flatMap((file) => textsOf(readFileSync(join(root, file), 'utf8'))),
  )
  const found = pages.flatMap((file) =>
    // What earlier releases have sent stays as it was.
    halfWidthIn(readFileSync(join(root, file), 'utf8').replace(/formerly: '.*'/g, ''), exempt).map(
      (text) => `${file}: ${text}`,
    ),
  )
  assert.deepEqual(found, [])
})

test('what counts as half-width', () => {
  const exempt = new Set(['请求过于频繁,请稍后再试'])
  const wrong = [
    "'今天,明天'",
    "'第 1 步:核对'",
    '`共 ${n} 条(${m})`',
    "'好吗?'",
    '"「自测」"',
    "'您好!'",
    '`${name},您好`',
  ]
  for (const source of wrong) assert.equal(halfWidthIn(source, exempt).length, 1, source)
  const right = ["'今天，8:00～17:00'", "'请求过于频繁,请稍后再试'", "{ 肛肠: 'a, b' }", "'One, two (three)'"]
  for (const source of right) assert.deepEqual(halfWidthIn(source, exempt), [], source)
})
