import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { sql } from 'kysely'
import { booking, lead, logInAs, testOnBoth, testOnSqlite } from './world.ts'

const day = 24 * 60 * 60 * 1000

testOnBoth(
  'a repeated booking with the same key and body gets the first answer and books once',
  async ({ anonymous, admin }) => {
    const sent = { body: booking(), headers: { 'idempotency-key': 'one' } }
    const first = await anonymous.call(api.appointments.create, sent)
    await admin.call(api.appointments.confirm, { params: { id: first.id } })
    assert.deepEqual(await anonymous.call(api.appointments.create, sent), first)
    const together = await Promise.all(
      Array.from({ length: 20 }, () =>
        anonymous.call(api.appointments.create, {
          ...sent,
          headers: { 'idempotency-key': 'at-once' },
        }),
      ),
    )
    assert.equal(new Set(together.map(({ id }) => id)).size, 1)
    assert.equal((await admin.call(api.appointments.list)).total, 2)
    assert.ok(!('remark' in first))
  },
)

testOnBoth(
  'a repeated lead gets the first answer in place of the duplicate refusal',
  async ({ anonymous, admin }) => {
    const body = lead()
    const headers = { 'idempotency-key': '0f8fad5b-d9cb-469f-a165-70867728950e' }
    const first = await anonymous.call(api.leads.submit, { body, headers })
    assert.deepEqual(await anonymous.call(api.leads.submit, { body, headers }), first)
    const duplicate = '该手机号在同渠道已提交过,请勿重复'
    await anonymous.refused(api.leads.submit, { body }, 400, duplicate)
    const another = { 'idempotency-key': 'another' }
    await anonymous.refused(api.leads.submit, { body, headers: another }, 400, duplicate)
    await admin.call(api.leads.remove, { params: { id: first.id } })
    await anonymous.call(api.leads.submit, { body, headers: another })
  },
)

testOnBoth('staff who send a booking again book once; the key is that of their account', async (world) => {
  const { admin, anonymous } = world
  const body = booking()
  const send = (staff: typeof anonymous, key: string, change = {}) =>
    staff.send(api.appointments.book, {
      body: { ...body, ...change },
      headers: { 'idempotency-key': key },
    })
  const together = await Promise.all(Array.from({ length: 6 }, () => send(admin, 'one')))
  for (const { data } of together) assert.deepEqual(data, together[0]!.data)
  assert.equal((await send(admin, 'one', { patientAge: 41 })).message, 'Idempotency-Key 已用于其他内容')
  const malformed = await send(admin, 'a b')
  assert.equal(malformed.message, 'Idempotency-Key 需为 1-128 位可见 ASCII 字符')
  const unknown = await send(admin, 'refused', { leadId: 'lead-999' })
  assert.equal(unknown.message, '线索不存在')
  assert.equal((await send(admin, 'refused')).status, 200, 'a refusal keeps no key')
  const { list } = await admin.call(api.audit.list, { query: { action: 'appointment.book' } })
  assert.equal(list.length, 2)

  const colleague = await logInAs(world, 'reception')
  const theirs = await send(colleague, 'one')
  assert.notEqual(theirs.data.id, together[0]!.data.id)
  assert.match(theirs.data.patientPhone, /\*{4}/)
  await anonymous.call(api.appointments.create, { body, headers: { 'idempotency-key': 'one' } })
  assert.equal((await admin.call(api.appointments.list)).total, 4)
})

testOnBoth('a key is for one body on one operation, and for 24 hours', async ({ anonymous, clock }) => {
  const headers = { 'idempotency-key': 'k' }
  const used = 'Idempotency-Key 已用于其他内容'
  const body = booking()
  await anonymous.call(api.appointments.create, { body, headers })
  await anonymous.refused(api.appointments.create, { body: { ...body, patientAge: 41 }, headers }, 409, used)
  await anonymous.call(api.leads.submit, { body: lead(), headers })
  await anonymous.refused(api.leads.submit, { body: lead(), headers }, 409, used)
  clock.ahead += day - 60_000
  await anonymous.refused(api.appointments.create, { body: booking(), headers }, 409, used)
  clock.ahead += 61_000
  await anonymous.call(api.appointments.create, { body: booking(), headers })
})

testOnSqlite('a malformed key is refused, and form comes first', async ({ anonymous }) => {
  for (const key of ['', 'a b', 'x'.repeat(129), 'é']) {
    const headers = { 'idempotency-key': key }
    const message = 'Idempotency-Key 需为 1-128 位可见 ASCII 字符'
    await anonymous.refused(api.leads.submit, { body: lead(), headers }, 400, message)
    await anonymous.refused(api.appointments.create, { body: booking(), headers }, 400, message)
    await anonymous.refused(api.leads.submit, { body: {} as never, headers }, 400, '姓名必填')
  }
})

testOnSqlite(
  'a refused lead deletes nothing, as what is deleted has the file cleaned',
  async ({ anonymous, db }) => {
    const headers = { 'idempotency-key': 'again' }
    const body = lead()
    await anonymous.call(api.leads.submit, { body })
    const refusing = `create trigger kept before delete on idempotency begin select raise(abort, 'deleted'); end`
    await sql.raw(refusing).execute(db)
    await anonymous.refused(api.leads.submit, { body, headers }, 400, '该手机号在同渠道已提交过,请勿重复')
    await anonymous.call(api.leads.submit, { body: lead(), headers })
  },
)
