import pg from 'pg'

/** Not now: by the code that PostgreSQL has for it. */
const standby = () => Object.assign(new Error('the server takes no writes'), { code: '57P03' })

/** A client that connects to the one of the servers that takes writes: after a failure the next one is tried. */
export function clientOfPrimary(addresses: string[]): typeof pg.Client {
  let current = 0
  return class extends pg.Client {
    readonly #at: number

    constructor(config?: string | pg.ClientConfig) {
      const at = current
      super({ ...(config as pg.ClientConfig), connectionString: addresses[at] })
      this.#at = at
    }

    async #connect() {
      try {
        await super.connect()
        const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only')
        if (rows[0]?.transaction_read_only === 'off') return
        await this.end()
        throw standby()
      } catch (error) {
        // Of those that fail together only the first moves on.
        if (current === this.#at) current = (current + 1) % addresses.length
        throw error
      }
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connected = this.#connect()
      if (!callback) return connected.then(() => this)
      connected.then(() => (callback as (error?: Error) => void)(), callback)
    }
  }
}
