import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import type { Db } from './types.ts'
import { isUnavailable } from './unavailable.ts'

/** How often the replica is looked at, in milliseconds, and how many seconds it may be behind. */
const pause = 1000
const mostBehind = 10

/** The replica gave up on a question, as what it reads was about to be removed. */
const recoveryConflict = '40001'

/** Reads only, on a replica of the primary; on the primary itself while the replica is out of reach or far behind. */
export class ReplicaReports extends Kysely<Schema> {
  readonly #driver: ReplicaDriver

  private constructor(driver: ReplicaDriver) {
    super({
      dialect: {
        createDriver: () => driver,
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
      },
    })
    this.#driver = driver
  }

  static open(url: string, primary: Db): ReplicaReports {
    return new ReplicaReports(new ReplicaDriver(openPostgres(url), primary))
  }

  /** Seconds; NaN while it is not known. */
  get lag() {
    return this.#driver.lag
  }
}

class ReplicaDriver implements Driver {
  readonly #replica: Db
  readonly #primary: Db
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined
  lag = NaN

  constructor(replica: Db, primary: Db) {
    this.#replica = replica
    this.#primary = primary
    this.#look()
    this.#timer = setInterval(this.#look, pause).unref()
  }

  readonly #look = () => {
    this.#looking ??= this.#readLag()
      .then((lag) => void (this.lag = lag))
      .catch(() => void (this.lag = NaN))
      .finally(() => (this.#looking = undefined))
  }

  async #readLag(): Promise<number> {
    // Without writes nothing is replayed, which is no lag while there is a connection to the primary.
    const { rows } = await sql<{ lag: number | null }>`select cast(case
      when not pg_is_in_recovery() then 0
      when exists (select from pg_stat_wal_receiver)
        and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
      end as double precision) as lag`.execute(this.#replica)
    return rows[0]?.lag ?? NaN
  }

  async init() {
    await this.#looking
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const read = <R>(query: CompiledQuery) => this.#read<R>(query)
    return {
      executeQuery: read,
      async *streamQuery<R>(query: CompiledQuery) {
        yield await read<R>(query)
      },
    }
  }
  async releaseConnection() {}

  async #read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!(this.lag <= mostBehind)) return this.#primary.executeQuery(query as CompiledQuery<R>)
    try {
      return await this.#replica.executeQuery(query as CompiledQuery<R>)
    } catch (error) {
      if (isUnavailable(error)) this.lag = NaN
      else if ((error as { code?: string }).code !== recoveryConflict) throw error
      return this.#primary.executeQuery(query as CompiledQuery<R>)
    }
  }

  beginTransaction = readsOnly
  commitTransaction = readsOnly
  rollbackTransaction = readsOnly

  async destroy() {
    clearInterval(this.#timer)
    await this.#looking
    await this.#replica.destroy()
  }
}

async function readsOnly(): Promise<never> {
  throw new Error('reports only read')
}
