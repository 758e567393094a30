import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { api, defaultBookingRules } from '@zhenyue/contract'
import { lastWord } from '../src/bookings/consents-store.ts'
import { erasePerson } from '../src/erasure/store.ts'
import { newSecret } from '../src/outbound/signature.ts'
import { booking, engines, fakePhone, joinWorld, startWorld, type Engine, type World } from './world.ts'

const minute = 60_000
const hour = 60 * minute

interface Sms {
  phone: string
  params: Record<string, string>
  text: string
}

/** A world with a gateway for text messages, and what it was sent. */
async function withGateway(t: TestContext, engine: Engine, changes: Record<string, string>) {
  const got: Sms[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push(JSON.parse(body) as Sms)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => (server.closeAllConnections(), server.close()))
  const SMS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const env = { SMS_PROVIDER: 'http', SMS_URL, SMS_SECRET: newSecret(), TRUST_PROXY: '1', ...changes }
  return { got, world: await startWorld(t, engine, env) }
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = ({ anonymous }: World, phone: string, address = '203.0.113.1') =>
  anonymous.send(api.phoneProofs.send, { body: { phone }, headers: from(address) })
const verify = ({ anonymous }: World, id: string, code: string) =>
  anonymous.send(api.phoneProofs.verify, { params: { id }, body: { code } })

/** The code that was sent last to a number; waits for the gateway. */
async function codeFor(got: Sms[], phone: string, nth = 1) {
  for (let tries = 0; tries < 400; tries++) {
    const sent = got.filter((sms) => sms.phone === phone)
    if (sent.length >= nth) return sent[nth - 1]!.params['code']!
    await new Promise((soon) => setTimeout(soon, 25))
  }
  throw new Error('no code came')
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

for (const engine of engines) {
  test(`a number is proven by a code, within limits that hold on every instance [${engine}]`, async (t) => {
    const { got, world } = await withGateway(t, engine, { PHONE_PROOF: 'all', RATE_LIMITS: 'off' })
    const { anonymous, admin, clock, db } = world
    const phone = fakePhone()
    const unknown = fakePhone()
    const { id } = await anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) })

    await anonymous.refused(api.phoneProofs.send, { body: { phone: '123' } }, 400, '手机号格式不正确')
    const [known, nobody] = [await ask(world, phone), await ask(world, unknown)]
    for (const { status, message, data } of [known, nobody]) {
      assert.deepEqual([status, message], [200, '验证码已发送'])
      assert.deepEqual(Object.keys(data), ['id', 'expiresAt', 'resendAt'])
      assert.equal(Date.parse(data.expiresAt) - Date.parse(data.resendAt), 4 * minute)
    }
    const code = await codeFor(got, phone)
    assert.match(code, /^\d{6}$/)
    assert.match(got[0]!.text, new RegExp(`您的验证码是 ${code}，5 分钟内有效`))
    const kept = JSON.stringify([
      await db.selectFrom('phone_proofs').selectAll().execute(),
      await db.selectFrom('messages').selectAll().execute(),
    ])
    assert.ok(!kept.includes(`"${code}"`))

    const again = await ask(world, phone)
    assert.deepEqual([again.status, again.message], [429, '验证码发送过于频繁,请稍后再试'])
    const wait = Number(again.headers.get('retry-after'))
    assert.ok(wait > 0 && wait <= 60)

    const byPhone = { query: { phone } }
    const unproven = [403, '请先验证手机号'] as const
    await anonymous.refused(api.appointments.list, byPhone, ...unproven)
    await anonymous.refused(api.waitlist.list, byPhone, ...unproven)
    await anonymous.refused(api.appointments.cancel, { params: { id } }, ...unproven)
    const move = { params: { id }, body: { slotId: 'slot-1' } }
    await anonymous.refused(api.appointments.reschedule, move, ...unproven)
    await anonymous.call(api.appointments.list)
    await anonymous.call(api.appointments.detail, { params: { id } })
    assert.equal((await admin.call(api.appointments.list, byPhone)).total, 1)
    await admin.call(api.waitlist.list, byPhone)

    const wrong = await verify(world, known.data.id, wrongFor(code))
    assert.deepEqual([wrong.status, wrong.message], [400, '验证码错误'])
    const proven = await verify(world, known.data.id, code)
    assert.deepEqual([proven.status, proven.message], [200, '验证成功'])
    const twice = await verify(world, known.data.id, code)
    assert.deepEqual([twice.status, twice.message], [400, '验证码已失效,请重新获取'])
    const headers = { 'x-phone-proof': proven.data.token }
    assert.equal((await anonymous.call(api.appointments.list, { ...byPhone, headers })).total, 1)
    await anonymous.call(api.waitlist.list, { ...byPhone, headers })
    const others = { query: { phone: unknown }, headers }
    await anonymous.refused(api.appointments.list, others, ...unproven)
    const forged = { 'x-phone-proof': `${proven.data.token.slice(0, -2)}AA` }
    await anonymous.refused(api.appointments.list, { ...byPhone, headers: forged }, ...unproven)
    const another = await admin.call(api.appointments.book, { body: booking() })
    await anonymous.refused(api.appointments.cancel, { params: { id: another.id }, headers }, ...unproven)
    const gone = { params: { id: `apt-${'x'.repeat(22)}` }, headers }
    await anonymous.refused(api.appointments.cancel, gone, 404, '预约不存在')
    await anonymous.call(api.consents.withdraw, { body: { purposes: ['sms'] }, headers })
    assert.equal(await lastWord(db, phone, 'sms'), false)
    await anonymous.call(api.appointments.cancel, { params: { id }, headers })
    clock.ahead = 30 * minute
    await anonymous.refused(api.appointments.list, { ...byPhone, headers }, ...unproven)

    // Five wrong ones end it, on whichever instance.
    const second = engine === 'postgres' ? await joinWorld(t, world.env, admin.token) : world
    second.clock.ahead = clock.ahead
    const { data: proof } = await ask(world, phone)
    const right = await codeFor(got, phone, 2)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => verify(i % 2 ? world : second, proof.id, wrongFor(right))),
    )
    assert.equal(guesses.filter(({ message }) => message === '验证码错误').length, 5)
    assert.equal((await verify(world, proof.id, right)).message, '验证码已失效,请重新获取')
    clock.ahead += 2 * minute
    const { data: late } = await ask(world, phone)
    const lateCode = await codeFor(got, phone, 3)
    clock.ahead += 5 * minute
    assert.equal((await verify(world, late.id, lateCode)).message, '验证码已失效,请重新获取')
    assert.equal(got.length, 3, 'nothing was sent to the unknown number')

    // Three were asked for within this hour; the fifth is the last.
    for (let i = 0; i < 2; i++) {
      clock.ahead += 2 * minute
      assert.equal((await ask(world, phone, `198.51.100.${i}`)).status, 200)
    }
    clock.ahead += 2 * minute
    assert.equal((await ask(world, phone)).status, 429)
    clock.ahead += hour
    for (let i = 0; i < 5; i++) {
      assert.equal((await ask(world, phone, `198.51.100.${i}`)).status, 200)
      clock.ahead += 2 * minute
    }
    clock.ahead += hour
    const eleventh = await ask(world, phone)
    assert.ok(eleventh.status === 429 && Number(eleventh.headers.get('retry-after')) > 12 * 3600, 'ten a day')

    await erasePerson(db, world.time, phone, { username: 'terminal', address: '' })
    const rest = await db.selectFrom('phone_proofs').select('phone').execute()
    assert.ok(!rest.some((row) => row.phone === phone))
  })

  test(`an address gets 20 codes an hour, and all together no more than the budget [${engine}]`, async (t) => {
    const changes = { PHONE_PROOF: 'list', CODE_BUDGET: '2' }
    const { got, world } = await withGateway(t, engine, changes)
    const { anonymous, clock } = world
    for (let i = 0; i < 20; i++) assert.equal((await ask(world, fakePhone())).status, 200)
    const over = await ask(world, fakePhone())
    assert.deepEqual([over.status, over.message], [429, '验证码发送过于频繁,请稍后再试'])
    assert.equal(got.length, 0, 'none of them is known')

    const phones = [fakePhone(), fakePhone()]
    for (const phone of phones) {
      await anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) })
      assert.equal((await ask(world, phone, '203.0.113.2')).status, 200)
      await codeFor(got, phone)
    }
    const spent = await ask(world, fakePhone(), '203.0.113.3')
    assert.equal(spent.status, 429, 'known or not')
    assert.ok(Number(spent.headers.get('retry-after')) <= 3600)
    clock.ahead = hour
    assert.equal((await ask(world, fakePhone(), '203.0.113.3')).status, 200)

    // With `list`, who has the id may still cancel.
    const { id } = await anonymous.call(api.appointments.create, { body: booking() })
    await anonymous.call(api.appointments.cancel, { params: { id } })
  })

  test(`leaving the waiting list needs a proof where changes do [${engine}]`, async (t) => {
    const { got, world } = await withGateway(t, engine, { PHONE_PROOF: 'all' })
    const { admin, anonymous, time } = world
    const rules = {
      ...defaultBookingRules,
      departments: { 肛肠: { mode: 'on' as const }, 胃肠: { mode: 'off' as const } },
    }
    await admin.call(api.bookingRules.replace, { body: rules })
    const date = time.dayOf(time.startOf(time.dayOf(time.now()), 2))
    const times = { start: '23:00', end: '23:30', places: 1 }
    const slot = await admin.call(api.slots.create, { body: { date, departmentName: '肛肠', ...times } })
    const body = { ...booking({ date }), slotId: slot.id }
    await admin.call(api.appointments.book, { body })
    const phone = fakePhone()
    const entry = await anonymous.call(api.waitlist.join, {
      body: { slotId: slot.id, patientName: '王五', patientAge: 50, patientPhone: phone },
    })
    const params = { id: entry.id }
    await anonymous.refused(api.waitlist.leave, { params }, 403, '请先验证手机号')
    const { data } = await ask(world, phone)
    const { token } = (await verify(world, data.id, await codeFor(got, phone))).data
    const left = await anonymous.call(api.waitlist.leave, { params, headers: { 'x-phone-proof': token } })
    assert.equal(left.status, 'left')
  })
}

test('a proof, and a code that was sent, outlive a change of JWT_SECRET', async (t) => {
  const { got, world } = await withGateway(t, 'sqlite', { PHONE_PROOF: 'list' })
  const [phone, another] = [fakePhone(), fakePhone()]
  for (const patientPhone of [phone, another]) {
    await world.anonymous.call(api.appointments.create, { body: booking({ patientPhone }) })
  }
  const first = (await ask(world, phone)).data
  const { token } = (await verify(world, first.id, await codeFor(got, phone))).data
  const second = (await ask(world, another)).data
  const code = await codeFor(got, another)
  await world.close()

  const JWT_SECRET = 'another secret for tests that is long enough'
  const between = await joinWorld(t, {
    ...world.env,
    JWT_SECRET,
    JWT_SECRET_PREVIOUS: world.env['JWT_SECRET']!,
  })
  const listed = { query: { phone }, headers: { 'x-phone-proof': token } }
  assert.equal((await between.anonymous.call(api.appointments.list, listed)).total, 1)
  assert.equal((await verify(between, second.id, wrongFor(code))).status, 400)
  assert.equal((await verify(between, second.id, code)).status, 200)
  await between.close()
  const after = await joinWorld(t, { ...world.env, JWT_SECRET })
  await after.anonymous.refused(api.appointments.list, listed, 403, '请先验证手机号')
})

test('without phone proof nothing is sent, and everything is as it was', async (t) => {
  const { anonymous } = await startWorld(t, 'sqlite')
  await anonymous.refused(api.phoneProofs.send, { body: { phone: fakePhone() } }, 409, '手机号验证未开启')
  const unknown = { params: { id: 'proof-1' }, body: { code: '123456' } }
  await anonymous.refused(api.phoneProofs.verify, unknown, 400, '验证码已失效,请重新获取')
  await anonymous.call(api.appointments.list, { query: { phone: fakePhone() } })
})
