import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@zhenyue/contract'
import { atTerminal } from '../src/db/audit.ts'
import { purgeAnswers } from '../src/db/idempotency.ts'
import { erasePerson } from '../src/erasure/store.ts'
import { runCommand } from './program.ts'
import { booking, fakePhone, joinWorld, lead, testOnBoth, testOnSqlite } from './world.ts'

testOnBoth(
  'erase removes a person from every record, leaves the statistics whole, and is recorded',
  async (world, t) => {
    const { anonymous, admin, env, db } = world
    const phone = fakePhone()
    const headers = { 'idempotency-key': 'erase-me' }
    const person = { name: '待清除者', phone, symptom: '隐私内容' }
    const { id } = await anonymous.call(api.leads.submit, { body: lead(person), headers })
    await anonymous.call(api.leads.submit, { body: lead({ ...person, source: 'home' }) })
    await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '待清除者的备注' } })
    const visit = booking({
      patientName: person.name,
      patientPhone: phone,
      date: world.time.dayOf(world.time.now()),
    })
    const { id: visitId } = await anonymous.call(api.appointments.create, { body: visit, headers })
    await admin.call(api.appointments.confirm, { params: { id: visitId } })
    const kept = await anonymous.call(api.leads.submit, { body: lead() })
    const statistics = async () => [
      await admin.call(api.leads.stats),
      await admin.call(api.appointments.stats),
    ]
    const before = await statistics()

    const { code, stdout } = await runCommand(t, env, 'erase', '--phone', phone)
    assert.deepEqual([code, stdout], [0, '已清除线索 2 条，预约 1 条 · erased\n'])
    assert.deepEqual(await statistics(), before)
    await admin.refused(api.leads.detail, { params: { id } }, 404, '线索不存在')
    await admin.refused(api.appointments.detail, { params: { id: visitId } }, 404, '预约不存在')
    assert.deepEqual(
      (await admin.call(api.leads.list)).list.map((one) => one.id),
      [kept.id],
    )

    const { list } = await admin.call(api.audit.list, { query: { actor: 'terminal' } })
    assert.deepEqual(
      list.map(({ action, changes }) => [action, changes]),
      [['person.erase', { leads: [2, 0], appointments: [1, 0] }]],
    )
    const about = await admin.call(api.audit.list, { query: { target: id } })
    assert.deepEqual(
      about.list.map(({ action, changes }) => [action, changes]),
      [['lead.remark', null]],
    )
    assert.equal(
      (await runCommand(t, env, 'audit', 'verify')).code,
      0,
      'the chain holds without what was erased',
    )
    for (const table of [
      'leads',
      'appointments',
      'idempotency',
      'audit',
      'erased_leads',
      'erased_appointments',
    ] as const) {
      const text = JSON.stringify(await db.selectFrom(table).selectAll().execute())
      for (const word of [phone, person.name, person.symptom])
        assert.ok(!text.includes(word), `${table} tells ${word}`)
    }
    await anonymous.call(api.leads.submit, { body: lead(person), headers })
    const nobody = await runCommand(t, env, 'erase', '--phone', fakePhone())
    assert.equal(nobody.stdout, '已清除线索 0 条，预约 0 条 · erased\n')
    const wrong = await runCommand(t, env, 'erase', '--phone', '123')
    assert.deepEqual([wrong.code, wrong.stderr], [1, '--phone 手机号格式不正确 · is not a phone number\n'])
  },
)

testOnBoth(
  'with RETENTION_DAYS closed appointments are erased in time, and nothing else',
  async (world, t) => {
    const { anonymous, admin, env, db, close } = world
    const day = 24 * 60 * 60 * 1000
    const make = async (status: 'pending' | 'confirmed' | 'completed' | 'cancelled', daysAgo: number) => {
      const { id } = await anonymous.call(api.appointments.create, { body: booking() })
      const updated_at = Date.now() - daysAgo * day
      await db.updateTable('appointments').set({ status, updated_at }).where('id', '=', id).execute()
      return id
    }
    const old = [await make('completed', 31), await make('cancelled', 40)]
    const others = [await make('completed', 29), await make('pending', 99), await make('confirmed', 99)]
    await anonymous.call(api.leads.submit, { body: lead() })
    const before = await admin.call(api.appointments.stats)
    await close()

    const again = await joinWorld(t, { ...env, RETENTION_DAYS: '30' })
    for (let tries = 0; tries < 50; tries++) {
      if ((await again.admin.call(api.appointments.list)).total === others.length) break
      await sleep(50)
    }
    for (const id of old)
      await again.admin.refused(api.appointments.detail, { params: { id } }, 404, '预约不存在')
    for (const id of others) await again.admin.call(api.appointments.detail, { params: { id } })
    assert.deepEqual(await again.admin.call(api.appointments.stats), before)
    assert.equal((await again.admin.call(api.leads.list)).total, 1)
    const { list } = await again.admin.call(api.audit.list, { query: { actor: 'service' } })
    assert.deepEqual(
      list.map(({ action, changes }) => [action, changes]),
      [['appointment.expire', { appointments: [2, 0] }]],
    )
  },
)

testOnBoth(
  'deleting blanks what the audit log tells, and erase finds what is left of a deleted record',
  async (world, t) => {
    const { anonymous, admin, env, db, clock } = world
    const phone = fakePhone()
    const remark = '王小明 已联系'
    const { id } = await anonymous.call(api.leads.submit, { body: lead({ phone }) })
    await admin.call(api.leads.setRemark, { params: { id }, body: { remark } })
    await admin.call(api.leads.remove, { params: { id } })
    const visit = (await anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) }))
      .id
    await admin.call(api.appointments.setRemark, { params: { id: visit }, body: { remark } })
    await admin.call(api.appointments.remove, { params: { id: visit } })
    const told = async () =>
      (await db.selectFrom('audit').select(['number', 'changes', 'person']).execute()).filter(
        ({ changes, person }) => person !== null || changes?.includes('王'),
      )
    assert.ok((await told()).every(({ changes }) => changes === '{}'))
    const { list } = await admin.call(api.audit.list, { query: { target: id } })
    assert.deepEqual(
      list.map(({ action, actor }) => [action, actor]),
      [
        ['lead.delete', 'admin'],
        ['lead.remark', 'admin'],
      ],
    )

    // A record that is gone without the service having deleted it.
    const other = (await anonymous.call(api.leads.submit, { body: lead({ phone, source: 'home' }) })).id
    await admin.call(api.leads.setRemark, { params: { id: other }, body: { remark } })
    await db.deleteFrom('leads').where('phone', '=', phone).execute()
    await (await admin.open(api.leads.export, { query: { phone } })).text()
    assert.equal((await told()).filter(({ changes }) => changes !== '{}').length, 2)
    assert.equal((await runCommand(t, env, 'erase', '--phone', phone)).code, 0)
    assert.deepEqual(await told(), [])
    const verified = await runCommand(t, env, 'audit', 'verify')
    assert.equal(verified.code, 0, verified.stderr)

    const key = { 'idempotency-key': 'kept' }
    await anonymous.call(api.leads.submit, { body: lead(), headers: key })
    const kept = () => db.selectFrom('idempotency').select('key').execute()
    await purgeAnswers(db, world.time.now())
    assert.equal((await kept()).length, 1)
    clock.ahead = 25 * 60 * 60 * 1000
    await purgeAnswers(db, world.time.now())
    assert.equal((await kept()).length, 0)
  },
)

testOnBoth('kept answers that have expired go at the start', async ({ anonymous, env, db, close }, t) => {
  await anonymous.call(api.leads.submit, { body: lead(), headers: { 'idempotency-key': 'kept' } })
  await db
    .updateTable('idempotency')
    .set({ expires_at: Date.now() - 1 })
    .execute()
  await close()
  const again = await joinWorld(t, env)
  for (let tries = 0; ; tries++) {
    const left = await again.db.selectFrom('idempotency').select('key').execute()
    if (left.length === 0) break
    assert.ok(tries < 50, 'an expired answer is still there')
    await sleep(50)
  }
})

testOnSqlite('of who only waited for a place nothing is left in the file', async (world) => {
  const { db, time, config } = world
  if (config.database.engine !== 'sqlite') return
  const { file } = config.database
  const phone = fakePhone()
  const entry = {
    id: 'wl-1',
    patient_name: '待清除者',
    patient_phone: phone,
    patient_age: 40,
    symptom: '',
    status: 'waiting' as const,
    appointment_id: '',
    slot_id: 1,
    closure_id: 0,
    created_at: 1,
    updated_at: 1,
  }
  await db.insertInto('waitlist').values(entry).execute()
  const tells = () => [file, `${file}-wal`].some((one) => readFileSync(one).includes(phone))
  assert.ok(tells())
  await erasePerson(db, time, phone, atTerminal)
  for (let tries = 0; tells(); tries++) {
    assert.ok(tries < 100, 'it is still there')
    await sleep(50)
  }
})
