import pg from 'pg'
import { freePort } from '../../scripts/postgres.ts'
import { wait, type Bench } from '../bench.ts'
import { newDatabase } from '../postgres.ts'
import { serve, type Service } from '../service.ts'
import { memoryOf } from '../../scripts/machine.ts'
import { askSqlite, type Ask } from './ask.ts'
import { filledFolder } from './cache.ts'
import { fillPostgres } from './fill.ts'
import { factsQuery, type Facts } from './questions.ts'

/** The service on a database of some size. */
export interface World {
  service: Service
  headers: { authorization: string }
  facts: Facts
  /** Megabytes, some seconds after the start. */
  idle: number
  metricsUrl: string
  ask: Ask
}

async function open(bench: Bench, env: Record<string, string>, ask: Ask): Promise<World> {
  const metrics = await freePort()
  const service = await serve(bench, { ...env, METRICS_PORT: String(metrics) })
  await wait(3000)
  const idle = memoryOf(service.pid)
  const [row] = await ask(factsQuery)
  // PostgreSQL's large integers come as strings.
  const facts: Facts = {
    ...row,
    created_at: Number(row.created_at),
    newest: Number(row.newest),
    rows: Number(row.rows),
  }
  const headers = { authorization: `Bearer ${await service.token()}` }
  return { service, headers, facts, idle, metricsUrl: `http://127.0.0.1:${metrics}/metrics`, ask }
}

const onSqlite = (count: number) => async (bench: Bench) => {
  const folder = await filledFolder(bench, count)
  const ask = askSqlite(`${folder}/zhenyue.db`)
  return open(bench, { DATA_DIR: folder }, ask)
}

const onPostgres = (count: number) => async (bench: Bench) => {
  const url = await newDatabase(bench, { forStaff: true })
  const first = await serve(bench, { DATABASE_URL: url })
  await first.stop()
  bench.say(`  filling PostgreSQL with ${count} leads and ${count} appointments`)
  await fillPostgres(url, count, Date.now())
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  bench.onEnd(() => pool.end())
  const ask: Ask = async (query, ...parameters) => (await pool.query(query, parameters)).rows
  return open(bench, { DATABASE_URL: url }, ask)
}

const small = 10_000
const big = 1_000_000
export const worlds = {
  SQLite: { small: onSqlite(small), big: onSqlite(big) },
  PostgreSQL: { small: onPostgres(small), big: onPostgres(big) },
}
export type Engine = keyof typeof worlds
