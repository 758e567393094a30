import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { nextPhone, wait } from '../load.ts'
import { connect, logIn, type Client } from './client.ts'
import { query } from './database.ts'
import { judge } from './outcome.ts'

const { preview, commit, read, revert } = api.leadImports

async function upload(url: string, token: string, text: string): Promise<string> {
  const response = await fetch(url + preview.path, {
    method: preview.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: text,
  })
  const { data, message } = (await response.json()) as { data?: { id: string }; message: string }
  if (!data) throw new Error(message)
  return data.id
}

/** As far as it has come, at the latest after a lease has run out. */
async function until({ call }: Client, id: string, isThere: (done: number, state: string) => boolean) {
  for (let tries = 0; tries < 6000; tries++) {
    const now = await call(read, { params: { id } })
    if (isThere(now.done, now.state)) return now
    await wait(10)
  }
  throw new Error(`the import ${id} does not go on`)
}

export const imported: Drill = {
  title: 'kill -9 in the middle of an import',
  engines: ['sqlite', 'postgres'],
  // Leaves a row out between two portions.
  breakage: [
    {
      file: 'lead-import/work-store.ts',
      from: 'done: current.done + rows.length,\n    position: rows.at(-1)?.row ?? current.position,',
      to: 'done: current.done + rows.length,\n    position: (rows.at(-1)?.row ?? current.position) + 1,',
    },
  ],
  async run(scene, size) {
    const [rows, kills] = size === 'full' ? [50_000, 10] : [3000, 1]
    const phones = Array.from({ length: rows }, nextPhone)
    const text = ['姓名,手机号', ...phones.map((phone) => `张三,${phone}`)].join('\n')
    let service = await scene.serve()
    const token = await logIn(service.url)
    const open = () => connect(service.url, 1, token)
    const id = await upload(service.url, token, text)
    const params = { id }
    const longest: number[] = []
    await open().call(commit, { params, body: { consent: '演练' } })
    let reached = 0
    for (let i = 0; i < kills; i++) {
      const { done } = await until(open(), id, (now, state) => now > reached || state === 'committed')
      reached = done
      longest.push(done)
      await service.kill()
      service = await scene.serve()
    }
    const end = await until(open(), id, (_, state) => state === 'committed')
    const found = await query(scene, 'select count(*) as count, count(distinct phone) as phones from leads')
    const again = await upload(service.url, token, text)
    await open().call(commit, { params: { id: again }, body: { consent: '演练' } })
    const twice = await until(open(), again, (_, state) => state === 'committed')
    await open().call(revert, { params })
    const back = await until(open(), id, (_, state) => state === 'reverted')
    await service.stop()
    const there = Number(found[0]!['count'])
    return judge(`${kills} kills after ${longest.join(', ')} of ${rows} rows`, [
      there !== rows && `${there} leads of ${rows} rows`,
      end.added !== rows && `${end.added} counted as added`,
      twice.added !== 0 && `${twice.added} added by the same file again`,
      back.takenBack !== rows && `${back.takenBack} of ${rows} taken back`,
    ])
  },
}
