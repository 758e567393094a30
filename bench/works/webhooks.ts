import { api, createClient } from '@zhenyue/contract'
import { wait, type Bench } from '../bench.ts'
import { askSqlite } from '../data/ask.ts'
import { compare } from '../measure.ts'
import { serve } from '../service.ts'
import type { Work } from '../work.ts'
import { leadWritten, Writer } from './writes.ts'

async function place(bench: Bench) {
  const folder = bench.subfolder()
  const service = await serve(bench, { DATA_DIR: folder, WEBHOOK_ALLOW: '127.0.0.1' })
  const writer = new Writer(bench, service.port, leadWritten)
  return { service, writer, ask: askSqlite(`${folder}/zhenyue.db`) }
}

/** A receiver that answers 200, on the core of the load generator. */
async function receiver(bench: Bench): Promise<string> {
  const { ask } = await bench.program('yardsticks/bare.ts', 'generator')
  const { port } = await ask<{ port: number }>({ status: 200, headers: [], body: '' })
  return `http://127.0.0.1:${port}/`
}

/** Seconds for which deliveries are counted. */
const counted = 3

export const webhookWorks: Work[] = [
  {
    name: 'POST lead with one webhook on SQLite, durable',
    yardstick: 'the same service without a webhook',
    target: { unit: '×', least: 0.9 },
    async measure(bench) {
      const [told, quiet] = [await place(bench), await place(bench)]
      const token = await told.service.token()
      const url = await receiver(bench)
      await createClient({ baseUrl: told.service.url, token: () => token }).call(api.webhooks.create, {
        body: { url, types: ['lead.created'] },
      })
      const finding = await compare(
        // Longer turns than others: what was written is announced and told in bursts.
        { seconds: bench.seconds * 5, rounds: bench.rounds },
        (seconds) => told.writer.write(seconds),
        async (seconds) => {
          // What is still to be told would otherwise take its time from the other side.
          process.kill(told.service.pid, 'SIGSTOP')
          try {
            return await quiet.writer.write(seconds)
          } finally {
            process.kill(told.service.pid, 'SIGCONT')
          }
        },
      )
      for (const { writer, ask } of [told, quiet]) finding.wrong ??= await writer.faultIn(ask)
      const delivered = async () => {
        const [row] = await told.ask(`select count(*) as count from deliveries where status = 'delivered'`)
        return row.count as number
      }
      const meanwhile = await delivered()
      await wait(counted * 1000)
      const rate = Math.round(((await delivered()) - meanwhile) / counted)
      if (rate === 0) finding.wrong ??= 'nothing was delivered'
      return {
        ...finding,
        info: `${finding.info}; ${meanwhile} deliveries meanwhile, then ${rate} a second`,
      }
    },
  },
]
