import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestOfThree, Scene, type Drill } from '../drill.ts'

/** The short form of each drill, on the build as it is; `npm run drills` does them in full and on broken builds. */
export function testQuickly(drills: Record<string, Drill>) {
  for (const [name, drill] of Object.entries(drills)) {
    for (const engine of drill.quickOn ? [drill.quickOn] : drill.engines) {
      test(`${name}: ${drill.title} [${engine}]`, async (t) => {
        const why = drill.unable?.()
        if (why) return t.skip(`cannot be done here: ${why}`)
        const { done, lost, fine } = await bestOfThree(async () => {
          const scene = await Scene.open(engine, undefined, process.env['TEST_POSTGRES']!)
          return drill.run(scene, 'quick').finally(() => scene.close())
        })
        t.diagnostic(`${done}; lost: ${lost}`)
        assert.ok(fine, `${done}; lost: ${lost}`)
      })
    }
  }
}
