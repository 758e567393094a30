import { api, leadSources } from '@zhenyue/contract'
import { lead, nextPhone } from '../load.ts'
import type { Drill } from '../drill.ts'
import { connect, inParallel } from './client.ts'
import { query } from './database.ts'
import { judge } from './outcome.ts'

const times = 4
const duplicate = '该手机号在同渠道已提交过,请勿重复'

interface Key extends Record<string, unknown> {
  phone: string
  source: (typeof leadSources)[number]
}

function makeKeys(count: number): Key[] {
  const phones = Array.from({ length: count / leadSources.length }, nextPhone)
  return phones.flatMap((phone) => leadSources.map((source) => ({ phone, source })))
}

export const duplicates: Drill = {
  title: `each lead submitted ${times} times at once (PostgreSQL: over two instances)`,
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  // Looks first and writes a little later, with nothing in the database to say no.
  breakage: [
    {
      file: 'leads/store.ts',
      from: '  const first = await insert(db, row)',
      to: "  const other = db.selectFrom('leads').select('id').where('phone', '=', lead.phone)\n  if (await other.where('source', '=', lead.source).executeTakeFirst()) return undefined\n  await new Promise(setImmediate)\n  const first = await insert(db, row)",
    },
    {
      file: 'leads/store.ts',
      from: '    .onConflict((conflict) => conflict.doNothing())\n',
      to: '',
    },
    {
      file: 'db/migrations/0001-start.ts',
      from: "table.addUniqueConstraint('leads_phone_source', ['phone', 'source']).execute()",
      to: 'table.execute()',
    },
    { file: 'db/migrations/0007-persons.ts', from: '    .unique()\n', to: '' },
  ],
  async run(scene, size) {
    const keys = makeKeys(size === 'full' ? 10_000 : 200)
    const services = [await scene.serve()]
    if (scene.engine === 'postgres') services.push(await scene.serve())
    const clients = services.map(({ url }) => connect(url, 16))
    const answers = new Map<string, number>()
    const submit = async (key: Key, time: number) => {
      const { send } = clients[time % clients.length]!
      const { status, message } = await send(api.leads.submit, { body: lead(key) })
      const answer = status === 200 ? '200' : `${status} ${message}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
    const submitAll = (key: Key) => Promise.all(Array.from({ length: times }, (_, time) => submit(key, time)))
    // A service that has just started is slow, and turns away what would have to wait.
    await inParallel(keys.slice(0, 20), 1, submitAll)
    await inParallel(keys.slice(20), 4, submitAll)
    const [row] = await query(
      scene,
      "select count(*) as total, count(distinct phone || ' ' || source) as keys from leads",
    )
    for (const service of services) await service.stop()

    const accepted = answers.get('200') ?? 0
    const refused = answers.get(`400 ${duplicate}`) ?? 0
    const others = [...answers].filter(([answer]) => answer !== '200' && answer !== `400 ${duplicate}`)
    const isExact = [accepted, Number(row!['total']), Number(row!['keys'])].every((n) => n === keys.length)
    return judge(`${keys.length} keys ${times} times, ${row!['total']} rows, ${refused} refusals`, [
      !isExact && `${accepted} accepted, ${row!['total']} rows of ${row!['keys']} keys`,
      refused !== keys.length * (times - 1) && `${refused} refusals`,
      ...others.map(([answer, count]) => `${count} answers of ${answer}`),
    ])
  },
}
