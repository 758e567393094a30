import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { wait } from '../load.ts'
import { connect, logIn } from './client.ts'
import { query } from './database.ts'
import { judge } from './outcome.ts'
import { receiver, toReceivers, untilQuiet, type Told } from '../receivers.ts'
import { countOf, nothingWritten, startWriters, untilWritten } from './writers.ts'

export const told: Drill = {
  title: 'kill -9 while leads and bookings are written, confirmed, and told to a webhook',
  engines: ['sqlite', 'postgres'],
  // The event is written, and nobody is told of it.
  breakage: [
    {
      file: 'db/outbox.ts',
      from: "await trx.insertInto('deliveries').values(deliveries).execute()",
      to: 'void 0',
    },
  ],
  async run(scene, size) {
    const kills = size === 'full' ? 100 : 1
    const ids = new Map<string, Set<string>>()
    let count = 0
    const url = await receiver<Told>(scene, (response, { type, data }, webhookId) => {
      const key = `${type} ${data.id}`
      ids.set(key, (ids.get(key) ?? new Set()).add(webhookId))
      count++
      response.end()
    })
    let service = await scene.serve(toReceivers)
    const admin = connect(service.url, 1, await logIn(service.url))
    await admin.call(api.webhooks.create, { body: { url, types: ['*'] } })

    const written = nothingWritten()
    const confirmed: string[] = []
    for (let i = 0; i < kills; i++) {
      const staff = connect(service.url, 1, await logIn(service.url))
      const { begun, gone } = startWriters(service.url, 8, written)
      await begun
      await untilWritten(written, 10)
      for (const id of [...written.appointments.keys()].slice(-3)) {
        const answer = await staff.send(api.appointments.confirm, { params: { id } }).catch(() => undefined)
        if (answer?.status === 200) confirmed.push(id)
      }
      await wait(50 + (i % 10) * 150)
      await service.kill()
      await gone
      service = await scene.serve(toReceivers)
    }
    // What an instance had taken when it was killed is free after 30 seconds on PostgreSQL.
    await untilQuiet(() => count, scene.engine === 'postgres' ? 35 : 4)
    await service.stop()
    const due = [
      ...[...written.leads.keys()].map((id) => `lead.created ${id}`),
      ...[...written.appointments.keys()].map((id) => `appointment.created ${id}`),
      ...confirmed.map((id) => `appointment.confirmed ${id}`),
    ]
    const leads = await query(scene, 'select id from leads')
    const appointments = await query(scene, 'select id, status from appointments')
    const real = new Set([
      ...leads.map((row) => `lead.created lead-${row['id']}`),
      ...appointments.map((row) => `appointment.created ${row['id']}`),
      ...appointments
        .filter((row) => row['status'] === 'confirmed')
        .map((row) => `appointment.confirmed ${row['id']}`),
    ])
    const untold = due.filter((one) => !ids.has(one)).length
    const invented = [...ids.keys()].filter((one) => !real.has(one)).length
    const renamed = [...ids.values()].filter(({ size }) => size > 1).length
    return judge(
      `${kills} kills, ${countOf(written)} acknowledged writes, ${confirmed.length} confirmed, ${count} calls of a webhook`,
      [
        untold > 0 && `${untold} changes never told`,
        invented > 0 && `${invented} told that did not happen`,
        renamed > 0 && `${renamed} told under several ids`,
        due.length <= kills && 'too little was written to say anything',
      ],
    )
  },
}
