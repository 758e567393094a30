import { createHash } from 'node:crypto'
import { PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import { addressesIn } from './addresses.ts'
import { clientOfPrimary } from './primary.ts'
import { Database } from './types.ts'

const int8 = 20

/** No statement, or already one, of this name: said behind a PgBouncer that hands connections about and knows no names. */
const lostNames = ['26000', '42P05']
const isLostName = (error: unknown) => lostNames.includes((error as { code?: string }).code ?? '')

/** By the text alone: connections may be shared with other instances, and a name has to mean the same to all. */
const nameOf = (text: string) => `zhenyue-${createHash('sha256').update(text).digest('base64url')}`

/** The migrator's lock belongs to a connection, which PgBouncer hands about. `migrate` holds that of a transaction. */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new AdapterWithoutLock()
  }
}

export function openPostgres(url: string): Database {
  const addresses = addressesIn(url)
  const pool = new pg.Pool({
    ...(addresses.length === 1 ? { connectionString: url } : { Client: clientOfPrimary(addresses) }),
    application_name: 'zhenyue',
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
    // To compile a question of staff takes longer than to answer it.
    onConnect: (client) => client.query('set jit = off'),
    types: {
      // Counts, numbers and times are int8, which pg hands over as strings.
      getTypeParser: (oid: number, format?: 'text') =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  })
  // A connection that breaks fails its query; without a listener it would also end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const names = new Map<string, string>()
  let keepsNames = true
  return new Database(new Dialect({ pool }), {
    async run({ sql: text, parameters: values }) {
      if (keepsNames) {
        let name = names.get(text)
        if (!name) names.set(text, (name = nameOf(text)))
        try {
          return (await pool.query({ name, text, values: [...values] })).rows
        } catch (error) {
          // Nothing was run yet.
          if (!isLostName(error)) throw error
          keepsNames = false
        }
      }
      return (await pool.query(text, [...values])).rows
    },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
}
