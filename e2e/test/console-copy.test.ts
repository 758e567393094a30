import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../console/src')

/** Half-width marks beside a Chinese character within one line; after a quote they belong to the code. */
const halfWidth = /\p{Script=Han}[,;?!(]|[,;:?!)]\p{Script=Han}|\p{Script=Han}:\p{Script=Han}|[「」]/u

test('Chinese on pages of the console has full-width punctuation', () => {
  const found: string[] = []
  // The messages of the service, which are keys there, have the punctuation of the API.
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('service-words.ts'))
  assert.ok(files.length > 50)
  for (const file of files) {
    for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      if (halfWidth.test(line)) found.push(`${file}:${index + 1} ${line.trim()}`)
    }
  }
  assert.deepEqual(found, [])
  assert.match("'保存,然后'", halfWidth)
  assert.match("'保存(全部)'", halfWidth)
  assert.doesNotMatch("{ zh: '保存', en: 'Save' }", halfWidth)
})
