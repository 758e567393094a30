import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseDrills, drills } from '../all.ts'
import { brokenBuild, Scene } from '../drill.ts'

// The short form of each drill, on the build as it is; `npm run drills` does them in full and on broken builds.
for (const [name, drill] of Object.entries(drills)) {
  for (const engine of drill.engines) {
    test(`${name}: ${drill.title} [${engine}]`, async (t) => {
      const why = drill.unable?.()
      if (why) return t.skip(`cannot be done here: ${why}`)
      const scene = await Scene.open(engine, undefined, process.env['TEST_POSTGRES']!)
      t.after(() => scene.close())
      const { done, lost, fine } = await drill.run(scene, 'quick')
      t.diagnostic(`${done}; lost: ${lost}`)
      assert.ok(fine, `${done}; lost: ${lost}`)
    })
  }
}

test('every drill still knows how to break the build that it is tried on', () => {
  for (const [name, { breakage }] of Object.entries(drills)) {
    assert.doesNotThrow(() => rmSync(brokenBuild(breakage), { recursive: true }), name)
  }
})

test('drills are chosen by any of the words, and a word that names none is an error', () => {
  const names = (...words: string[]) => chooseDrills(words).map(([name]) => name)
  assert.deepEqual(names(), Object.keys(drills))
  assert.deepEqual(names('racing', 'killed'), ['killed', 'racing'])
  assert.deepEqual(names('the power of the disk'), ['powerCut'])

  const run = spawnSync(process.execPath, [join(import.meta.dirname, '../run.ts'), 'killed', 'no-such-drill'])
  assert.equal(run.status, 1)
  assert.match(
    String(run.stderr),
    /^no drill is called no-such-drill; there are: killed, powerCut, .*oddities.*$/m,
  )
})
