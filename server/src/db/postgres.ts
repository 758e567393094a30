import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { addressesIn } from './addresses.ts'
import { clientOfPrimary } from './primary.ts'
import { Database } from './types.ts'

const int8 = 20

export function openPostgres(url: string): Database {
  const addresses = addressesIn(url)
  const pool = new pg.Pool({
    ...(addresses.length === 1 ? { connectionString: url } : { Client: clientOfPrimary(addresses) }),
    application_name: 'zhenyue',
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
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
  return new Database(new PostgresDialect({ pool }), {
    async run(text, values) {
      let name = names.get(text)
      if (!name) names.set(text, (name = `zhenyue-${names.size}`))
      const { rows } = await pool.query({ name, text, values: [...values] })
      return rows
    },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
}
