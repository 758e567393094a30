import { api } from '@zhenyue/contract'
import type { Bench } from '../bench.ts'
import { askSqlite, type Ask } from '../data/ask.ts'
import { appointmentBody, leadBody, phoneOf } from '../data/bodies.ts'
import type { Result } from '../generator.ts'
import { compare, rateOf, writingConnections, type Turn } from '../measure.ts'
import { exactly, fetchAnswer, request } from '../requests.ts'
import type { Work } from '../work.ts'
import { bareAnswering, onSqlite } from './public-reads.ts'

/** What is written, and how its answer and its rows tell who it was. */
export interface Written {
  path: string
  body: string
  pattern: string
  /** Gives id and phone of every row in a range of phones. */
  rows: string
}

export const leadWritten: Written = {
  path: api.leads.submit.path,
  body: leadBody,
  pattern:
    '^{"code":0,"message":"提交成功","data":{"id":"(lead-[0-9]+)","createdAt":"[-0-9]{10} [:0-9]{8}"}}$',
  rows: `select 'lead-' || id as id, phone from leads where phone between $1 and $2 and source = 'self-test'`,
}

export const appointmentWritten: Written = {
  path: api.appointments.create.path,
  body: appointmentBody,
  pattern: '^{"code":0,"message":"预约成功","data":{"id":"(apt-[0-9A-Za-z]{28})".*"status":"pending".*}}$',
  rows: 'select id, patient_phone as phone from appointments where patient_phone between $1 and $2',
}

/** Writes that keep account of what was acknowledged. Numbers are not used twice in a run. */
export class Writer {
  static #next = 1
  readonly #bench: Bench
  readonly #port: number
  readonly #written: Written
  readonly #acknowledged: Map<string, string>
  readonly #first = Writer.#next

  constructor(bench: Bench, port: number, written: Written, acknowledged = new Map<string, string>()) {
    this.#bench = bench
    this.#port = port
    this.#written = written
    this.#acknowledged = acknowledged
  }

  /** Another who writes to the same database, with one account of it all. */
  besides(port: number) {
    return new Writer(this.#bench, port, this.#written, this.#acknowledged)
  }

  /** Numbers for one who writes in another way. */
  static numbers(count: number): number {
    return (Writer.#next += count) - count
  }

  note({ acknowledged, next }: Pick<Result, 'acknowledged' | 'next'>) {
    for (const [number, id] of acknowledged) this.#acknowledged.set(phoneOf(number), id)
    Writer.#next = next
  }

  async write(seconds: number, atOnce = writingConnections): Promise<Turn> {
    const { path, body, pattern } = this.#written
    const load = { ports: [this.#port], connections: atOnce, expect: { status: 200, pattern } }
    const first = Writer.#next
    const turn = await rateOf(
      this.#bench,
      { ...load, first, request: request('POST', path, { body }) },
      seconds,
    )
    this.note(turn.result)
    return turn
  }

  /** Says so unless the rows of the database are exactly what was acknowledged, each once. */
  async faultIn(ask: Ask): Promise<string | undefined> {
    const rows: { id: string; phone: string }[] = await ask(
      this.#written.rows,
      phoneOf(this.#first),
      phoneOf(Writer.#next - 1),
    )
    const strange = rows.find(({ id, phone }) => this.#acknowledged.get(phone) !== id)
    if (strange) return `a row that nobody was told of, or of another id: ${JSON.stringify(strange)}`
    const phones = new Set(rows.map(({ phone }) => phone))
    if (phones.size < rows.length) return `${rows.length - phones.size} rows more than once`
    const lost = this.#acknowledged.size - phones.size
    return lost === 0
      ? undefined
      : `${lost} of ${this.#acknowledged.size} acknowledged rows are not in the database`
  }
}

export const writes: Work[] = Object.entries({ lead: leadWritten, appointment: appointmentWritten }).map(
  ([name, written]) => ({
    name: `POST ${name} on SQLite, durable`,
    yardstick: 'node:http parsing the same body, answering a constant',
    target: { unit: '×', least: 0.3 },
    async measure(bench) {
      const service = await bench.shared(onSqlite)
      const { path, body } = written
      const sent = body.replace('139########', phoneOf(Writer.numbers(1)))
      const answer = await fetchAnswer(service.url, 'POST', path, { body: sent })
      const bare = await bareAnswering(bench, answer)
      const writer = new Writer(bench, service.port, written)
      const constant = { ports: [bare], connections: writingConnections, expect: exactly(answer) }
      // Of all ratios these waver most: the disk has a say in them.
      const finding = await compare(
        { seconds: bench.seconds, rounds: bench.rounds * 3 },
        (seconds) => writer.write(seconds),
        (seconds) => rateOf(bench, { ...constant, request: request('POST', path, { body }) }, seconds),
      )
      const ask = askSqlite(`${bench.folder}/sqlite/zhenyue.db`)
      finding.wrong ??= await writer.faultIn(ask)
      return finding
    },
  }),
)
