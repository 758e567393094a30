import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { lead, wait } from '../load.ts'
import { connect, inParallel, logIn, patiently } from './client.ts'
import { judge } from './outcome.ts'
import { receiver, toReceivers, untilQuiet, type Told } from '../receivers.ts'

const mostTries = 1 + toReceivers.WEBHOOK_RETRIES.split(',').length

export const faultyReceivers: Drill = {
  title: 'a webhook that fails three times in ten, beside one that never answers, on two instances',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  // A try that failed is not made again.
  breakage: [
    {
      file: 'webhooks/send.ts',
      from: 'const pause = config.webhookRetries[tries - 1]',
      to: 'const pause = undefined',
    },
  ],
  async run(scene, size) {
    const events = size === 'full' ? 10_000 : 200
    const tries = new Map<string, string[]>()
    const delivered = new Set<string>()
    let calls = 0
    let slowest = 0
    const sentAt = new Map<string, number>()
    const faulty = await receiver<Told>(scene, (response, { data }, webhookId) => {
      calls++
      tries.set(data.id, [...(tries.get(data.id) ?? []), webhookId])
      // What failed at every try would rightly be given up, which one in 170,000 events would be by chance alone.
      const chance = tries.get(data.id)!.length < mostTries ? Math.random() : 1
      if (chance < 0.1) return void response.destroy()
      if (chance < 0.3) return void response.writeHead(500).end()
      delivered.add(data.id)
      response.end()
    })
    const quick = await receiver<Told>(scene, (response, { data }) => {
      slowest = Math.max(slowest, Date.now() - (sentAt.get(data.id) ?? Date.now()))
      response.end()
    })
    const hanging = await receiver<Told>(scene, () => {})
    const services = [await scene.serve(toReceivers)]
    if (scene.engine === 'postgres') services.push(await scene.serve(toReceivers))
    const admin = connect(services[0]!.url, 1, await logIn(services[0]!.url))
    for (const url of [hanging, faulty, quick]) {
      await admin.call(api.webhooks.create, { body: { url, types: ['lead.created'] } })
    }
    const clients = services.map(({ url }) => connect(url, 16))
    const written: string[] = []
    await inParallel(
      Array.from({ length: events }, (_, i) => i),
      16,
      async (i) => {
        const { data } = await patiently(() =>
          clients[i % clients.length]!.send(api.leads.submit, { body: lead() }),
        )
        sentAt.set(data.id, Date.now())
        written.push(data.id)
      },
    )
    await untilQuiet(() => calls, 8)
    // A try whose end could not be written is made again when its lease is over.
    if (delivered.size < written.length && size === 'full') await untilQuiet(() => calls, 35)
    await wait(500)
    for (const service of services) await service.stop()
    const missing = written.filter((id) => !delivered.has(id))
    const renamed = [...tries.values()].filter((ids) => new Set(ids).size > 1).length
    return judge(
      `${events} events on ${services.length} instance(s), ${calls} calls of which ${calls - delivered.size} failed; the healthy one was told within ${(slowest / 1000).toFixed(1)} s`,
      [
        missing.length > 0 &&
          `${missing.length} not delivered, the first after ${tries.get(missing[0]!)?.length ?? 0} tries`,
        renamed > 0 && `${renamed} tried under several ids`,
        written.length < events && 'too few were written',
      ],
    )
  },
}
