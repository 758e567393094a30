import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { booking, fakePhone, lead, strictClient, testOnBoth, type World } from './world.ts'

const book = ({ anonymous }: World, changes: Record<string, unknown>) =>
  anonymous.call(api.appointments.create, { body: booking(changes) })
const submit = ({ anonymous }: World, changes: Record<string, unknown>) =>
  anonymous.call(api.leads.submit, { body: lead(changes) })
const ids = (all: { id: string }[]) => all.map(({ id }) => id)

testOnBoth('related: the same number, newest first, without the record itself', async (world) => {
  const { admin, clock } = world
  const phone = fakePhone()
  await submit(world, {})
  await book(world, {})
  const first = await submit(world, { phone, source: 'home' })
  clock.ahead += 1000
  const second = await submit(world, { phone, source: 'other' })
  const booked = []
  for (let i = 0; i < 52; i++) {
    clock.ahead += 1000
    booked.unshift((await book(world, { patientPhone: phone })).id)
  }
  const ofLead = await admin.call(api.people.ofLead, { params: { id: first.id } })
  assert.deepEqual(ids(ofLead.leads), [second.id])
  assert.deepEqual(ids(ofLead.appointments), booked.slice(0, 50))
  const ofAppointment = await admin.call(api.people.ofAppointment, { params: { id: booked[0]! } })
  assert.deepEqual(ids(ofAppointment.leads), [second.id, first.id])
  assert.deepEqual(ids(ofAppointment.appointments), booked.slice(1, 51))
  await admin.refused(api.people.ofLead, { params: { id: 'lead-999' } }, 404, '线索不存在')
  for (const id of ['apt-x', 'lead-1', `apt-${'0'.repeat(22)}`]) {
    await admin.refused(api.people.ofAppointment, { params: { id } }, 404, '预约不存在')
  }
})

testOnBoth(
  'search: part of a name, a phone number, a booking number, an id; at most 8 of each',
  async (world) => {
    const { admin, clock } = world
    const search = (keyword: string) => admin.call(api.people.search, { query: { keyword } })
    const phone = fakePhone()
    const named = await submit(world, { name: '欧阳Anna', phone })
    const visit = await book(world, { patientName: 'Anna欧阳', patientPhone: phone })
    for (let i = 0; i < 10; i++) {
      clock.ahead += 1000
      await submit(world, { name: `王${i}` })
      await book(world, { patientName: `王${i}` })
    }
    for (const keyword of ['欧阳', 'ANNA', '阳', phone]) {
      const found = await search(keyword)
      assert.deepEqual([ids(found.leads), ids(found.appointments)], [[named.id], [visit.id]], keyword)
    }
    const many = await search('王')
    assert.deepEqual(
      many.leads.map(({ name }) => name),
      ['王9', '王8', '王7', '王6', '王5', '王4', '王3', '王2'],
    )
    assert.equal(many.appointments[0]!.patientName, '王9')
    assert.equal(many.appointments.length, 8)
    const [, start, middle, end] = /^(...)(....)(....)$/.exec(phone)!
    const fullWidth = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
    for (const keyword of [
      `${start} ${middle} ${end}`,
      `${start}-${middle}-${end}`,
      `+86 ${phone}`,
      `＋８６（${start}）${middle}－${end}`,
      `0086${phone}`,
      fullWidth(phone),
      fullWidth(end!),
      phone.slice(1),
      `${middle} ${end}`,
      end!,
    ]) {
      const found = await search(keyword)
      assert.deepEqual([ids(found.leads), ids(found.appointments)], [[named.id], [visit.id]], keyword)
    }
    assert.deepEqual(await search(end!.slice(1)), { leads: [], appointments: [] }, 'three digits are too few')
    for (const keyword of [`${visit.number}`, fullWidth(`${visit.number}`)]) {
      assert.deepEqual(ids((await search(keyword)).appointments).slice(0, 1), [visit.id], keyword)
    }
    assert.deepEqual(await search(`0${visit.number}`), { leads: [], appointments: [] })
    assert.deepEqual(await search('999999999'), { leads: [], appointments: [] })
    assert.deepEqual(ids((await search(named.id)).leads), [named.id])
    assert.deepEqual(ids((await search(visit.id)).appointments), [visit.id])
    for (const keyword of ['%', '_', 'lead-0', 'apt-', phone.slice(0, 10)]) {
      assert.deepEqual(await search(keyword), { leads: [], appointments: [] }, keyword)
    }
    await admin.refused(api.people.search, { query: {} as never }, 400, 'keyword 必填')
  },
)

testOnBoth('history: what was done to one record, for every administrator', async (world) => {
  const { admin, anonymous, url } = world
  const { id } = await submit(world, {})
  const { id: visit } = await book(world, {})
  await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '一' } })
  await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '二' } })
  await admin.call(api.leads.readPhone, { params: { id } })
  await admin.call(api.appointments.confirm, { params: { id: visit } })
  const made = await admin.call(api.accounts.create, {
    body: { username: 'desk', password: 'another long password' },
  })
  const { token } = await anonymous.call(api.admins.login, {
    body: { username: 'desk', password: 'another long password' },
  })
  const desk = strictClient(url, token)
  const history = async () => {
    const done = await desk.call(api.audit.ofLead, { params: { id } })
    return done.map(({ actor, action, changes }) => [actor, action, changes])
  }
  assert.deepEqual(await history(), [
    ['admin', 'lead.read-phone', {}],
    ['admin', 'lead.remark', { remark: ['一', '二'] }],
    ['admin', 'lead.remark', { remark: ['', '一'] }],
  ])
  await admin.call(api.leads.remove, { params: { id } })
  assert.deepEqual(
    await history(),
    [
      ['admin', 'lead.delete', {}],
      ['admin', 'lead.read-phone', {}],
      ['admin', 'lead.remark', null],
      ['admin', 'lead.remark', null],
    ],
    'what was done to a deleted record is kept, the values are not',
  )
  const [confirmed] = await desk.call(api.audit.ofAppointment, { params: { id: visit } })
  assert.deepEqual(
    [confirmed!.action, confirmed!.changes],
    ['appointment.confirm', { status: ['pending', 'confirmed'] }],
  )
  for (const other of [made.account.id, 'home', 'exp-1', visit, '\0', 'lead-\0']) {
    assert.deepEqual(await desk.call(api.audit.ofLead, { params: { id: other } }), [], other)
  }
})
