import { api } from '@zhenyue/contract'
import { booking } from '../load.ts'
import type { Drill } from '../drill.ts'
import { connect, inParallel, logIn, patiently, type Client } from './client.ts'
import { query } from './database.ts'
import { judge } from './outcome.ts'

const { confirm, complete, cancel } = api.appointments
const operations = [confirm, complete, cancel]
const racers = 8
const page = 200

const lawful = new Set([
  'pending',
  'pending confirmed',
  'pending confirmed completed',
  'pending confirmed cancelled',
  'pending cancelled',
])

async function readAudit({ call }: Client) {
  const moves = []
  for (let offset = 0; ; offset += page) {
    const { list, total } = await call(api.audit.list, {
      query: { limit: String(page), offset: String(offset) },
    })
    moves.push(...list)
    if (offset + page >= total) break
  }
  return moves
    .filter(({ action }) => /^appointment\.(confirm|complete|cancel)$/.test(action))
    .toSorted((a, b) => a.number - b.number)
}

/** The states one after the other; a step that does not begin where the one before ended shows in it. */
function historyOf(steps: [from: string, to: string][]): string {
  const states = ['pending']
  for (const [from, to] of steps) {
    if (states.at(-1) !== from) states.push(`(from ${from})`)
    states.push(to)
  }
  return states.join(' ')
}

export const racing: Drill = {
  title: `${racers} operations race for each appointment (PostgreSQL: over two instances)`,
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  breakage: [{ file: 'bookings/appointment-store.ts', from: "      .where('status', '=', from)\n", to: '' }],
  async run(scene, size) {
    const services = [await scene.serve()]
    if (scene.engine === 'postgres') services.push(await scene.serve())
    const token = await logIn(services[0]!.url)
    const clients = services.map(({ url }) => connect(url, 32 / services.length, token))
    const sent = new Map<string, Set<object>>()
    const answers = new Map<number, number>()

    const race = async (id: string, racer: number) => {
      const operation = operations[Math.floor(Math.random() * operations.length)]!
      sent.get(id)!.add(operation)
      const { send } = clients[racer % clients.length]!
      const { status } = await patiently(() => send(operation, { params: { id } }))
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    const count = size === 'full' ? 2000 : 40
    await inParallel(Array.from({ length: count }, booking), 8, async (body) => {
      const { data } = await patiently(() => clients[0]!.send(api.appointments.create, { body }))
      sent.set(data.id, new Set())
    })
    await inParallel([...sent.keys()], 4, (id) =>
      Promise.all(Array.from({ length: racers }, (_, racer) => race(id, racer))),
    )

    const moves = await readAudit(clients[0]!)
    const rows = await query(scene, 'select id, status from appointments')
    for (const service of services) await service.stop()
    const steps = Map.groupBy(moves, ({ target }) => target)
    const wrong = rows.filter(({ id, status }) => {
      const history = historyOf(
        (steps.get(String(id)) ?? []).map(({ changes }) => changes!['status'] as [string, string]),
      )
      const tried = sent.get(String(id))!
      // Whoever came first would have been let.
      const isStuck = status === 'pending' && (tried.has(confirm) || tried.has(cancel))
      return !lawful.has(history) || !history.endsWith(String(status)) || isStuck
    })
    const others = [...answers].filter(([status]) => status !== 200 && status !== 409)
    const done = answers.get(200) ?? 0
    return judge(`${rows.length} appointments, ${rows.length * racers} operations, ${done} of them done`, [
      rows.length !== count && `${rows.length} appointments of ${count}`,
      wrong.length > 0 && `${wrong.length} unlawful histories`,
      done !== moves.length && `${done} answers of 200, but ${moves.length} audit rows`,
      ...others.map(([status, times]) => `${times} answers of ${status}`),
    ])
  },
}
