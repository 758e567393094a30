import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { freePort } from '../../scripts/postgres.ts'
import { wait, type Bench } from '../bench.ts'
import { newDatabase } from '../postgres.ts'
import { serve, type Service } from '../service.ts'
import { memoryOf } from '../../scripts/machine.ts'
import { filledFolder, untilIndexed } from './cache.ts'
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
  ask(query: string): Promise<any[]>
}

async function open(bench: Bench, env: Record<string, string>, ask: World['ask']): Promise<World> {
  const metrics = await freePort()
  const service = await serve(bench, { ...env, METRICS_PORT: String(metrics) })
  await wait(3000)
  const idle = memoryOf(service.pid)
  const [facts] = await ask(factsQuery)
  const headers = { authorization: `Bearer ${await service.token()}` }
  return { service, headers, facts, idle, metricsUrl: `http://127.0.0.1:${metrics}/metrics`, ask }
}

const onSqlite = (count: number) => async (bench: Bench) => {
  const folder = await filledFolder(bench, count)
  const file = `${folder}/zhenyue.db`
  const world = await open(bench, { DATA_DIR: folder }, async (query) => {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      return db.prepare(query).all()
    } finally {
      db.close()
    }
  })
  await untilIndexed(file, bench.say)
  return world
}

const onPostgres = (count: number) => async (bench: Bench) => {
  const url = await newDatabase(bench)
  const first = await serve(bench, { DATABASE_URL: url })
  await first.stop()
  bench.say(`  filling PostgreSQL with ${count} leads and ${count} appointments`)
  await fillPostgres(url, count, Date.now())
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  bench.onEnd(() => pool.end())
  const ask = async (query: string) => (await pool.query(query)).rows
  const world = await open(bench, { DATABASE_URL: url }, ask)
  const [{ table }] = await ask(`select to_regclass('leads_unindexed') as table`)
  while (table && Number((await ask('select count(*) as waiting from leads_unindexed'))[0].waiting) > 0) await wait(200)
  return world
}

export const small = 10_000
export const big = 1_000_000
export const worlds = {
  SQLite: { small: onSqlite(small), big: onSqlite(big) },
  PostgreSQL: { small: onPostgres(small), big: onPostgres(big) },
}
export type Engine = keyof typeof worlds
