import { unavailable } from './errors.ts'

interface Limits {
  /** How many requests work on the database at once. */
  inFlight: number
  /** Milliseconds a request may wait behind others. */
  wait: number
}

interface Waiting {
  since: number
  start: (isAdmitted: boolean) => void
}

/** Fewer requests than this are no crowd: one of them was slow by itself. */
const crowd = 1000

/**
 * Milliseconds until a request that was refused is told so. At once, most would ask again at once, until refusing takes
 * all the time; at the same moment, they would come back together.
 */
const refusalDelay = () => 2000 + Math.random() * 1000

/**
 * Load shedding: who would wait too long behind others is refused, so that the others are served as if there were
 * no more. Those who wait are served in the order in which they came.
 */
export class Gate {
  readonly #limits: Limits
  #inFlight = 0
  #wasBusyAt = -Infinity
  readonly #waiting: Waiting[] = []
  /** The turn of the event loop: when its first request was read, and how many were. */
  #turnBegan = 0
  #readInTurn = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Counts a request that was read; answers whether to refuse it. */
  isFull(): boolean {
    const now = performance.now()
    if (this.#readInTurn === 0) {
      this.#turnBegan = now
      setImmediate(() => (this.#readInTurn = 0))
    }
    this.#readInTurn++
    const { wait } = this.#limits
    const isLate = this.#readInTurn > crowd && now - this.#turnBegan > wait
    return isLate || (this.#waiting.length > 0 && now - this.#waiting[0]!.since > wait)
  }

  /** Whether so many requests are at work, or were a moment ago, that what can wait should: writers end together. */
  isBusy = () => performance.now() - this.#wasBusyAt < 100

  /** Does the work of a request when it is its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inFlight >= this.#limits.inFlight) await this.#turn()
    else this.#inFlight++
    if (this.#inFlight > 16) this.#wasBusyAt = performance.now()
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  async #turn() {
    const isAdmitted = await new Promise<boolean>((start) =>
      this.#waiting.push({ since: performance.now(), start }),
    )
    if (!isAdmitted) await this.refuse()
  }

  async refuse(): Promise<never> {
    await new Promise((later) => setTimeout(later, refusalDelay()))
    throw unavailable()
  }

  #startNext() {
    const longAgo = performance.now() - this.#limits.wait
    for (;;) {
      const next = this.#waiting.shift()
      if (!next) return void this.#inFlight--
      const isAdmitted = next.since > longAgo
      next.start(isAdmitted)
      if (isAdmitted) return
    }
  }
}
