import type { FastifyInstance } from 'fastify'
import { isSqlite } from '../db/engine.ts'
import type { Deps } from '../deps.ts'
import { freeImports, hasWork, takeImport, workOn } from './work-store.ts'

const pause = 1000
/** Milliseconds between portions, in which others are served. */
const politeness = 5

/** Goes on with imports that were begun, here or by an instance that is gone; each by one instance at a time. */
export function workOnImports(app: FastifyInstance, { db, time }: Deps) {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const rest = (ms: number) => new Promise((over) => setTimeout(over, ms))

  async function look() {
    try {
      if (await hasWork(db)) {
        let current = await takeImport(db)
        while (current && !isOver && (current.state === 'committing' || current.state === 'reverting')) {
          current = await workOn(db, time, current)
          await rest(app.gate.isBusy() ? politeness * 10 : politeness)
        }
      }
    } catch (error) {
      app.log.error({ err: error }, 'importing failed')
    }
    if (!isOver) timer = setTimeout(() => (looking = look()), pause)
  }

  app.addHook('onListen', async () => {
    if (isSqlite(db)) await freeImports(db)
    looking = look()
  })
  app.addHook('preClose', async () => {
    isOver = true
    clearTimeout(timer)
    await looking
  })
}
