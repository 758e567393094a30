import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@zhenyue/contract'
import type { Drill, Scene } from '../drill.ts'
import { booking, lead, nextPhone, wait } from '../load.ts'
import { anonymousAt, forAll, logIn, tell, type Client } from './people.ts'

const patience = 8000

function shuffled<T>(items: T[]): T[] {
  const keyed = items.map((item): [number, T] => [Math.random(), item])
  return keyed.toSorted(([a], [b]) => a - b).map(([, item]) => item)
}

/** Which of the numbers stand in any file of the data folder, and where. */
function phonesOnDisk(scene: Scene, phones: Set<string>): Map<string, string> {
  const found = new Map<string, string>()
  const folder = scene.env['DATA_DIR']!
  for (const file of readdirSync(folder)) {
    for (const [phone] of readFileSync(join(folder, file), 'latin1').matchAll(/139\d{8}/g)) {
      if (phones.has(phone)) found.set(phone, file)
    }
  }
  return found
}

async function untilGone(scene: Scene, phones: Set<string>) {
  const began = performance.now()
  for (;;) {
    const found = phonesOnDisk(scene, phones)
    const took = performance.now() - began
    if (found.size === 0 || took > patience) return { found, took }
    await wait(100)
  }
}

interface Record {
  phone: string
  leadId: string
  appointmentId: string
}

/** Leads and appointments in no order of their numbers, so that the pages of the file are split and joined. */
async function fill(url: string, admin: Client, count: number): Promise<Record[]> {
  const { call } = anonymousAt(url)
  const phones = shuffled(Array.from({ length: count }, nextPhone))
  return forAll(phones, 10, async (phone, i) => {
    const headers: { [name: string]: string } =
      i % 3 === 0 ? { 'idempotency-key': `key-${phone.slice(3)}` } : {}
    // Some do not fit into a page of the file.
    const questionnaire = { answers: Array(i % 7 === 0 ? 1500 : 2).fill(phone) }
    const asLead = lead({ phone, symptom: `call ${phone}`, questionnaire })
    const asBooking = booking({ patientPhone: phone, symptom: `call ${phone}` })
    const { id: leadId } = await call(api.leads.submit, { body: asLead, headers })
    const { id: appointmentId } = await call(api.appointments.create, { body: asBooking, headers })
    if (i % 5 === 0) await admin.call(api.appointments.confirm, { params: { id: appointmentId } })
    return { phone, leadId, appointmentId }
  })
}

/** Rows that grow move about in the file. */
async function annotate(admin: Client, { leadId, appointmentId }: Record, remark: string) {
  await admin.call(api.leads.setRemark, { params: { id: leadId }, body: { remark } })
  await admin.call(api.appointments.setRemark, { params: { id: appointmentId }, body: { remark } })
}

async function erase(scene: Scene, { phone }: Record) {
  const { ended, output } = scene.command(['erase', '--phone', phone])
  if ((await ended) !== 0) throw new Error(output.stderr)
}

const phonesOf = (records: Record[]) => new Set(records.map(({ phone }) => phone))

export const deleted: Drill = {
  title: 'phones of deleted leads and appointments and of erased people are looked for in the files',
  engines: ['sqlite'],
  breakage: [
    { file: 'db/sqlite/writer.ts', from: 'secure_delete = ON', to: 'secure_delete = OFF' },
    {
      file: 'db/sqlite/writer.ts',
      from: 'if (!hasDeleted || db.isTransaction) return',
      to: 'if (largest) return',
    },
  ],
  async run(scene, size) {
    const [count, byApi, byCommand] = size === 'full' ? [4000, 600, 30] : [200, 40, 1]
    const service = await scene.serve()
    const admin = await logIn(service.url)
    const records = await fill(service.url, admin, count)
    const gone = shuffled(records).slice(0, byApi + byCommand)
    const kept = phonesOf(records.filter((record) => !gone.includes(record)))
    const deletedOnes = gone.slice(0, byApi)
    const erased = gone.slice(byApi)
    const before = phonesOnDisk(scene, phonesOf(gone)).size

    const wrong: string[] = []
    let slowest = 0
    async function look(after: string, records: Record[]) {
      const { found, took } = await untilGone(scene, phonesOf(records))
      slowest = Math.max(slowest, took)
      if (found.size > 0)
        wrong.push(`${found.size} phones ${after} in ${[...new Set(found.values())].join(', ')}`)
    }
    await forAll(deletedOnes, 10, (record) => annotate(admin, record, '已联系,'.repeat(20)))
    await forAll(erased, 10, (record) => annotate(admin, record, `call ${record.phone}, `.repeat(5)))
    await forAll(deletedOnes, 10, async ({ leadId, appointmentId }) => {
      await admin.call(api.leads.remove, { params: { id: leadId } })
      await admin.call(api.appointments.remove, { params: { id: appointmentId } })
    })
    await look('deleted through the API', deletedOnes)
    for (const record of erased) await erase(scene, record)
    await look('of erased people', erased)
    await service.stop()
    await look('after the stop', gone)
    const still = phonesOnDisk(scene, kept).size
    return {
      done: `${byApi} deleted, ${byCommand} erased of ${count} people, gone within ${(slowest / 1000).toFixed(1)} s`,
      lost: tell(wrong),
      fine: wrong.length === 0 && before === gone.length && still === kept.size,
    }
  },
}
