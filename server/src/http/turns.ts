import { unavailable } from './errors.ts'

interface Waiting {
  go(): void
  refuse(reason: Error): void
}

/**
 * Lets only so much of some work run at once; of the rest some may wait, and what is more is refused.
 * Callers take turns, and where no more may wait the one with the most waiting gives up its last:
 * however much one caller asks for, it holds up no other.
 */
export function turns({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }) {
  let running = 0
  let waiting = 0
  /** In the order in which callers have their turn. */
  const lines = new Map<string, Waiting[]>()

  function join(caller: string, one: Waiting) {
    const line = lines.get(caller) ?? []
    if (waiting >= mostWaiting) {
      const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), line)
      if (longest.length <= line.length + 1) return one.refuse(unavailable())
      longest.pop()!.refuse(unavailable())
      waiting--
    }
    line.push(one)
    lines.set(caller, line)
    waiting++
  }

  function next(): Waiting | undefined {
    for (const [caller, line] of lines) {
      lines.delete(caller)
      waiting--
      const one = line.shift()
      if (line.length > 0) lines.set(caller, line)
      return one
    }
  }

  return async function inTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else await new Promise<void>((go, refuse) => join(caller, { go, refuse }))
    try {
      return await work()
    } finally {
      const one = next()
      // The event loop comes round in between, even if the work did not wait for anything.
      if (one) setImmediate(one.go)
      else running--
    }
  }
}
