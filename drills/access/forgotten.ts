import { api } from '@zhenyue/contract'
import type { Drill, Scene } from '../drill.ts'
import { query as ask } from '../faults/database.ts'
import { booking, lead, nextPhone, wait } from '../load.ts'
import { anonymousAt, forAll, logIn, query, tell, type Client } from './people.ts'

const secret = '将被忘记'

/** In how many rows something is still told of the people. */
async function told(scene: Scene, table: string, column: string): Promise<number> {
  const [row] = await ask(scene, `select count(*) as n from ${table} where ${column} like '%${secret}%'`)
  return Number(row!['n'])
}

/** A lead and an appointment with remarks about the person, and a kept answer to each. */
async function treat(url: string, admin: Client, phone: string) {
  const { call } = anonymousAt(url)
  const headers = { 'idempotency-key': `key-${phone.slice(3)}` }
  const { id: leadId } = await call(api.leads.submit, { body: lead({ phone, name: secret }), headers })
  const visit = booking({ patientPhone: phone, patientName: secret })
  const { id: visitId } = await call(api.appointments.create, { body: visit, headers })
  const body = { remark: `${secret} ${phone}` }
  await admin.call(api.leads.setRemark, { params: { id: leadId }, body })
  await admin.call(api.appointments.setRemark, { params: { id: visitId }, body })
  return { phone, leadId, visitId }
}

export const forgotten: Drill = {
  title:
    'people are deleted, erased and left to expire, and looked for in the audit log and the kept answers',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    { file: 'db/audit.ts', from: ".where('target', '=', target)", to: ".where('target', '=', '')" },
    { file: 'db/audit.ts', from: 'allPersonsIn(trx, phone)', to: "['']" },
    { file: 'housekeeping.ts', from: 'purgeAnswers(db, time.now())', to: 'purgeAnswers(db, 0)' },
  ],
  async run(scene, size) {
    const [byApi, byCommand, expired] = size === 'full' ? [300, 20, 100] : [10, 1, 5]
    const service = await scene.serve()
    const admin = await logIn(service.url)
    const wrong: string[] = []
    const phones = Array.from({ length: byApi + byCommand + expired }, nextPhone)
    const people = await forAll(phones, 10, (phone) => treat(service.url, admin, phone))
    const before = await told(scene, 'audit', 'changes')

    await forAll(people.slice(0, byApi), 10, async ({ leadId, visitId }) => {
      await admin.call(api.leads.remove, { params: { id: leadId } })
      await admin.call(api.appointments.remove, { params: { id: visitId } })
    })
    const afterDeletes = (await told(scene, 'audit', 'changes')) - 2 * (byCommand + expired)
    if (afterDeletes > 0) wrong.push(`${afterDeletes} audit rows tell of deleted people`)

    // Their records were lost on some other way, so that only the audit log knows of them.
    await query(scene, 'delete from leads; delete from appointments')
    for (const { phone } of people.slice(byApi)) {
      if (phone === people[byApi + byCommand]?.phone) break
      const { ended, output } = scene.command(['erase', '--phone', phone])
      if ((await ended) !== 0) throw new Error(output.stderr)
    }
    const afterErase = (await told(scene, 'audit', 'changes')) - 2 * expired
    if (afterErase > 0) wrong.push(`${afterErase} audit rows tell of erased people`)

    await query(scene, 'update idempotency set expires_at = 1')
    await service.stop()
    const again = await scene.serve()
    let answers = await told(scene, 'idempotency', 'answer')
    for (let tries = 0; answers > 0 && tries < 40; tries++) {
      await wait(50)
      answers = await told(scene, 'idempotency', 'answer')
    }
    if (answers > 0) wrong.push(`${answers} expired answers are kept`)
    await again.stop()
    const verified = await scene.command(['audit', 'verify']).ended
    if (verified !== 0) wrong.push('the audit log does not verify')
    return {
      done: `${byApi} deleted, ${byCommand} erased, ${expired} with expired answers; ${before} audit rows told of them`,
      lost: tell(wrong),
      fine: wrong.length === 0 && before === 2 * people.length,
    }
  },
}
