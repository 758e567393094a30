import { isSqlite } from './engine.ts'
import { direct } from './direct.ts'
import type { Db } from './open.ts'

/** Statements on the way at once; what comes meanwhile goes with the next. */
const mostOnTheWay = 2

/** Whether nothing was done for reasons that need not be those of each: bad data, or a deadlock. */
const isUndone = (error: unknown) => /^(22|40)/.test((error as { code?: string }).code ?? '')

interface Waiting<V, R> {
  value: V
  resolve(result: R): void
  reject(error: unknown): void
}

/**
 * Does for many what is asked at the same time, in one statement, where each statement is a journey of its own.
 * SQLite's writer does so by itself, and in a transaction there is nobody else.
 */
export function together<V, R>(
  one: (db: Db, value: V) => Promise<R>,
  many: (db: Db, values: V[]) => Promise<R[]>,
) {
  const queues = new WeakMap<Db, ReturnType<typeof createQueue>>()

  function createQueue(db: Db) {
    let waiting: Waiting<V, R>[] = []
    let onTheWay = 0
    async function send() {
      if (waiting.length === 0 || onTheWay >= mostOnTheWay) return
      const batch = waiting
      waiting = []
      onTheWay++
      try {
        const results = await many(
          db,
          batch.map(({ value }) => value),
        )
        batch.forEach(({ resolve }, i) => resolve(results[i]!))
      } catch (error) {
        const separately = batch.length > 1 && isUndone(error)
        for (const { value, resolve, reject } of batch) {
          if (separately) one(db, value).then(resolve, reject)
          else reject(error)
        }
      } finally {
        onTheWay--
        void send()
      }
    }
    return (value: V) =>
      new Promise<R>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(send)
        waiting.push({ value, resolve, reject })
      })
  }

  return (db: Db, value: V): Promise<R> => {
    if (isSqlite(db) || !direct.has(db)) return one(db, value)
    let queue = queues.get(db)
    if (!queue) queues.set(db, (queue = createQueue(db)))
    return queue(value)
  }
}
