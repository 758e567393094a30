import { rmSync } from 'node:fs'
import { watchHost } from '../scripts/machine.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { chooseDrills } from './all.ts'
import { bestOfThree, brokenBuild, Scene, type Drill, type Engine, type Outcome, type Size } from './drill.ts'
import { percent } from './pressure/measure.ts'

// npm run drills               all of them
// npm run drills -- a b        only those whose name or title holds one of the words

interface Row extends Outcome {
  name: string
  engine: Engine
  title: string
  /** Undefined where the drill cannot be done here. */
  caught: boolean | undefined
}

function choose() {
  try {
    return chooseDrills(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
const chosen = choose()

const postgres = await startPostgres({ durable: true })
const rows: Row[] = []

async function act(
  drill: Drill,
  engine: Engine,
  build: string | undefined,
  size: Size,
): Promise<Outcome & { failed?: boolean }> {
  const scene = await Scene.open(engine, build, postgres.url)
  const takenByHost = watchHost()
  try {
    const outcome = await drill.run(scene, size)
    const taken = takenByHost()
    const note = taken < 0.05 ? '' : `; the host gave ${percent(taken)} of the processors to others`
    return { ...outcome, done: outcome.done + note }
  } catch (error) {
    return { done: 'could not be done', lost: String(error), fine: false, failed: true }
  } finally {
    await scene.close()
  }
}

for (const [name, drill] of chosen) {
  const { title } = drill
  for (const engine of drill.engines) {
    const why = drill.unable?.()
    if (why) {
      console.log(`\n!!! ${name} [${engine}] CANNOT BE DONE HERE: ${why}`)
      rows.push({
        name,
        engine,
        title,
        done: `not done: ${why}`,
        lost: 'unknown',
        fine: true,
        caught: undefined,
      })
      continue
    }
    console.log(`\n${name} [${engine}] ${title}`)
    const build = brokenBuild(drill.breakage)
    const broken = await act(drill, engine, build, drill.catches ?? 'quick')
    rmSync(build, { recursive: true, force: true })
    // A build that does not even start shows nothing.
    const caught = !broken.fine && !broken.failed
    console.log(`  broken build: ${caught ? 'caught' : 'NOT CAUGHT'} (${broken.lost}): ${broken.done}`)
    const real = await bestOfThree(() => act(drill, engine, undefined, 'full'))
    console.log(`  ${real.fine ? 'holds' : 'FAILS'}: ${real.done}; lost: ${real.lost}`)
    rows.push({ name, engine, title, ...real, caught })
  }
}
await postgres.stop()

console.log('\n| drill | engine | what was done | how often | lost or wrong | broken build caught |')
console.log('|---|---|---|---|---|---|')
for (const row of rows) {
  const caught = row.caught === undefined ? 'not tried' : row.caught ? 'yes' : 'NO'
  console.log(`| ${row.name} | ${row.engine} | ${row.title} | ${row.done} | ${row.lost} | ${caught} |`)
}
const failed = rows.filter((row) => !row.fine || row.caught === false).length
const skipped = rows.filter((row) => row.caught === undefined).length
console.log(`\n${rows.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
