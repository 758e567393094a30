import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, ChangeEvent, defaultBookingRules } from '@zhenyue/contract'
import pg from 'pg'
import {
  booking,
  fakePhone,
  freshEnv,
  joinWorld,
  lead,
  startWorld,
  strictClient,
  testOnBoth,
  testOnSqlite,
  type World,
} from './world.ts'

/** Opens the stream, and reads from it until something is there. */
async function listen(t: TestContext, { admin }: Pick<World, 'admin'>) {
  const controller = new AbortController()
  t.after(() => controller.abort())
  const response = await admin.open(api.events.listen, { signal: controller.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let ended = false
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
    }
  })()
    .catch(() => {})
    .finally(() => (ended = true))

  async function until(isThere: () => boolean, seconds: number) {
    for (let tries = 0; tries < seconds * 50 && !isThere(); tries++) {
      await new Promise((later) => setTimeout(later, 20))
    }
    assert.ok(isThere(), text)
  }
  const events = () =>
    [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, kind, data]) => {
      const { change, id } = ChangeEvent.parse(JSON.parse(data!))
      return `${kind} ${change} ${id}`
    })
  return {
    headers: response.headers,
    text: () => text,
    sees: (...wanted: string[]) => until(() => wanted.every((one) => events().includes(one)), 8),
    ends: (seconds: number) => until(() => ended, seconds),
    events,
    close: () => (controller.abort(), reading),
  }
}

testOnBoth(
  'staff hear of what is created, changed and deleted, and nothing about patients',
  async (world, t) => {
    const { admin, anonymous } = world
    const before = await anonymous.call(api.leads.submit, { body: lead() })
    const ears = await listen(t, world)
    assert.equal(ears.headers.get('content-type'), 'text/event-stream')
    assert.equal(ears.headers.get('cache-control'), 'no-store')
    const { id } = await anonymous.call(api.leads.submit, { body: lead() })
    const one = await anonymous.call(api.appointments.create, { body: booking() })
    const two = await anonymous.call(api.appointments.create, { body: booking() })
    await ears.sees(`lead created ${id}`, `appointment created ${one.id}`, `appointment created ${two.id}`)
    await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '已联系' } })
    await admin.call(api.appointments.confirm, { params: { id: one.id } })
    await anonymous.call(api.appointments.cancel, { params: { id: two.id } })
    await ears.sees(`lead changed ${id}`, `appointment changed ${one.id}`, `appointment changed ${two.id}`)
    await admin.call(api.leads.remove, { params: { id } })
    await admin.call(api.appointments.remove, { params: { id: one.id } })
    await ears.sees(`lead deleted ${id}`, `appointment deleted ${one.id}`)

    const departments = { 肛肠: { mode: 'on' as const }, 胃肠: { mode: 'off' as const } }
    await admin.call(api.bookingRules.replace, { body: { ...defaultBookingRules, departments } })
    const today = world.time.dayOf(world.time.now())
    const day = world.time.dayOf(world.time.startOf(today, 5))
    const slot = (date: string, start: string, end: string) =>
      admin.call(api.slots.create, { body: { date, departmentName: '肛肠', start, end, places: 3 } })
    const began = await slot(today, '00:00', '00:01')
    const early = await slot(day, '08:00', '09:00')
    const late = await slot(day, '09:00', '10:00')
    const visits = []
    for (const { id: slotId } of [early, early, early, began]) {
      const patient = { patientName: '李四', patientAge: 40, patientPhone: fakePhone() }
      const { id } = await admin.call(api.appointments.book, { body: { ...patient, slotId } })
      visits.push(id)
    }
    const [byStaff, byPatient, corrected, arrived] = visits.map((id) => ({ id }))
    await admin.call(api.appointments.confirm, { params: arrived! })
    await ears.sees(...visits.map((id) => `appointment created ${id}`), `appointment changed ${arrived!.id}`)
    const body = { slotId: late.id }
    await admin.call(api.appointments.reschedule, { params: byStaff!, body })
    await anonymous.call(api.appointments.reschedule, { params: byPatient!, body })
    const patient = { patientName: '李四', patientAge: 41, patientPhone: fakePhone() }
    await admin.call(api.appointments.correctPatient, { params: corrected!, body: patient })
    await ears.sees(...[byStaff, byPatient, corrected].map((one) => `appointment changed ${one!.id}`))
    const changes = () => ears.events().filter((one) => one === `appointment changed ${arrived!.id}`).length
    assert.equal(changes(), 1)
    await admin.call(api.appointments.setAttendance, { params: arrived!, body: { attendance: 'arrived' } })
    for (let tries = 0; tries < 400 && changes() < 2; tries++) await sleep(20)
    assert.equal(changes(), 2, 'the attendance')
    assert.ok(!ears.events().some((event) => event.endsWith(` ${before.id}`)), 'nothing of before')
    const created = ears.events().filter((event) => event.includes(' created '))
    assert.equal(created.length, 7, 'each is told once')
    assert.doesNotMatch(ears.text(), /1390000|张|李|联系/)
    assert.match(ears.text(), /^retry: \d+\n\n/)
  },
)

test('two instances on one database both hear of what happens on either [postgres]', async (t) => {
  const env = await freshEnv(t, 'postgres')
  const one = await joinWorld(t, env)
  const other = await joinWorld(t, env)
  const ears = [await listen(t, one), await listen(t, other)]
  const here = await one.anonymous.call(api.leads.submit, { body: lead() })
  const there = await other.anonymous.call(api.appointments.create, { body: booking() })
  await one.admin.call(api.leads.setRemark, { params: { id: here.id }, body: { remark: '一' } })
  for (const each of ears) {
    await each.sees(`lead created ${here.id}`, `lead changed ${here.id}`, `appointment created ${there.id}`)
  }
})

test('the stream outlives the patience for answers, beats, and ends with the session', async (t) => {
  const world = await startWorld(t, 'sqlite')
  const { admin, logIn } = world
  const guest = await logIn()
  const own = await listen(t, { admin: guest as World['admin'] })
  const other = await listen(t, world)
  await new Promise((later) => setTimeout(later, 16_500))
  assert.match(other.text(), /^: /m)
  const sessions = await admin.call(api.sessions.list)
  const [ended] = sessions.filter(({ current }) => !current).slice(0, 1)
  await admin.call(api.sessions.end, { params: { id: ended!.id } })
  await own.ends(7)
  const { id } = await world.anonymous.call(api.leads.submit, { body: lead() })
  await other.sees(`lead created ${id}`)
  const closing = performance.now()
  await world.close()
  await other.ends(2)
  assert.ok(performance.now() - closing < 5000, 'streams do not hold up the stop')
})

test('a stop does not wait for a stream that was asked for and begins after it [postgres]', async (t) => {
  const { env, admin, close } = await startWorld(t, 'postgres')
  const holder = new pg.Client(env['DATABASE_URL'])
  await holder.connect()
  t.after(() => holder.end())
  await holder.query('begin; lock table sessions')
  const controller = new AbortController()
  const asked = admin.open(api.events.listen, { signal: controller.signal }).catch(() => {})
  const isHeld = "select exists (select from pg_locks where relation = 'sessions'::regclass and not granted)"
  for (let tries = 0; !(await holder.query(isHeld)).rows[0].exists; tries++) {
    assert.ok(tries < 1000, 'nothing waits for the lock')
    await sleep(10)
  }
  const stopped = close()
  await sleep(200)
  await holder.query('rollback')
  const hasStopped = await Promise.race([stopped.then(() => true), sleep(10_000, false)])
  controller.abort()
  await asked
  assert.ok(hasStopped)
})

testOnSqlite(
  'only so many listen at once, ten of one account, and room is made when they leave',
  async (world, t) => {
    const { admin, anonymous, url } = world
    const refused = async ({ send }: Pick<World['admin'], 'send'>) => {
      const { status, message } = await send(api.events.listen)
      assert.deepEqual([status, message], [503, '实时连接过多,请稍后再试'])
    }
    const tenOf = (who: Pick<World, 'admin'>) => Promise.all(Array.from({ length: 10 }, () => listen(t, who)))
    const ears = await tenOf(world)
    await refused(admin)
    for (let i = 0; i < 19; i++) {
      const body = { username: `nurse-${i}`, password: 'a colleague has this' }
      await admin.call(api.accounts.create, { body })
      const { token } = await anonymous.call(api.admins.login, { body })
      const nurse = { token, ...strictClient(url, token) }
      ears.push(...(await tenOf({ admin: nurse })))
      await refused(nurse)
    }
    const body = { username: 'one-more', password: 'a colleague has this' }
    await admin.call(api.accounts.create, { body })
    await refused(strictClient(url, (await anonymous.call(api.admins.login, { body })).token))
    await Promise.all(ears.map(({ close }) => close()))
    await new Promise((later) => setTimeout(later, 200))
    await listen(t, world)
  },
)
