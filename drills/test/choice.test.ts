import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseDrills, drills } from '../all.ts'
import { brokenFiles } from '../drill.ts'

test('every drill still knows how to break the build that it is tried on', () => {
  for (const [name, { breakage }] of Object.entries(drills)) {
    assert.doesNotThrow(() => brokenFiles(breakage), name)
  }
})

test('drills are chosen by any of the words, and a word that names none is an error', () => {
  const names = (...words: string[]) => chooseDrills(words).map(([name]) => name)
  assert.deepEqual(names(), Object.keys(drills))
  assert.deepEqual(names('racing', 'kill -9 under'), ['killed', 'racing'])
  assert.deepEqual(names('the power of the disk'), ['powerCut'])

  const run = spawnSync(process.execPath, [join(import.meta.dirname, '../run.ts'), 'killed', 'no-such-drill'])
  assert.equal(run.status, 1)
  assert.match(String(run.stderr), /^no drill is called no-such-drill; there are: overload, .*oddities.*$/m)
})
