import assert from 'node:assert/strict'
import { api, choicesOf, type ContactBody } from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { erasePerson } from '../src/erasure/store.ts'
import { defaultSelfTest } from '../src/self-test/default.ts'
import {
  booking,
  fakePhone,
  joinWorld,
  lead,
  logInAs,
  strictClient,
  testOnBoth,
  type World,
} from './world.ts'

const { contacts, addContact, assign, claim, reopen } = api.followUp
const hour = 60 * 60 * 1000
const closed = '已结束跟进,请先重新跟进'

async function add({ anonymous }: World, changes?: Record<string, unknown>): Promise<string> {
  return (await anonymous.call(api.leads.submit, { body: lead(changes) })).id
}
const later = ({ time }: World, ms: number) => time.show(time.now() + ms)
const called = (changes: Partial<ContactBody>): ContactBody => ({
  channel: 'phone',
  outcome: 'no-answer',
  note: '',
  nextContactAt: undefined,
  close: undefined,
  ...changes,
})

const follow = async ({ admin }: World, id: string) =>
  (await admin.call(api.leads.detail, { params: { id }, query: { follow: 'true' } })).follow!

type Staff = Pick<World['admin'], 'call'>
const queue = async (staff: Staff, name: string, more: Record<string, string> = {}) => {
  const query = { queue: name, ...more } as { queue: 'all' }
  const page = await staff.call(api.leads.list, { query })
  assert.equal(page.total, page.list.length)
  return page.list.map(({ id }) => id)
}

testOnBoth('a contact is recorded for the phone, and the stage follows from what happened', async (world) => {
  const { admin, anonymous, clock } = world
  const phone = fakePhone()
  const id = await add(world, { phone })
  const other = await add(world, { phone, source: 'home', name: '张三丰' })
  const params = { id }
  const fresh = {
    assignee: '',
    stage: 'new',
    nextContactAt: '',
    closed: '',
    contacts: 0,
    lastContactAt: '',
    people: ['张三', '张三丰'],
  }
  assert.deepEqual(await follow(world, id), fresh)
  assert.ok(!('follow' in (await admin.call(api.leads.detail, { params }))))

  const nextContactAt = later(world, hour)
  const body = called({ note: '没人接\n晚上再打', nextContactAt })
  const first = await admin.call(addContact, { params, body })
  assert.equal(first.by, 'admin')
  assert.deepEqual(await follow(world, other), {
    ...fresh,
    contacts: 1,
    nextContactAt,
    lastContactAt: first.at,
  })
  await admin.call(addContact, { params: { id: other }, body: called({ outcome: 'reached', nextContactAt }) })
  assert.equal((await follow(world, id)).stage, 'contacted')
  const list = await admin.call(contacts, { params })
  assert.deepEqual(
    list.map(({ outcome, note }) => [outcome, note]),
    [
      ['reached', ''],
      ['no-answer', '没人接\n晚上再打'],
    ],
  )

  const { id: visit } = await anonymous.call(api.appointments.create, {
    body: booking({ patientPhone: phone }),
  })
  assert.deepEqual((await follow(world, id)).people, ['张三', '张三丰', '李四'])
  assert.equal((await follow(world, id)).stage, 'booked')
  await admin.call(api.appointments.confirm, { params: { id: visit } })
  await admin.call(api.appointments.complete, { params: { id: visit } })
  assert.equal((await follow(world, id)).stage, 'visited')
  await admin.call(addContact, { params, body: called({ outcome: 'reached', close: 'done' }) })
  assert.deepEqual(
    [
      (await follow(world, id)).stage,
      (await follow(world, id)).closed,
      (await follow(world, id)).nextContactAt,
    ],
    ['closed', 'done', ''],
  )
  await admin.refused(addContact, { params, body }, 409, closed)
  await admin.call(reopen, { params })
  await admin.refused(reopen, { params }, 409, '未结束跟进')
  assert.equal((await follow(world, id)).stage, 'visited')

  for (const [changes, message] of [
    [{}, '请填写下次联系时间或结束跟进'],
    [{ nextContactAt, close: 'done' }, '下次联系时间和结束跟进只能填写一项'],
    [{ nextContactAt: '2026-02-30 10:00:00' }, 'nextContactAt 需为 YYYY-MM-DD HH:mm:ss 格式的有效时间'],
    [{ nextContactAt: '2026-02-20' }, 'nextContactAt 需为 YYYY-MM-DD HH:mm:ss 格式的有效时间'],
    [{ close: 'gone' }, 'close 仅支持:refused / invalid / elsewhere / do-not-call / done'],
    [{ close: 'done', channel: 'letter' }, 'channel 仅支持:phone / wechat / sms / visit'],
    [{ close: 'done', note: '长'.repeat(501) }, 'note 不超过 500 字'],
  ] as const) {
    await admin.refused(addContact, { params, body: called(changes as Partial<ContactBody>) }, 400, message)
  }
  const nobody = { params: { id: 'lead-999' } }
  await admin.refused(contacts, nobody, 404, '线索不存在')
  await admin.refused(addContact, { ...nobody, body }, 404, '线索不存在')
  await admin.refused(assign, { ...nobody, body: { username: '' } }, 404, '线索不存在')
  await admin.refused(reopen, nobody, 404, '线索不存在')

  // A booking made long after the lead, or before it, is not of it.
  const late = await add(world)
  const { phone: lateNumber } = await admin.call(api.leads.detail, { params: { id: late } })
  clock.ahead = 91 * 24 * hour
  const client = await world.logIn()
  await anonymous.call(api.appointments.create, { body: booking({ patientPhone: lateNumber }) })
  const query = { follow: 'true' } as const
  const read = await client.call(api.leads.detail, { params: { id: late }, query })
  assert.equal(read.follow!.stage, 'new')
})

testOnBoth('queues say whom to call now: one row for each phone, closed ones left out', async (world) => {
  const { clock, time } = world
  const tomorrow = time.dayOf(time.startOf(time.dayOf(Date.now()), 1))
  clock.ahead = time.momentOf(tomorrow, '12:00') - Date.now()
  const admin = await world.logIn()
  const agent = await logInAs({ ...world, admin }, 'agent')
  const [overdue, soon, next, refused, fresh, taken] = [
    await add(world),
    await add(world),
    await add(world),
    await add(world),
    await add(world),
    await add(world),
  ]
  const { phone } = await admin.call(api.leads.detail, { params: { id: fresh } })
  const again = await add(world, { phone, source: 'home' })
  const contact = (id: string, changes: Partial<ContactBody>) =>
    admin.call(addContact, { params: { id }, body: called(changes) })
  await contact(overdue, { nextContactAt: later(world, -hour) })
  await contact(soon, { nextContactAt: later(world, hour) })
  await contact(next, { nextContactAt: later(world, 24 * hour) })
  await contact(refused, { close: 'refused' })
  await agent.call(assign, { params: { id: taken }, body: { username: 'one-agent' } })

  assert.deepEqual(await queue(admin, 'all'), [again, taken, refused, next, soon, overdue])
  assert.deepEqual(await queue(admin, 'overdue'), [overdue])
  assert.deepEqual(await queue(admin, 'today'), [soon, again, taken])
  assert.deepEqual(await queue(admin, 'unassigned'), [again, next, soon, overdue])
  assert.deepEqual(await queue(agent, 'mine'), [taken])
  assert.deepEqual(await queue(admin, 'mine'), [])
  assert.deepEqual(await queue(admin, 'all', { stage: 'closed' }), [refused])
  const byTime = [overdue, soon, next, again, taken]
  assert.deepEqual(await queue(admin, 'all', { stage: 'new,contacted', order: 'due' }), byTime)
  assert.deepEqual(await queue(admin, 'all', { assignee: 'one-agent' }), [taken])
  assert.deepEqual(await queue(admin, 'unassigned', { assignee: 'none', source: 'home' }), [again])
  assert.equal((await admin.call(api.leads.list, { query: { assignee: 'none' } })).total, 6)
  const message = 'queue 仅支持:overdue / today / unassigned / mine / all'
  await admin.refused(api.leads.list, { query: { queue: 'mine,all' as 'mine' } }, 400, message)

  await admin.call(reopen, { params: { id: refused } })
  assert.deepEqual(await queue(admin, 'overdue'), [overdue, refused])

  // Whoever withdraws the consent to be followed up leaves the queues at once.
  await admin.call(api.consents.withdraw, { body: { phone, purposes: ['follow-up'] } })
  assert.deepEqual(await queue(admin, 'today'), [soon, taken])
  assert.deepEqual(await queue(admin, 'all', { stage: 'closed' }), [again])
})

testOnBoth('a new lead with alarm signs makes its number due at once, closed or not', async (world) => {
  const { admin } = world
  const choices = choicesOf(defaultSelfTest, ['now_bleed'])!
  const questionnaire = { ...selfTestQuestionnaire(defaultSelfTest, choices, '2026-01-01T08:00:00.000Z') }
  const agent = await logInAs(world, 'agent')
  const number = async (changes: Partial<ContactBody>) => {
    const phone = fakePhone()
    const params = { id: await add(world, { phone, source: 'home' }) }
    await agent.call(assign, { params, body: { username: agent.username } })
    await agent.call(addContact, { params, body: called(changes) })
    return phone
  }
  const closed = await number({ close: 'refused' })
  const planned = await number({ nextContactAt: later(world, 72 * hour) })
  const plain = await number({ close: 'done' })
  const unwanted = await number({ close: 'do-not-call' })
  const again = await number({ close: 'do-not-call' })
  assert.deepEqual(await queue(agent, 'overdue'), [])

  await add(world, { phone: plain })
  await add(world, { phone: unwanted, questionnaire, consent: { version: 1, purposes: ['booking'] } })
  assert.deepEqual(await queue(agent, 'overdue'), [])
  const urgent = [
    await add(world, { phone: closed, questionnaire }),
    await add(world, { phone: planned, questionnaire }),
    await add(world, { phone: again, questionnaire, consent: { version: 1, purposes: ['follow-up'] } }),
  ]
  const pressing = await queue(agent, 'overdue', { order: 'urgency', assignee: agent.username })
  assert.deepEqual(pressing, urgent.toReversed())
  assert.deepEqual(
    await Promise.all(urgent.map(async (id) => (await follow(world, id)).closed)),
    urgent.map(() => ''),
  )
  const { list } = await admin.call(api.leads.list, { query: { phone: unwanted, follow: 'true' } })
  assert.deepEqual(
    list.map(({ follow }) => follow!.closed),
    ['do-not-call', 'do-not-call'],
  )
})

testOnBoth(
  'an agent takes what is nobody’s and gives back his own; others are for managers',
  async (world) => {
    const { admin } = world
    const agent = await logInAs(world, 'agent')
    const viewer = await logInAs(world, 'viewer')
    const params = { id: await add(world) }
    const give = (username: string) => ({ params, body: { username } })
    await viewer.refused(assign, give('one-viewer'), 403, '无权限')
    await agent.refused(assign, give('admin'), 403, '无权限')
    assert.equal((await agent.call(assign, give('one-agent'))).follow.assignee, 'one-agent')
    assert.equal((await agent.call(assign, give(''))).follow.assignee, '')
    await admin.call(assign, give('admin'))
    await agent.refused(assign, give('one-agent'), 403, '无权限')
    await agent.refused(assign, give(''), 403, '无权限')
    await admin.call(assign, give('one-agent'))
    const able = await agent.call(api.followUp.assignees)
    assert.deepEqual(
      able.map(({ username }) => username),
      ['admin', 'one-agent'],
    )
    for (const nobody of ['nobody', 'one-viewer']) {
      await admin.refused(assign, give(nobody), 400, '该账号不存在或不能跟进线索')
    }
    const history = await admin.call(api.audit.ofLead, { params })
    assert.deepEqual(
      history.map(({ actor, action, changes }) => [actor, action, changes!['assignee']]),
      [
        ['admin', 'lead.assign', ['admin', 'one-agent']],
        ['admin', 'lead.assign', ['', 'admin']],
        ['one-agent', 'lead.assign', ['one-agent', '']],
        ['one-agent', 'lead.assign', ['', 'one-agent']],
      ],
    )
  },
)

testOnBoth('claims give the highest score first, then the oldest, and nobody’s twice', async (world, t) => {
  const { admin, env } = world
  const agent = await logInAs(world, 'agent')
  const scores = [10, 90, 50, 90, 0, 70]
  const ids: string[] = []
  for (const score of scores) ids.push(await add(world, { score }))
  const back = ids[2]!
  await admin.call(assign, { params: { id: back }, body: { username: 'admin' } })
  await admin.call(assign, { params: { id: back }, body: { username: '' } })
  await admin.call(addContact, { params: { id: ids[5]! }, body: called({ close: 'invalid' }) })

  const { list } = await agent.call(claim, { body: { count: 3 } })
  assert.deepEqual(
    list.map(({ id }) => id),
    [ids[1], ids[3], back],
  )
  assert.equal(list[0]!.follow!.assignee, 'one-agent')
  assert.match(list[0]!.phone, /^139\*{4}\d{4}$/)
  await agent.refused(claim, { body: { count: 0 } }, 400, 'count 需为 1-50 的整数')
  await agent.refused(claim, { body: { count: 51 } }, 400, 'count 需为 1-50 的整数')

  for (let i = 0; i < 38; i++) await add(world, { score: i })
  const second = 'DATABASE_URL' in env ? (await joinWorld(t, env, admin.token)).url : world.url
  const colleagues = [agent, strictClient(second, agent.token), admin, strictClient(second, admin.token)]
  const got = await Promise.all(
    Array.from({ length: 16 }, (_, i) => colleagues[i % 4]!.call(claim, { body: { count: 3 } })),
  )
  const claimed = got.flatMap((one) => one.list.map(({ id }) => id))
  assert.equal(claimed.length, 40)
  assert.equal(new Set([...claimed, ...list.map(({ id }) => id)]).size, 43)
  assert.deepEqual(await queue(admin, 'unassigned'), [])
})

testOnBoth(
  'deleting the last lead of a phone, or erasing the person, takes contacts along',
  async (world) => {
    const { admin, db } = world
    const kept = async () => [
      await db.selectFrom('contacts').selectAll().execute(),
      await db.selectFrom('follow_ups').selectAll().execute(),
    ]
    const phone = fakePhone()
    const one = await add(world, { phone })
    const two = await add(world, { phone, source: 'home' })
    await admin.call(addContact, { params: { id: one }, body: called({ note: '怕疼', close: 'refused' }) })
    await admin.call(api.leads.remove, { params: { id: one } })
    assert.deepEqual(await follow(world, two).then(({ closed, contacts }) => [closed, contacts]), [
      'refused',
      1,
    ])
    await admin.call(api.leads.remove, { params: { id: two } })
    assert.deepEqual(await kept(), [[], []])

    const again = await add(world, { phone })
    await admin.call(addContact, { params: { id: again }, body: called({ note: '怕疼', close: 'refused' }) })
    await erasePerson(db, world.time, phone, { username: 'terminal', address: '' })
    assert.deepEqual(await kept(), [[], []])
    const { list } = await admin.call(api.audit.list, { query: { target: again } })
    assert.deepEqual(
      list.map(({ action, changes }) => [action, changes]),
      [['lead.contact', null]],
    )
  },
)
