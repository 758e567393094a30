import { api, createClient } from '@zhenyue/contract'
import { freePort } from '../../scripts/postgres.ts'
import { wait, type Bench } from '../bench.ts'
import { phoneOf } from '../data/bodies.ts'
import { newDatabase } from '../postgres.ts'
import { serve } from '../service.ts'
import type { Work } from '../work.ts'
import { longestLag } from './event-loop.ts'
import { Writer } from './writes.ts'

const rows = 50_000
const times = 3

function fileOfLeads(): string {
  const first = Writer.numbers(rows)
  const lines = Array.from({ length: rows }, (_, i) => `张三,${phoneOf(first + i)}`)
  return ['姓名,手机号', ...lines].join('\n')
}

/** Imports a file; answers what went wrong, if anything did. */
async function importLeads(url: string, token: string): Promise<string | undefined> {
  const { call } = createClient({ baseUrl: url, token: () => token })
  const answer = await fetch(url + api.leadImports.preview.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: fileOfLeads(),
  })
  if (answer.status !== 200) return `the preview answers ${answer.status} ${await answer.text()}`
  const { id } = ((await answer.json()) as { data: { id: string } }).data
  await call(api.leadImports.commit, { params: { id }, body: { consent: '到院登记' } })
  for (;;) {
    const { state, added } = await call(api.leadImports.read, { params: { id } })
    if (state !== 'committing')
      return state === 'committed' && added === rows ? undefined : `${state}, ${added} added`
    await wait(200)
  }
}

const databases = {
  SQLite: async (): Promise<Record<string, string>> => ({}),
  PostgreSQL: async (bench: Bench) => ({ DATABASE_URL: await newDatabase(bench) }),
}

export const imports: Work[] = Object.entries(databases).map(([engine, database]) => ({
  name: `longest hold of the event loop, 50,000 leads imported on ${engine}`,
  yardstick: 'at rest for as long, difference',
  target: { unit: 'ms', most: 50 },
  async measure(bench) {
    const metrics = await freePort()
    const service = await serve(bench, { ...(await database(bench)), METRICS_PORT: String(metrics) })
    const metricsUrl = `http://127.0.0.1:${metrics}/metrics`
    const token = await service.token()
    const values: number[] = []
    const held: number[] = []
    const seconds: number[] = []
    let wrong: string | undefined
    for (let round = 0; round < times; round++) {
      await longestLag(metricsUrl)
      const began = performance.now()
      wrong ??= await importLeads(service.url, token)
      const took = performance.now() - began
      const during = await longestLag(metricsUrl)
      await wait(took)
      held.push(during)
      seconds.push(took / 1000)
      values.push(Math.max(0, during - (await longestLag(metricsUrl))))
    }
    await service.stop()
    const all = (numbers: number[], digits: number) => numbers.map((one) => one.toFixed(digits)).join(', ')
    return { values, info: `held ${all(held, 0)} ms; took ${all(seconds, 1)} s`, wrong }
  },
}))
