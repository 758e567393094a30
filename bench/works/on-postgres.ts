import pg from 'pg'
import { api } from '@zhenyue/contract'
import type { Bench } from '../bench.ts'
import type { Ask } from '../data/ask.ts'
import { compare, connections, rateOf } from '../measure.ts'
import { newDatabase } from '../postgres.ts'
import { fetchAnswer, exactly, request, textOf } from '../requests.ts'
import { serve } from '../service.ts'
import type { Result } from '../generator.ts'
import type { Work } from '../work.ts'
import { leadWritten, Writer } from './writes.ts'

/** The service on a PostgreSQL, and how to ask that without it. */
export async function onPostgres(bench: Bench) {
  const url = await newDatabase(bench)
  const service = await serve(bench, { DATABASE_URL: url })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  bench.onEnd(() => pool.end())
  const ask: Ask = async (query, ...parameters) => (await pool.query(query, parameters)).rows
  return { url, service, ask }
}

const loop = async (bench: Bench) => {
  const { url } = await bench.shared(onPostgres)
  return bench.program('yardsticks/insert-loop.ts', 'service', { DATABASE_URL: url })
}

const byHand = async (bench: Bench) => {
  const { url } = await bench.shared(onPostgres)
  const { ask } = await bench.program('by-hand/server.ts', 'service', { DATABASE_URL: url })
  const { port } = await ask<{ port: number }>({})
  return port
}

const handWritten = 'Express 5 and knex, written by hand'

export const postgresWorks: Work[] = [
  {
    name: 'POST lead on PostgreSQL',
    yardstick: 'a bare loop of the same insert on 10 connections',
    target: { unit: '×', least: 0.75 },
    async measure(bench) {
      const { service, ask } = await bench.shared(onPostgres)
      const bare = await bench.shared(loop)
      const writer = new Writer(bench, service.port, leadWritten)
      const finding = await compare(
        bench,
        (seconds) => writer.write(seconds, connections),
        async (seconds) => {
          const order = { seconds, first: Writer.numbers(0), body: leadWritten.body }
          const result = await bare.ask<Pick<Result, 'next' | 'acknowledged'> & { rate: number }>(order)
          writer.note(result)
          return { value: result.rate }
        },
      )
      finding.wrong ??= await writer.faultIn(ask)
      return finding
    },
  },
  {
    name: 'POST lead on PostgreSQL, beside Express and knex',
    yardstick: handWritten,
    target: { unit: '×', least: 3 },
    async measure(bench) {
      const { service, ask } = await bench.shared(onPostgres)
      const ours = new Writer(bench, service.port, leadWritten)
      const theirs = ours.besides(await bench.shared(byHand))
      const finding = await compare(
        bench,
        (seconds) => ours.write(seconds, connections),
        (seconds) => theirs.write(seconds, connections),
      )
      finding.wrong ??= await ours.faultIn(ask)
      return finding
    },
  },
  {
    name: 'GET home on PostgreSQL, beside Express and knex',
    yardstick: handWritten,
    target: { unit: '×', least: 3 },
    async measure(bench) {
      const { service } = await bench.shared(onPostgres)
      const port = await bench.shared(byHand)
      const { path } = api.home.read
      const ours = await fetchAnswer(service.url, 'GET', path)
      const theirs = await fetchAnswer(`http://127.0.0.1:${port}`, 'GET', path)
      const [one, other] = [ours, theirs].map((answer) => JSON.stringify(JSON.parse(textOf(answer))))
      if (one !== other) throw new Error(`the hand-written service answers ${other}, and not ${one}`)
      const asked = { connections, request: request('GET', path) }
      return compare(
        bench,
        (seconds) => rateOf(bench, { ...asked, ports: [service.port], expect: exactly(ours) }, seconds),
        (seconds) => rateOf(bench, { ...asked, ports: [port], expect: exactly(theirs) }, seconds),
      )
    },
  },
]
