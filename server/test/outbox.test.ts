import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, defaultBookingRules, eventTypes } from '@zhenyue/contract'
import { Webhook as Verifier } from 'standardwebhooks'
import { erasePerson } from '../src/erasure/store.ts'
import { insertLead } from '../src/leads/store.ts'
import { quietUntil } from '../src/messages/hours.ts'
import { newSecret } from '../src/outbound/signature.ts'
import { createTime } from '../src/time.ts'
import {
  booking,
  engines,
  freshEnv,
  joinWorld,
  lead,
  startWorld,
  testOnBoth,
  testOnSqlite,
  type World,
} from './world.ts'

const env = { WEBHOOK_ALLOW: '127.0.0.1', WEBHOOK_RETRIES: '0.1,0.1,0.1' }

interface Received {
  id: string
  type: string
  data: Record<string, unknown>
  headers: IncomingMessage['headers']
  body: string
}

/** A receiver that keeps what it got, and answers as `answer` says. */
async function receiver(
  t: TestContext,
  answer: (response: ServerResponse, count: number) => void = (r) => r.end(),
) {
  const got: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { type, data } = JSON.parse(body)
    got.push({ id: request.headers['webhook-id'] as string, type, data, headers: request.headers, body })
    answer(response, got.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => (server.closeAllConnections(), server.close()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got }
}

async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return
    await sleep(50)
  }
  throw new Error(`not so after 20 s: ${what}`)
}

const subscribe = (world: World, url: string, types: string[] = ['*']) =>
  world.admin.call(api.webhooks.create, { body: { url, types: types as never } })

testOnBoth(
  'a webhook hears of every change, signed, thin, and each once',
  async (world, t) => {
    const { admin, anonymous } = world
    const { url, got } = await receiver(t)
    const { secret, ...webhook } = await subscribe(world, url)
    assert.match(secret, /^whsec_/)
    const { id } = await anonymous.call(api.leads.submit, { body: lead({ name: '王五', symptom: '腹痛' }) })
    await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '已联系' } })
    const visit = await anonymous.call(api.appointments.create, { body: booking({ symptom: '腹胀' }) })
    const params = { id: visit.id }
    await admin.call(api.appointments.confirm, { params })
    await admin.call(api.appointments.setRemark, { params, body: { remark: '带报告' } })
    await admin.call(api.appointments.complete, { params })
    const other = await anonymous.call(api.appointments.create, { body: booking() })
    await anonymous.call(api.appointments.cancel, { params: { id: other.id } })
    await admin.call(api.appointments.remove, { params: { id: other.id } })
    await admin.call(api.leads.remove, { params: { id } })
    await until('all told', () => got.length >= 10)
    await sleep(1200)

    const told = got.map(({ type, data }) => `${type} ${String(data['id'])}`).toSorted()
    assert.deepEqual(
      told,
      [
        `lead.created ${id}`,
        `lead.updated ${id}`,
        `lead.deleted ${id}`,
        ...['created', 'confirmed', 'updated', 'completed'].map((step) => `appointment.${step} ${visit.id}`),
        ...['created', 'cancelled', 'deleted'].map((step) => `appointment.${step} ${other.id}`),
      ].toSorted(),
    )
    assert.equal(new Set(got.map((one) => one.id)).size, 10)
    const verifier = new Verifier(secret)
    for (const { headers, body } of got) {
      verifier.verify(body, headers as Record<string, string>)
      assert.doesNotMatch(body, /王五|李四|1390000|腹|已联系|带报告/)
    }
    const confirmed = got.find(({ type }) => type === 'appointment.confirmed')!
    assert.deepEqual(confirmed.data, {
      id: visit.id,
      status: 'confirmed',
      date: '2026-12-01',
      departmentName: '肛肠',
    })
    assert.deepEqual(got.find(({ type }) => type === 'lead.created')!.data, { id, source: 'self-test' })

    const [listed] = await admin.call(api.webhooks.list)
    assert.equal(listed!.id, webhook.id)
    assert.notEqual(listed!.lastSuccessAt, '')
    assert.equal(listed!.lastFailure, '')
    assert.ok(!('secret' in listed!))
    const page = await admin.call(api.webhooks.deliveries, {
      params: { id: webhook.id },
      query: { limit: '3' },
    })
    assert.equal(page.total, 10)
    assert.deepEqual(
      page.list.map(({ status, tries, lastStatus }) => [status, tries, lastStatus]),
      [1, 2, 3].map(() => ['delivered', 1, 200]),
    )
  },
  env,
)

testOnBoth('while nobody wants to hear of anything, nothing is written', async ({ anonymous, admin, db }) => {
  await anonymous.call(api.leads.submit, { body: lead() })
  const { id } = await anonymous.call(api.appointments.create, { body: booking() })
  await admin.call(api.appointments.confirm, { params: { id } })
  for (const table of ['events', 'deliveries', 'messages'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [])
  }
  const marked = await db.selectFrom('leads').select('id').where('unannounced', '=', 1).execute()
  assert.deepEqual(marked, [])
})

testOnSqlite(
  'what fails is tried again with the same id, a redirect is not followed, and in the end it is given up',
  async (world, t) => {
    const { admin, anonymous } = world
    const flaky = await receiver(t, (response, count) => {
      response.writeHead(count === 1 ? 500 : count === 2 ? 302 : 200, { location: '/elsewhere' }).end()
    })
    const dead = await receiver(t, (response) => response.writeHead(503).end())
    await subscribe(world, flaky.url, ['lead.created'])
    const { id: deadId } = await subscribe(world, dead.url, ['lead.created'])
    await anonymous.call(api.leads.submit, { body: lead() })
    await until('delivered', () => flaky.got.length === 3)
    assert.equal(new Set(flaky.got.map(({ id }) => id)).size, 1)
    const deliveries = () => admin.call(api.webhooks.deliveries, { params: { id: deadId }, query: {} })
    await until('given up', async () => (await deliveries()).list[0]?.status === 'failed')
    const [gone] = (await deliveries()).list
    assert.deepEqual(
      [gone!.tries, gone!.lastStatus, gone!.lastError, gone!.nextTryAt],
      [4, 503, 'HTTP 503', ''],
    )

    const params = { id: deadId, deliveryId: gone!.id }
    const again = await admin.call(api.webhooks.replay, { params })
    assert.equal(again.status, 'pending')
    await until('sent again', () => dead.got.length > 4)
    assert.equal(new Set(dead.got.map(({ id }) => id)).size, 1)
    await admin.refused(
      api.webhooks.replay,
      { params: { id: deadId, deliveryId: 'dlv-999' } },
      404,
      '投递记录不存在',
    )
  },
  env,
)

testOnSqlite(
  'a receiver that is gone is disabled, one that asks to wait is waited for, and a slow one delays no other',
  async (world, t) => {
    const { admin, anonymous } = world
    const gone = await receiver(t, (response) => response.writeHead(410).end())
    const busy = await receiver(t, (response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    const hangs = await receiver(t, () => {})
    const quick = await receiver(t)
    const { id: goneId } = await subscribe(world, gone.url)
    const { id: busyId } = await subscribe(world, busy.url)
    await subscribe(world, hangs.url)
    await subscribe(world, quick.url)
    const before = Date.now()
    await anonymous.call(api.leads.submit, { body: lead() })
    await until('told', () => quick.got.length === 1)
    assert.ok(Date.now() - before < 8000)
    await anonymous.call(api.leads.submit, { body: lead() })
    await until('told again', () => quick.got.length === 2)
    const find = async (id: string) => (await admin.call(api.webhooks.list)).find((one) => one.id === id)!
    await until('disabled', async () => !(await find(goneId)).enabled)
    assert.match((await find(goneId)).lastFailure, /HTTP 410$/)
    const { list } = await admin.call(api.webhooks.deliveries, { params: { id: busyId }, query: {} })
    assert.ok(Date.parse(`${list.at(-1)!.nextTryAt.replace(' ', 'T')}+08:00`) - before > 3_500_000)
  },
  env,
)

testOnBoth(
  'what waits goes to the address as it is by now, and to none that has said it is gone',
  async (world, t) => {
    const { admin, anonymous } = world
    const held: ServerResponse[] = []
    const former = await receiver(t, (response) => void held.push(response))
    const next = await receiver(t)
    const gone = await receiver(t, (response) => response.writeHead(410).end())
    const { id } = await subscribe(world, former.url)
    const { id: goneId } = await subscribe(world, gone.url)
    await Promise.all(Array.from({ length: 20 }, () => anonymous.call(api.leads.submit, { body: lead() })))
    await until('under way', () => former.got.length > 0)
    await sleep(300)
    const underWay = former.got.length
    await admin.call(api.webhooks.update, { params: { id }, body: { url: next.url, types: ['*'] } })
    for (const response of held) response.writeHead(410).end()
    await until('all told', () => next.got.length === 20)
    assert.equal(former.got.length, underWay)
    const enabled = async (one: string) =>
      (await admin.call(api.webhooks.list)).find((webhook) => webhook.id === one)!.enabled
    assert.ok(await enabled(id), 'it is the former address that is gone')
    assert.ok(!(await enabled(goneId)))
    assert.ok(gone.got.length <= 8, `${gone.got.length} calls`)
  },
  env,
)

testOnBoth(
  'a secret is rotated, and for a day both sign; a test tells what came back, and no body',
  async (world, t) => {
    const { admin } = world
    const { url, got } = await receiver(t, (response) => response.writeHead(202).end('secret words'))
    const made = await subscribe(world, url, ['lead.created'])
    const params = { id: made.id }
    const { secret } = await admin.call(api.webhooks.rotateSecret, { params })
    const result = await admin.call(api.webhooks.test, { params })
    assert.deepEqual([result.status, result.error, Object.keys(result).length], [202, '', 3])
    for (const key of [made.secret, secret]) {
      new Verifier(key).verify(got[0]!.body, got[0]!.headers as Record<string, string>)
    }
    world.clock.ahead = 25 * 60 * 60 * 1000
    await admin.call(api.webhooks.test, { params })
    const signatures = String(got[1]!.headers['webhook-signature']).split(' ')
    assert.equal(signatures.length, 1)
    await admin.refused(api.webhooks.test, { params: { id: 'wh-99' } }, 404, 'Webhook 不存在')
    const changed = { url, types: ['lead.deleted' as const], enabled: false }
    const updated = await admin.call(api.webhooks.update, { params, body: changed })
    assert.deepEqual([updated.types, updated.enabled], [['lead.deleted'], false])
    await world.anonymous.call(api.leads.submit, { body: lead() })
    assert.deepEqual(await world.db.selectFrom('events').selectAll().execute(), [])
    await admin.call(api.webhooks.remove, { params })
    assert.deepEqual(await admin.call(api.webhooks.list), [])
  },
  { ...env, TOKEN_TTL: '7d' },
)

testOnSqlite(
  'addresses inside, wrong types and other roles are refused',
  async ({ admin, anonymous, url }) => {
    const body = (changes: object) => ({
      body: { url: 'https://example.org/x', types: ['*'], ...changes } as never,
    })
    for (const inside of [
      'https://127.0.0.1/',
      'https://10.1.2.3/',
      'https://[::1]/',
      'https://his.local/',
    ]) {
      await admin.refused(api.webhooks.create, body({ url: inside }), 400, 'url 不能指向内网地址')
    }
    await admin.refused(
      api.webhooks.create,
      body({ url: 'ftp://example.org' }),
      400,
      'url 需为 https:// 地址',
    )
    await admin.refused(api.webhooks.create, body({ url: '' }), 400, 'url 必填')
    const types = `types 需为 ["*"] 或以下名称的数组:${eventTypes.join(' / ')}`
    for (const wrong of [[], ['lead.gone'], ['*', 'lead.created'], 'lead.created']) {
      await admin.refused(api.webhooks.create, body({ types: wrong }), 400, types)
    }
    const made = await admin.call(api.accounts.create, {
      body: { username: 'desk', password: 'another long password' },
    })
    assert.equal(made.account.role, 'admin')
    const { token } = await anonymous.call(api.admins.login, {
      body: { username: 'desk', password: 'another long password' },
    })
    const answer = await fetch(`${url}/api/v1/admin/webhooks`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(answer.status, 403)
  },
)

for (const engine of engines) {
  test(`events outlive the process, and an erased person's are gone but for one [${engine}]`, async (t) => {
    const dead = await receiver(t, (response) => response.writeHead(500).end())
    const settings = { ...(await freshEnv(t, engine)), ...env, WEBHOOK_RETRIES: '3600' }
    const first = await joinWorld(t, settings)
    await subscribe(first, dead.url)
    const person = lead()
    const { id } = await first.anonymous.call(api.leads.submit, { body: person })
    await until('tried', () => dead.got.length === 1)
    await first.anonymous.call(api.leads.submit, { body: lead() })
    await first.close()
    const second = await joinWorld(t, settings)
    await until('the other is told', () => dead.got.length === 2)
    await erasePerson(second.db, second.time, person.phone, { username: 'terminal', address: '' })
    const left = await second.db.selectFrom('events').select('type').where('record', '=', id).execute()
    assert.deepEqual(left, [{ type: 'lead.deleted' }])
  })
}

async function robotPlatform(t: TestContext, mayAnswer: () => Promise<void> = async () => {}) {
  const got: { path: string; text: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const message = JSON.parse(body)
    got.push({ path: request.url!, text: message.text?.content ?? message.content.text })
    await mayAnswer()
    response.end(JSON.stringify({ errcode: 0, code: 0 }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => (server.closeAllConnections(), server.close()))
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
}

for (const engine of engines) {
  test(`robots tell the group with masked names and a link, and a crowd in one line [${engine}]`, async (t) => {
    let isHeld = false
    const { endpoint, got } = await robotPlatform(t, () => until('let go', () => !isHeld))
    const world = await startWorld(t, engine, {
      ROBOT_ENDPOINT: endpoint,
      PUBLIC_URL: 'https://booking.example.org',
    })
    // Instances share the work, and what a group is sent in a minute.
    if (engine === 'postgres') await joinWorld(t, world.env, world.admin.token)
    const { admin, anonymous } = world
    const url = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0123456789abcdef0123'
    const body = { kind: 'wecom' as const, name: '前台群', url, types: ['*' as const] }
    const robot = await admin.call(api.robots.create, { body })
    assert.ok(!JSON.stringify(robot).includes('0123456789abcdef'))
    const person = lead({ name: '欧阳修', score: 94, source: 'self-test' })
    const { id } = await anonymous.call(api.leads.submit, { body: person })
    await until('told', () => got.length === 1)
    assert.equal(
      got[0]!.text,
      `新线索:欧** ${person.phone.slice(0, 3)}****${person.phone.slice(-4)} 自测 94 分\nhttps://booking.example.org/console/leads#open=${id}`,
    )
    const visit = await anonymous.call(api.appointments.create, { body: booking({ timeSlot: '上午' }) })
    await anonymous.call(api.appointments.create, { body: booking({ timeSlot: '上午\n中奖了' }) })
    await until('told of the visits', () => got.length === 3)
    const told = got.find(({ text }) => text.endsWith(`/console/appointments?number=${visit.number}`))!
    assert.match(told.text, /^新预约:李\*\* 139\*{4}\d{4} 2026-12-01 上午 肛肠科\n/)
    assert.ok(!told.text.includes(visit.id), 'the id is a key')
    assert.ok(!got.some(({ text }) => text.includes('中奖')), 'words of whoever booked are not told')

    isHeld = true
    for (let i = 0; i < 4; i++) await anonymous.call(api.leads.submit, { body: lead() })
    await until('one is under way', () => got.length > 3)
    await sleep(300)
    const taken = world.db.selectFrom('deliveries').select('number').where('lease_until', '>', 0)
    assert.equal((await taken.execute()).length, got.length - 3, 'taken is what is being sent, and no more')
    isHeld = false
    await until('the others', () => got.length === 7)

    await admin.call(api.robots.update, {
      params: { id: robot.id },
      body: { ...body, url: null, enabled: false },
    })
    await admin.call(api.robots.update, { params: { id: robot.id }, body: { ...body, url: null } })
    const pressing = api.leads.submit.body.parse(lead({ name: '司马光' }))
    await insertLead(world.db, world.time, pressing, { level: 'urgent', flags: [] })
    await Promise.all(Array.from({ length: 40 }, () => anonymous.call(api.leads.submit, { body: lead() })))
    await until('told in one', () => got.some(({ text }) => /条新动态/.test(text)))
    await sleep(1500)
    assert.ok(got.length <= 20, `${got.length} messages`)
    const lines = got.filter(({ text }) => text.startsWith('请尽快联系'))
    assert.equal(lines.length, 1, 'what cannot wait has a line of its own')
    assert.match(lines[0]!.text, /^请尽快联系,新线索:司\*\* 139\*{4}\d{4} 自测 今明两天就诊\n/)
    const tested = await admin.call(api.robots.test, { params: { id: robot.id } })
    assert.deepEqual([tested.status, tested.error], [200, ''])
    await admin.refused(
      api.robots.create,
      { body: { ...body, url: 'https://example.org/x' } },
      400,
      'url 需为该平台群机器人的地址',
    )
    await admin.refused(api.robots.create, { body: { ...body, url: '' } }, 400, 'url 必填')
    assert.equal((await admin.call(api.robots.list)).length, 1)
    await admin.call(api.robots.remove, { params: { id: robot.id } })
    await admin.refused(api.robots.remove, { params: { id: robot.id } }, 404, '机器人不存在')
  })
}

/** A gateway that keeps what it was sent. */
async function gateway(t: TestContext, answer: (response: ServerResponse) => void = (r) => r.end('{}')) {
  const got: { id: string; phone: string; template: string; params: object; text: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push(JSON.parse(body))
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => (server.closeAllConnections(), server.close()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
  return { got, env: { SMS_PROVIDER: 'http', SMS_URL: url, SMS_SECRET: newSecret() } }
}

const allDay = { quietFrom: '00:00', quietTo: '00:00' }
/** Of visits that patients are told of: never over. */
const date = '2099-12-01'

async function switchOn(world: World, changes: object, kinds: string[]) {
  const { provider: _, ...settings } = await world.admin.call(api.messages.settings)
  const on = Object.fromEntries(
    kinds.map((kind) => [kind, { enabled: true, template: `T_${kind}`, params: ['name', 'date'] }]),
  )
  return world.admin.call(api.messages.saveSettings, { body: { ...settings, ...on, ...changes } as never })
}

for (const engine of engines) {
  test(`patients are told of their booking, and not of what is no longer so [${engine}]`, async (t) => {
    const { got, env: sms } = await gateway(t)
    const world = await startWorld(t, engine, sms)
    const { admin, anonymous } = world
    await switchOn(world, allDay, ['booked', 'confirmed', 'cancelled'])
    const { id, patientPhone } = await anonymous.call(api.appointments.create, { body: booking({ date }) })
    await until('told', () => got.length === 1)
    assert.deepEqual(got[0]!.params, { name: '李**', date })
    assert.deepEqual([got[0]!.phone, got[0]!.template], [patientPhone, 'T_booked'])
    assert.match(got[0]!.text, /您的预约已提交：2099-12-01 肛肠科/)
    const words = { timeSlot: '上午\n中奖了', doctorName: '客服' }
    const other = await anonymous.call(api.appointments.create, { body: booking({ date, ...words }) })
    await anonymous.call(api.appointments.cancel, { params: { id: other.id } })
    await until('told of the end', () => got.some(({ template }) => template === 'T_cancelled'))
    await admin.call(api.appointments.confirm, { params: { id } })
    await until('told of the confirmation', () => got.some(({ template }) => template === 'T_confirmed'))
    // The gateway has a message before the service notes that it has it.
    const isSent = async (kind: 'cancelled' | 'confirmed') => {
      const { list } = await admin.call(api.messages.list, { query: { kind } })
      return list[0]?.status === 'sent'
    }
    await until('noted', async () => (await isSent('cancelled')) && (await isSent('confirmed')))
    const { list, total } = await admin.call(api.messages.list, { query: {} })
    assert.equal(total, 4)
    const ofOther = list.filter(({ appointmentId }) => appointmentId === other.id)
    assert.ok(
      ofOther.some(({ kind, status }) => kind === 'cancelled' && status === 'sent') &&
        ofOther.every(({ kind, status }) => kind === 'cancelled' || ['dropped', 'sent'].includes(status)),
    )
    assert.ok(list.every(({ phone }) => /^139\*{4}\d{4}$/.test(phone)))
    assert.ok(!got.some(({ text }) => /中奖|客服/.test(text)), 'the hospital signs no words of others')
    const mine = await admin.call(api.messages.list, { query: { appointmentId: id, kind: 'confirmed' } })
    assert.deepEqual(
      mine.list.map(({ status, tries }) => [status, tries]),
      [['sent', 1]],
    )
    await erasePerson(world.db, world.time, patientPhone, { username: 'terminal', address: '' })
    assert.equal((await admin.call(api.messages.list, { query: { appointmentId: id } })).total, 0)
  })

  test(`one number gets so many messages a day, and none of a visit that is over [${engine}]`, async (t) => {
    const { got, env: sms } = await gateway(t)
    const world = await startWorld(t, engine, sms)
    const { admin, anonymous } = world
    await switchOn(world, allDay, ['booked', 'confirmed'])
    const { patientPhone } = booking()
    const book = (changes: object) =>
      anonymous.call(api.appointments.create, { body: booking({ date, ...changes }) })
    const visits = await Promise.all(Array.from({ length: 23 }, () => book({ patientPhone })))
    const over = await book({ date: '2026-01-01' })
    const dropped = async () => (await admin.call(api.messages.list, { query: { status: 'dropped' } })).list
    await until('all settled', async () => got.length >= 20 && (await dropped()).length >= 4)
    assert.equal(got.length, 20)
    const reasons = (await dropped()).map(({ appointmentId, error }) =>
      appointmentId === over.id ? `over: ${error}` : error,
    )
    assert.deepEqual(reasons.toSorted(), ['over: visit is over', ...Array(3).fill('too many')])
    await admin.call(api.appointments.confirm, { params: { id: visits[0]!.id } })
    await until('what staff did is told', () => got.some(({ template }) => template === 'T_confirmed'))
  })

  test(`quiet hours delay, and whoever's answer is not known is not sent to twice [${engine}]`, async (t) => {
    const { got, env: sms } = await gateway(t, (response) => response.destroy())
    const world = await startWorld(t, engine, { ...sms, TIME_ZONE: 'UTC' })
    const { admin, anonymous } = world
    const hour = (later: number) => new Date(Date.now() + later * 3_600_000).toISOString().slice(11, 16)
    await switchOn(world, { quietFrom: hour(-1), quietTo: hour(1) }, ['booked'])
    const { id } = await anonymous.call(api.appointments.create, { body: booking({ date }) })
    const statusOf = async () => (await admin.call(api.messages.list, { query: {} })).list[0]?.status
    await until('queued', async () => (await statusOf()) === 'queued')
    await sleep(2500)
    assert.equal(got.length, 0)
    const { patientName, patientAge, patientPhone } = booking()
    const correction = { patientName, patientAge, patientPhone }
    await admin.call(api.appointments.correctPatient, { params: { id }, body: correction })
    world.clock.ahead = 2 * 3_600_000
    await until('unknown', async () => (await statusOf()) === 'unknown')
    await sleep(1500)
    assert.deepEqual(
      got.map(({ phone }) => phone),
      [patientPhone],
      'sent once, to the number as it is by now',
    )
    const [told] = (await admin.call(api.messages.list, { query: {} })).list
    assert.equal(told!.phone.slice(-4), patientPhone.slice(-4))
  })

  test(`a refused message is tried three times, then failed [${engine}]`, async (t) => {
    const { got, env: sms } = await gateway(t, (response) => response.writeHead(400).end('{}'))
    const world = await startWorld(t, engine, sms)
    await switchOn(world, allDay, ['booked'])
    await world.anonymous.call(api.appointments.create, { body: booking({ date }) })
    for (const tries of [1, 2, 3]) {
      await until(`try ${tries}`, () => got.length === tries)
      await sleep(200)
      world.clock.ahead += 400_000
    }
    const first = async () => (await world.admin.call(api.messages.list, { query: {} })).list[0]!
    await until('failed', async () => (await first()).status === 'failed')
    assert.equal((await first()).tries, 3)
  })

  test(`who waited or had booked is told of a place and of a closure; whom no message reaches is to be called [${engine}]`, async (t) => {
    let refuses = false
    const { got, env: sms } = await gateway(t, (r) => (refuses ? r.writeHead(400).end('{}') : r.end('{}')))
    const world = await startWorld(t, engine, sms)
    const { admin, anonymous, time } = world
    await switchOn(world, allDay, ['closed', 'waitlist'])
    const departments = { 肛肠: { mode: 'on' as const }, 胃肠: { mode: 'off' as const } }
    await admin.call(api.bookingRules.replace, { body: { ...defaultBookingRules, departments } })
    const today = time.dayOf(time.now())
    const date = time.dayOf(time.startOf(today, 5))
    const place = { date, departmentName: '肛肠' as const, doctorId: '', places: 1 }
    const first = await admin.call(api.slots.create, { body: { ...place, start: '08:00', end: '09:00' } })
    const second = await admin.call(api.slots.create, { body: { ...place, start: '09:00', end: '10:00' } })
    const book = (slotId: string) => {
      const { patientName, patientAge, patientPhone } = booking()
      return anonymous.call(api.appointments.create, {
        body: { patientName, patientAge, patientPhone, slotId },
      })
    }
    const { id } = await book(first.id)
    const { patientPhone } = booking()
    const waiting = { patientName: '王五', patientAge: 30, patientPhone, slotId: first.id }
    await anonymous.call(api.waitlist.join, { body: waiting })
    await anonymous.call(api.appointments.cancel, { params: { id } })
    const told = (template: string, phone: string) => () =>
      got.some((one) => one.template === template && one.phone === phone)
    await until('told of the place', told('T_waitlist', patientPhone))
    await admin.call(api.closures.create, { body: { slotIds: [first.id], reason: '医生外出' } })
    await until('told of the closure', told('T_closed', patientPhone))
    assert.match(got.at(-1)!.text, /停诊，请不要前来/)

    refuses = true
    const last = await book(second.id)
    const closure = await admin.call(api.closures.create, { body: { slotIds: [second.id], reason: '停电' } })
    for (const tries of [1, 2, 3]) {
      await until(
        `try ${tries}`,
        () => got.filter(({ phone }) => phone === last.patientPhone).length === tries,
      )
      await sleep(200)
      world.clock.ahead += 400_000
    }
    const item = async (id: string) =>
      (await admin.call(api.closures.detail, { params: { id }, query: {} })).list[0]!
    await until('to be called', async () => (await item(closure.id)).needsCall)

    const third = await admin.call(api.slots.create, { body: { ...place, start: '10:00', end: '11:00' } })
    await book(third.id)
    const early = { ...place, date: today, start: '00:00', end: '00:01' }
    const over = await admin.call(api.slots.create, { body: early })
    await admin.call(api.appointments.book, { body: { ...booking({ date: today }), slotId: over.id } })
    const close = (slot: { id: string }) =>
      admin.call(api.closures.create, { body: { slotIds: [slot.id], reason: '停电' } })
    const ofOver = await close(over)
    const dropped = async () => (await admin.call(api.messages.list, { query: { status: 'dropped' } })).list
    await until('not told', async () => (await dropped())[0]?.error === 'visit is over')
    assert.ok(!(await item(ofOver.id)).needsCall, 'what is over need not be called off')
    const untold = await close(third)
    await switchOn(world, { ...allDay, closed: { enabled: false, template: '', params: [] } }, [])
    world.clock.ahead += 400_000
    await until('dropped', async () => (await dropped())[0]?.error === 'switched off')
    assert.ok((await item(untold.id)).needsCall)
  })

  test(`reminders go out once, the evening before, to those who still come [${engine}]`, async (t) => {
    const { got, env: sms } = await gateway(t)
    const settings = { ...(await freshEnv(t, engine)), ...sms, TIME_ZONE: 'UTC' }
    const world = await joinWorld(t, settings)
    const others = engine === 'postgres' ? [await joinWorld(t, settings)] : []
    const { anonymous } = world
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const visits = []
    for (let i = 0; i < 30; i++) {
      visits.push(await anonymous.call(api.appointments.create, { body: booking({ date: tomorrow }) }))
    }
    for (const { id } of visits.slice(0, 9)) await anonymous.call(api.appointments.cancel, { params: { id } })
    await anonymous.call(api.appointments.create, { body: booking({ date: '2030-01-01' }) })
    const clock = new Date().toISOString().slice(11, 16)
    // Whatever the hour is now, it is that of the reminders.
    await switchOn(world, { ...allDay, reminderTime: clock }, ['reminder'])
    await until('all reminded', () => got.length >= 21)
    await Promise.all([world, ...others].map(() => sleep(2500)))
    const expected = visits.slice(9).map(({ patientPhone }) => patientPhone)
    assert.deepEqual(got.map(({ phone }) => phone).toSorted(), expected.toSorted())
    assert.equal(new Set(got.map(({ id }) => id)).size, 21)
  })
}

for (const engine of engines) {
  test(`without a provider nothing waits to be sent, and patients of a closure are to be called [${engine}]`, async (t) => {
    const sms = {
      SMS_PROVIDER: 'http',
      // Nobody listens: what is sent is tried again later.
      SMS_URL: 'http://127.0.0.1:9/',
      SMS_SECRET: newSecret(),
    }
    const first = await startWorld(t, engine)
    const departments = { 肛肠: { mode: 'on' as const }, 胃肠: { mode: 'off' as const } }
    await first.admin.call(api.bookingRules.replace, { body: { ...defaultBookingRules, departments } })
    await switchOn(first, allDay, ['closed', 'booked'])
    const day = first.time.dayOf(first.time.startOf(first.time.dayOf(first.time.now()), 5))
    const close = async ({ admin, anonymous }: World, start: string, end: string) => {
      const body = { date: day, departmentName: '肛肠' as const, doctorId: '', places: 1, start, end }
      const { id: slotId } = await admin.call(api.slots.create, { body })
      const { patientName, patientAge, patientPhone } = booking()
      const person = { patientName, patientAge, patientPhone }
      await anonymous.call(api.appointments.create, { body: { ...person, slotId } })
      return admin.call(api.closures.create, { body: { slotIds: [slotId], reason: '停电' } })
    }
    const needsCall = async ({ admin }: World, { id }: { id: string }) =>
      (await admin.call(api.closures.detail, { params: { id }, query: {} })).list[0]!.needsCall
    const messages = async ({ admin }: World) => (await admin.call(api.messages.list, { query: {} })).list
    const saved = await close(first, '08:00', '09:00')
    await sleep(1500)
    assert.deepEqual([await needsCall(first, saved), await messages(first)], [true, []])
    await first.close()

    const second = await joinWorld(t, { ...first.env, ...sms }, first.admin.token)
    const named = await close(second, '09:00', '10:00')
    assert.equal(await needsCall(second, named), false, 'a message is on its way')
    await second.close()

    const third = await joinWorld(t, first.env, first.admin.token)
    assert.equal(await needsCall(third, named), true, 'and will not arrive')
    const left = (await messages(third)).filter(({ kind }) => kind === 'closed')
    assert.deepEqual(
      left.map(({ status, error }) => [status, error]),
      [['dropped', 'no provider']],
    )
  })
}

test('quiet hours end at their hour where clocks change in between', () => {
  const midnight = Date.parse('2026-03-29T00:30:00+01:00')
  const until = quietUntil(createTime('Europe/Berlin'), { quietFrom: '21:00', quietTo: '08:00' }, midnight)
  assert.equal(until, Date.parse('2026-03-29T08:00:00+02:00'))
})

testOnBoth('settings of messages: the second to save is told', async ({ admin, url }) => {
  const read = () => admin.send(api.messages.settings)
  const before = await read()
  assert.equal(before.data.provider, 'none')
  assert.equal(before.data.booked.enabled, false)
  const { provider: _, ...settings } = before.data
  const headers = { 'if-match': before.headers.get('etag')! }
  const body = { ...settings, quietFrom: '22:00' }
  await admin.call(api.messages.saveSettings, { body, headers })
  const late = await admin.send(api.messages.saveSettings, {
    body: { ...settings, quietTo: '09:00' },
    headers,
  })
  assert.deepEqual([late.status, late.message], [409, '记录已被他人修改,请刷新后重试'])
  assert.equal((await read()).data.quietFrom, '22:00')
  for (const [changes, message] of [
    [{ quietFrom: '25:00' }, 'quietFrom 格式不正确'],
    [{ booked: { enabled: true, template: '', params: ['age'] } }, 'booked.params 格式不正确'],
    [{ reminder: 1 }, 'reminder 格式不正确'],
  ] as const) {
    await admin.refused(
      api.messages.saveSettings,
      { body: { ...settings, ...changes } as never },
      400,
      message,
    )
  }
  assert.ok(url)
})
