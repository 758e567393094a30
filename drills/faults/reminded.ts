import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { booking } from '../load.ts'
import { connect, inParallel, logIn, patiently } from './client.ts'
import { judge } from './outcome.ts'
import { receiver, toGateway, untilQuiet } from '../receivers.ts'

/** A zone in which it is about noon, so that no day ends during the drill. */
function noonZone() {
  const ahead = 12 - new Date().getUTCHours()
  return { zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`, ahead }
}

export const reminded: Drill = {
  title: 'visits of tomorrow, some cancelled before the hour of the reminders, on two instances',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  // Whether a visit still stands is not looked at.
  breakage: [
    { file: 'messages/store.ts', from: ".where('status', 'in', ['pending', 'confirmed'])", to: '' },
    { file: 'messages/send.ts', from: "return 'no longer so'", to: 'return undefined' },
  ],
  async run(scene, size) {
    const [visits, cancelled] = size === 'full' ? [1000, 300] : [60, 20]
    const got: string[] = []
    const url = await receiver<{ phone: string }>(scene, (response, { phone }) => {
      got.push(phone)
      response.end('{}')
    })
    const { zone, ahead } = noonZone()
    const local = (days: number) => new Date(Date.now() + (ahead + days * 24) * 3_600_000).toISOString()
    const env = { TIME_ZONE: zone, ...toGateway(url) }
    const services = [await scene.serve(env)]
    if (scene.engine === 'postgres') services.push(await scene.serve(env))
    const client = connect(services[0]!.url, 16)
    const expected = new Set<string>()
    await inParallel(
      Array.from({ length: visits }, (_, i) => i),
      16,
      async (i) => {
        const body = booking({ date: local(1).slice(0, 10) })
        const { data } = await patiently(() => client.send(api.appointments.create, { body }))
        if (i < cancelled) await client.call(api.appointments.cancel, { params: { id: data.id } })
        else expected.add(body.patientPhone)
      },
    )
    const admin = connect(services[0]!.url, 1, await logIn(services[0]!.url))
    const { provider: _, ...settings } = await admin.call(api.messages.settings)
    await admin.call(api.messages.saveSettings, {
      body: {
        ...settings,
        reminder: { enabled: true, template: 'T', params: ['date'] },
        reminderTime: local(0).slice(11, 16),
        quietFrom: '00:00',
        quietTo: '00:00',
      },
    })
    await untilQuiet(() => got.length, 5)
    for (const service of services) await service.stop()
    const unwanted = got.filter((phone) => !expected.has(phone)).length
    const missing = [...expected].filter((phone) => !got.includes(phone)).length
    const twice = got.length - new Set(got).size
    return judge(
      `${visits} visits, ${cancelled} cancelled, on ${services.length} instance(s): ${got.length} reminders`,
      [
        missing > 0 && `${missing} not reminded`,
        unwanted > 0 && `${unwanted} reminded of a cancelled visit`,
        twice > 0 && `${twice} reminded twice`,
      ],
    )
  },
}
