import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Scene, type Drill } from '../drill.ts'

/** The short form of each drill, on the build as it is; `npm run drills` does them in full and on broken builds. */
export function testQuickly(drills: Record<string, Drill>) {
  for (const [name, drill] of Object.entries(drills)) {
    for (const engine of drill.quickOn ? [drill.quickOn] : drill.engines) {
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
}
