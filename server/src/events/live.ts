import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { changesSince, type Change, type Watermark } from './store.ts'

const pause = 1000

export type Listener = (change: Change) => void

/** Tells those who listen what changes, on whichever instance: it is asked of the database, while anyone listens. */
export class Live {
  readonly #db: Db
  readonly #time: Time
  readonly #fail: (error: unknown) => void
  readonly #listeners = new Set<Listener>()
  #watermark: Watermark | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, time: Time, fail: (error: unknown) => void) {
    this.#db = db
    this.#time = time
    this.#fail = fail
  }

  /** Resolves once nothing that happens from now on will be missed. */
  async add(listener: Listener): Promise<void> {
    this.#listeners.add(listener)
    if (this.#listeners.size > 1 && this.#watermark) return
    const { watermark } = await changesSince(this.#db, this.#time, undefined)
    // Left in the meantime.
    if (!this.#listeners.has(listener)) return
    this.#watermark ??= watermark
    this.#wait()
  }

  remove(listener: Listener) {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#watermark = undefined
  }

  #wait() {
    if (this.#timer === undefined && this.#listeners.size > 0) this.#timer = setTimeout(this.#look, pause)
  }

  #look = async () => {
    const before = this.#watermark
    try {
      const { changes, watermark } = await changesSince(this.#db, this.#time, before)
      // Nobody listens any more, or others began to.
      if (this.#watermark !== before) return
      this.#watermark = watermark
      for (const change of changes) for (const listener of this.#listeners) listener(change)
    } catch (error) {
      this.#fail(error)
    }
    if (this.#watermark === undefined) return
    this.#timer = undefined
    this.#wait()
  }
}
