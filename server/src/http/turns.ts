import { unavailable } from './errors.ts'

/** Lets only so much of some work run at once; of the rest some may wait, and what is more is refused. */
export function turns({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw unavailable()
      await new Promise<void>((go) => waiting.push(go))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The event loop comes round in between, even if the work did not wait for anything.
      if (next) setImmediate(next)
      else running--
    }
  }
}
