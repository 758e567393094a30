import pg from 'pg'
import { cores, pinnedTo } from '../scripts/machine.ts'
import { startPostgres } from '../scripts/postgres.ts'
import type { Bench } from './bench.ts'

/** A server on these cores, with settings as in compose.yaml. */
const serverOn = (its: number[]) => async (bench: Bench) => {
  const settings = ['shared_buffers=1GB', 'random_page_cost=1.1']
  const postgres = await startPostgres({ durable: true, under: pinnedTo(...its), settings })
  bench.onEnd(() => postgres.stop())
  return postgres.url
}

/** Anywhere but on the core of the service; where there are only two, beside the load generator. */
const server = serverOn(cores.length > 2 ? cores.slice(2) : cores.slice(1))
/** Staff ask one at a time, and the service waits meanwhile: it may use every core. */
const serverForStaff = serverOn(cores)

/** An empty database on a PostgreSQL of the benchmark's own, as durable as it comes. */
export async function newDatabase(bench: Bench, { forStaff = false } = {}): Promise<string> {
  const url = new URL(await bench.shared(forStaff ? serverForStaff : server))
  const client = new pg.Client(url.href)
  await client.connect()
  url.pathname = `bench_${crypto.randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${url.pathname.slice(1)}`)
  await client.end()
  return url.href
}
