import knex from 'knex'

/** As many connections as the service has. */
export const database = knex({
  client: 'pg',
  connection: process.env['DATABASE_URL']!,
  pool: { min: 10, max: 10 },
})
