import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { drills } from '../all.ts'
import { brokenBuild, Scene } from '../drill.ts'

// The short form of each drill, on the build as it is; `npm run drills` does them in full and on broken builds.
for (const [name, drill] of Object.entries(drills)) {
  for (const engine of drill.engines) {
    test(`${name}: ${drill.title} [${engine}]`, async (t) => {
      const why = drill.unable?.()
      if (why) return t.diagnostic(`CANNOT BE DONE HERE: ${why}`)
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
