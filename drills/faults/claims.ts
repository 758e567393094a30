import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { lead } from '../load.ts'
import { connect, inParallel, logIn, patiently } from './client.ts'
import { query } from './database.ts'
import { judge } from './outcome.ts'

const password = 'an agent has this one'

export const claims: Drill = {
  title: 'agents claim leads at once (PostgreSQL: over two instances)',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  // Takes what somebody has as well.
  breakage: [
    {
      file: 'leads/queue-store.ts',
      from: "leads.and([leads('leads.followed', '=', sql.lit(nothing)), leads.not(isFollowed('leads.phone'))])",
      to: 'sql<boolean>`true`',
    },
    { file: 'leads/claim-store.ts', from: "          .where('follow_ups.assignee', '=', '')\n", to: '' },
  ],
  async run(scene, size) {
    const [agents, count] = size === 'full' ? [20, 1000] : [4, 60]
    const services = [await scene.serve()]
    if (scene.engine === 'postgres') services.push(await scene.serve())
    const urls = services.map(({ url }) => url)
    const admin = connect(urls[0]!, 8, await logIn(urls[0]!))
    await inParallel(
      Array.from({ length: count }, (_, i) => lead({ score: i % 101 })),
      8,
      (body) => patiently(() => admin.send(api.leads.submit, { body })),
    )
    const clients = []
    for (let i = 0; i < agents; i++) {
      const body = { username: `agent-${i}`, password }
      await admin.call(api.accounts.create, { body: { ...body, role: 'agent' } })
      const url = urls[i % urls.length]!
      const { token } = await connect(url, 1).call(api.admins.login, { body })
      clients.push({ username: body.username, ...connect(url, 1, token) })
    }

    const got = new Map<string, string[]>()
    await Promise.all(
      clients.map(async ({ username, call }) => {
        const own: string[] = []
        got.set(username, own)
        for (;;) {
          const { list } = await call(api.followUp.claim, { body: { count: 7 } })
          // A build that gives the same again and again has shown enough.
          if (list.length === 0 || own.length > count) return
          own.push(...list.map(({ id }) => id))
        }
      }),
    )
    const rows = await query(
      scene,
      'select leads.id, follow_ups.assignee from leads left join follow_ups on follow_ups.phone = leads.phone',
    )
    for (const service of services) await service.stop()
    const claimed = [...got.values()].flat()
    const twice = claimed.length - new Set(claimed).size
    const wrong = rows.filter(
      ({ id, assignee }) => !got.get(String(assignee))?.includes(`lead-${String(id)}`),
    )
    return judge(`${agents} agents, ${count} leads`, [
      twice > 0 && `${twice} leads given twice`,
      claimed.length !== count && `${claimed.length} of ${count} leads given`,
      wrong.length > 0 && `${wrong.length} leads are not of whoever was given them`,
    ])
  },
}
