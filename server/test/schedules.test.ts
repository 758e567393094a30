import assert from 'node:assert/strict'
import {
  api,
  defaultBookingRules,
  idempotencyMessages,
  scheduleMessages,
  type BookingRules,
  type Slot,
} from '@zhenyue/contract'
import fc from 'fast-check'
import { assignSlots } from '../src/bookings/assign-store.ts'
import { repairSlots, verifySlots } from '../src/bookings/slots-store.ts'
import { atTerminal } from '../src/db/audit.ts'
import { erasePerson } from '../src/erasure/store.ts'
import { booking, fakePhone, testOnBoth, type World } from './world.ts'

const department = '胃肠' as const
const wednesday = '2026-12-02'

/** Everyone's clock, and staff who are logged in at that time. */
async function at(world: World, moment: string) {
  world.clock.ahead = Date.parse(`${moment}+08:00`) - Date.now()
  return { ...world, admin: await world.logIn() }
}

const rulesWith = (changes: Partial<BookingRules> = {}): BookingRules => ({
  ...defaultBookingRules,
  departments: { 肛肠: { mode: 'off' }, 胃肠: { mode: 'on' } },
  ...changes,
})

const template = (changes: Record<string, unknown> = {}) => ({
  departmentName: department,
  doctorId: 'exp-1',
  weekday: 3,
  start: '08:00',
  end: '10:00',
  slotMinutes: 30,
  places: 2,
  ...changes,
})

/** A department with slots: every Wednesday morning four of two places each. */
async function open(
  world: World,
  { rules = {}, tpl = {} }: { rules?: Partial<BookingRules>; tpl?: Record<string, unknown> } = {},
) {
  const here = await at(world, '2026-12-01T10:00:00')
  await here.admin.call(api.bookingRules.replace, { body: rulesWith(rules) })
  await here.admin.call(api.templates.create, { body: template(tpl) })
  const slots = await here.admin.call(api.slots.list, { query: { from: wednesday, to: wednesday } })
  return { ...here, slots }
}

const patient = (changes: Record<string, unknown> = {}) => ({
  patientName: '李四',
  patientAge: 40,
  patientPhone: fakePhone(),
  ...changes,
})

const slotNow = async ({ admin }: Pick<World, 'admin'>, { id, date }: Slot) =>
  (await admin.call(api.slots.list, { query: { from: date, to: date } })).find((one) => one.id === id)!

testOnBoth('with every department off nothing has slots, and a booking is as before', async (world) => {
  const made = await world.anonymous.call(api.appointments.create, { body: booking() })
  assert.ok(!('slotId' in made) && !('moves' in made) && !('attendance' in made))
  const free = await world.anonymous.call(api.availability.read, { query: { departmentName: department } })
  assert.deepEqual([free.mode, free.days], ['off', []])
  await world.anonymous.refused(
    api.appointments.create,
    { body: booking({ slotId: 'slot-1' }) },
    404,
    '号源不存在',
  )
  assert.deepEqual(await world.anonymous.call(api.bookingRules.read), defaultBookingRules)
})

testOnBoth('a template makes slots, and what is free is told by day and slot', async (world) => {
  const { anonymous, slots } = await open(world)
  assert.deepEqual(
    slots.map(({ timeSlot, places, taken, state }) => [timeSlot, places, taken, state]),
    [
      ['上午 08:00-08:30', 2, 0, 'open'],
      ['上午 08:30-09:00', 2, 0, 'open'],
      ['上午 09:00-09:30', 2, 0, 'open'],
      ['上午 09:30-10:00', 2, 0, 'open'],
    ],
  )
  const { mode, now, days } = await anonymous.call(api.availability.read, {
    query: { departmentName: department },
  })
  assert.deepEqual([mode, now.slice(0, 16), days.length], ['on', '2026-12-01 10:00', 15])
  assert.deepEqual(
    days
      .filter(({ state }) => state !== 'none')
      .map(({ date, state, remaining }) => [date, state, remaining]),
    [
      [wednesday, 'open', 8],
      ['2026-12-09', 'open', 8],
    ],
  )
  const later = await anonymous.call(api.availability.read, {
    query: { departmentName: department, from: '2026-12-16', to: '2026-12-16' },
  })
  assert.deepEqual(
    later.days.map(({ state, remaining, opensAt }) => [state, remaining, opensAt]),
    [['soon', 8, '2026-12-02 07:00:00']],
  )
})

testOnBoth(
  'what is free is never older than a second, and at once what one has done oneself',
  async (world) => {
    const { anonymous, slots, db } = await open(world)
    // As if the clock stood still, so that the second is not over by itself.
    const stop = world.time.now()
    const standStill = () => (world.clock.ahead = stop - Date.now())
    const remaining = async () => {
      standStill()
      const { days } = await anonymous.call(api.availability.read, {
        query: { departmentName: department, from: wednesday, to: wednesday },
      })
      return days[0]!.remaining
    }
    assert.equal(await remaining(), 8)
    await anonymous.call(api.appointments.create, { body: patient({ slotId: slots[0]!.id }) })
    assert.equal(await remaining(), 7)
    // Another instance takes a place.
    await db.updateTable('slots').set({ taken: 2 }).where('start_time', '=', '09:00').execute()
    assert.equal(await remaining(), 7)
    world.clock.ahead = stop + 2000 - Date.now()
    const { days } = await anonymous.call(api.availability.read, {
      query: { departmentName: department, from: wednesday, to: wednesday },
    })
    assert.equal(days[0]!.remaining, 5)
  },
)

testOnBoth('a place is taken, given back and never sold twice', async (world) => {
  const here = await open(world)
  const { anonymous, admin, slots } = here
  const [first, second] = slots as [Slot, Slot]
  const book = (changes: object) =>
    anonymous.send(api.appointments.create, { body: { ...patient(), ...changes } })
  const one = await book({ slotId: first.id })
  assert.equal(one.status, 200)
  const { id, slotId, moves, attendance, date, timeSlot, doctorId, departmentName } = one.data
  assert.deepEqual(
    { slotId, moves, attendance, date, timeSlot, doctorId, departmentName },
    {
      slotId: first.id,
      moves: 0,
      attendance: '',
      date: wednesday,
      timeSlot: '上午 08:00-08:30',
      doctorId: 'exp-1',
      departmentName: department,
    },
  )
  const racing = await Promise.all(Array.from({ length: 12 }, () => book({ slotId: first.id })))
  assert.equal(racing.filter(({ status }) => status === 200).length, 1)
  const refused = racing.find(({ status }) => status === 409)!
  assert.equal(refused.message, '该时段已约满,可选其他时段或加入候补')
  const { reason, alternatives } = refused.data as unknown as {
    reason: string
    alternatives: { id: string; date: string; state: string }[]
  }
  assert.equal(reason, 'full')
  assert.deepEqual(
    alternatives.map(({ id }) => id),
    slots.slice(1).map(({ id }) => id),
  )
  assert.equal((await slotNow(here, first)).taken, 2)

  await anonymous.call(api.appointments.cancel, { params: { id } })
  await anonymous.refused(api.appointments.cancel, { params: { id } }, 409, '预约已取消')
  assert.equal((await slotNow(here, first)).taken, 1)
  assert.equal((await book({ slotId: first.id })).status, 200)

  // Without a slot the earliest that fits is taken.
  const wish = { ...patient(), date: wednesday, departmentName: department, timeSlot: '上午' }
  const any = await anonymous.call(api.appointments.create, { body: wish })
  assert.equal(any.slotId, second.id)
  const disagreeing = { ...patient(), slotId: second.id, date: '2026-12-03' }
  await anonymous.refused(api.appointments.create, { body: disagreeing }, 400, '号源与所选日期或科室不符')
  const elsewhere = await book({ date: '2026-12-03', departmentName: department })
  assert.deepEqual([elsewhere.status, elsewhere.message], [409, '该日没有号源'])
  assert.equal((elsewhere.data as unknown as { reason: string }).reason, 'none')

  await admin.call(api.appointments.remove, { params: { id: any.id } })
  assert.equal((await slotNow(here, second)).taken, 0)
})

testOnBoth(
  'before release, past the cut-off and on a closed slot nobody books; staff may be late',
  async (world) => {
    const { anonymous, admin, slots } = await open(world)
    const book = (slotId: string, now: string) => {
      world.clock.ahead = Date.parse(`${now}+08:00`) - Date.now()
      return anonymous.send(api.appointments.create, { body: { ...patient(), slotId } })
    }
    const [later] = await admin.call(api.slots.list, { query: { from: '2026-12-16', to: '2026-12-16' } })
    const soon = await book(later!.id, '2026-12-02T06:59:59')
    assert.deepEqual([soon.status, soon.message], [409, '该日号源将于 12-02 07:00 放号'])
    assert.equal((await book(later!.id, '2026-12-02T07:00:00')).status, 200)
    assert.equal((await book(slots[0]!.id, '2026-12-02T07:29:59')).status, 200)
    const late = await book(slots[0]!.id, '2026-12-02T07:30:00')
    assert.deepEqual([late.status, late.message], [409, '该时段已停止预约'])
    const staff = (await at(world, '2026-12-02T08:05:00')).admin
    const made = await staff.call(api.appointments.book, { body: { ...patient(), slotId: slots[0]!.id } })
    assert.equal(made.via, 'staff')
    const full = await staff.send(api.appointments.book, { body: { ...patient(), slotId: slots[0]!.id } })
    assert.equal(full.message, '该时段已约满,可选其他时段或加入候补')
    const extra = { ...patient(), slotId: slots[0]!.id, extra: true, reason: '复诊' }
    await staff.call(api.appointments.book, { body: extra })
    assert.equal((await slotNow({ admin: staff }, slots[0]!)).places, 3)
  },
)

testOnBoth('the limits of a phone hold, also for many at once', async (world) => {
  const { anonymous, slots, admin } = await open(world, { rules: { openPerPhone: 2 } })
  const mine = patient()
  const book = (slotId: string) => anonymous.send(api.appointments.create, { body: { ...mine, slotId } })
  const sameDay = await Promise.all(slots.map(({ id }) => book(id)))
  assert.equal(sameDay.filter(({ status }) => status === 200).length, 1)
  const refused = sameDay.find(({ status }) => status === 409)!
  assert.equal(refused.message, '同一手机号同一天同一科室只能预约 1 次')
  const taken = await Promise.all(slots.map(async (slot) => (await slotNow({ admin }, slot)).taken))
  assert.deepEqual(taken.toSorted(), [0, 0, 0, 1])
  const next = await admin.call(api.slots.list, { query: { from: '2026-12-09', to: '2026-12-09' } })
  assert.equal((await book(next[0]!.id)).status, 200)
  const more = await admin.call(api.slots.create, {
    body: {
      date: '2026-12-04',
      departmentName: department,
      doctorId: '',
      start: '14:00',
      end: '15:00',
      places: 5,
    },
  })
  const third = await book(more.id)
  assert.deepEqual([third.status, third.message], [409, '该手机号已有 2 个未就诊预约'])
  assert.deepEqual((third.data as unknown as { alternatives: unknown[] }).alternatives, [])
})

testOnBoth(
  'a booking is moved: the old place is free at once, and patients may do so twice',
  async (world) => {
    const here = await open(world)
    const { anonymous, slots } = here
    const mine = await anonymous.call(api.appointments.create, {
      body: { ...patient(), slotId: slots[0]!.id },
    })
    const params = { id: mine.id }
    const move = (slotId: string) => anonymous.send(api.appointments.reschedule, { params, body: { slotId } })
    const moved = await move(slots[1]!.id)
    assert.deepEqual([moved.message, moved.data.id, moved.data.moves], ['已改约', mine.id, 1])
    assert.deepEqual([moved.data.timeSlot, moved.data.status], ['上午 08:30-09:00', 'pending'])
    assert.deepEqual([(await slotNow(here, slots[0]!)).taken, (await slotNow(here, slots[1]!)).taken], [0, 1])
    assert.equal((await move(slots[1]!.id)).message, '已是该时段')
    assert.equal((await move(slots[0]!.id)).status, 200)
    assert.equal((await move(slots[2]!.id)).message, '该预约已改约 2 次,请致电医院')
    await here.admin.call(api.appointments.reschedule, { params, body: { slotId: slots[2]!.id } })
    const history = await here.admin.call(api.audit.list, { query: {} })
    assert.equal(history.list[0]!.action, 'appointment.reschedule')
    const bare = await anonymous.call(api.appointments.create, { body: booking() })
    const other = await anonymous.send(api.appointments.reschedule, {
      params: { id: bare.id },
      body: { slotId: slots[0]!.id },
    })
    assert.equal(other.message, '该预约不能在线改约,请致电医院')
  },
)

testOnBoth('a freed place goes to the first who waits, and to no stranger', async (world) => {
  const here = await open(world, { tpl: { places: 1 } })
  const { anonymous, admin, slots } = here
  const slotId = slots[0]!.id
  const join = (changes: object = {}) =>
    anonymous.send(api.waitlist.join, { body: { ...patient(), slotId, ...changes } })
  assert.equal((await join()).message, '该时段尚有余号,请直接预约')
  const booked = await anonymous.call(api.appointments.create, { body: { ...patient(), slotId } })
  const first = patient()
  const joined = await join(first)
  assert.deepEqual([joined.message, joined.data.status, joined.data.position], ['已加入候补', 'waiting', 1])
  assert.equal((await join(first)).message, '您已在该时段候补')
  const second = await join()
  assert.equal(second.data.position, 2)
  const [other] = await anonymous.call(api.waitlist.list, { query: { phone: first.patientPhone } })
  assert.equal(other!.id, joined.data.id)

  await anonymous.call(api.appointments.cancel, { params: { id: booked.id } })
  const stranger = await anonymous.send(api.appointments.create, { body: { ...patient(), slotId } })
  assert.equal(stranger.message, '该时段已约满,可选其他时段或加入候补')
  const mine = await anonymous.call(api.waitlist.detail, { params: { id: joined.data.id } })
  assert.deepEqual([mine.status, mine.position], ['booked', 0])
  const appointment = await admin.call(api.appointments.detail, { params: { id: mine.appointmentId! } })
  assert.deepEqual(
    [appointment.patientPhone, appointment.status, appointment.slotId, appointment.via],
    [first.patientPhone, 'pending', slotId, 'waitlist'],
  )
  const left = await admin.call(api.waitlist.leave, { params: { id: second.data.id } })
  assert.equal(left.status, 'left')
  await anonymous.call(api.waitlist.leave, { params: { id: second.data.id } })
  const { list } = await admin.call(api.audit.list, { query: { target: second.data.id } })
  assert.deepEqual(
    list.map(({ actor, action, changes }) => [actor, action, changes]),
    [['admin', 'waitlist.leave', { status: ['waiting', 'left'] }]],
  )
  await anonymous.call(api.appointments.cancel, { params: { id: mine.appointmentId! } })
  assert.equal((await slotNow(here, slots[0]!)).taken, 0)
  await anonymous.refused(api.waitlist.detail, { params: { id: 'wl-none' } }, 404, '候补记录不存在')
})

testOnBoth('whoever is booked into a slot no longer waits for it, nor does who is erased', async (world) => {
  const rules = { perPhonePerDay: 0 }
  const here = await open(world, { rules, tpl: { places: 1 } })
  const { anonymous, admin, slots, db, time } = here
  const book = (slotId: string, who = patient()) =>
    anonymous.call(api.appointments.create, { body: { ...who, slotId } })
  const join = (slotId: string, who = patient()) =>
    anonymous.call(api.waitlist.join, { body: { ...who, slotId } })
  const entry = ({ id }: { id: string }) => anonymous.call(api.waitlist.detail, { params: { id } })
  const [one, two, three, four] = slots.map(({ id }) => id) as [string, string, string, string]

  // By staff, with a place more.
  await book(one)
  const impatient = patient()
  const waiting = await join(one, impatient)
  const body = { ...impatient, slotId: one, extra: true }
  const extra = await admin.call(api.appointments.book, { body })
  const settled = await entry(waiting)
  assert.deepEqual([settled.status, settled.appointmentId], ['booked', extra.id])
  await anonymous.call(api.appointments.cancel, { params: { id: extra.id } })
  assert.equal((await slotNow(here, slots[0]!)).taken, 1)

  // By patients themselves, where a place came free while the department was off; with and without a key.
  for (const headers of [undefined, { 'idempotency-key': 'own' }]) {
    const before = await book(two)
    const own = patient()
    const waits = await join(two, own)
    const off = rulesWith({ ...rules, departments: defaultBookingRules.departments })
    await admin.call(api.bookingRules.replace, { body: off })
    await anonymous.call(api.appointments.cancel, { params: { id: before.id } })
    await admin.call(api.bookingRules.replace, { body: rulesWith(rules) })
    const booked = await anonymous.call(api.appointments.create, {
      body: { ...own, slotId: two },
      ...(headers && { headers }),
    })
    assert.equal((await entry(waits)).appointmentId, booked.id)
    await anonymous.call(api.appointments.cancel, { params: { id: booked.id } })
  }

  // By a move, where the rules let one have both.
  await book(three)
  const mover = patient()
  const moving = await book(four, mover)
  const wanted = await join(three, mover)
  const places = { params: { id: three }, body: { places: 2 } }
  await db
    .updateTable('slots')
    .set({ places: 2 })
    .where('id', '=', Number(three.slice(5)))
    .execute()
  await admin.call(api.appointments.reschedule, { params: { id: moving.id }, body: { slotId: three } })
  assert.equal((await entry(wanted)).appointmentId, moving.id)
  await admin.call(api.slots.update, { ...places, body: { places: 3 } })
  assert.equal((await slotNow(here, slots[2]!)).taken, 2)

  // Who waits for a second place does not get it by being erased.
  const gone = patient()
  await book(four, gone)
  await join(four, gone)
  await erasePerson(db, time, gone.patientPhone, atTerminal)
  const { total } = await admin.call(api.appointments.list, { query: { phone: gone.patientPhone } })
  assert.deepEqual([total, (await slotNow(here, slots[3]!)).taken], [0, 0])
})

testOnBoth('more places by a template, or by a repair, go to those who wait first', async (world) => {
  const here = await open(world, { tpl: { places: 1 } })
  const { anonymous, admin, slots, db, time } = here
  const [slot] = slots as [Slot]
  const waits = async () => {
    const { id } = await anonymous.call(api.waitlist.join, { body: { ...patient(), slotId: slot.id } })
    return async () => (await anonymous.call(api.waitlist.detail, { params: { id } })).status
  }
  await anonymous.call(api.appointments.create, { body: { ...patient(), slotId: slot.id } })
  const [first, second, third] = [await waits(), await waits(), await waits()]
  const tpl = (await admin.call(api.templates.list)).find(({ enabled }) => enabled)!
  const write = (changes: Record<string, unknown>) =>
    admin.call(api.templates.update, { params: { id: tpl.id }, body: template(changes) })
  await write({ places: 2 })
  assert.deepEqual(
    [await first(), await second(), (await slotNow(here, slot)).taken],
    ['booked', 'waiting', 2],
  )
  // Opened again by a template, it has a place for one more.
  await write({ start: '08:30', places: 2 })
  await write({ places: 3 })
  assert.deepEqual([await second(), (await slotNow(here, slot)).taken], ['booked', 3])

  await db
    .updateTable('slots')
    .set({ taken: 3, places: 4 })
    .where('id', '=', Number(slot.id.slice(5)))
    .execute()
  await db
    .updateTable('slots')
    .set({ taken: 4 })
    .where('id', '=', Number(slot.id.slice(5)))
    .execute()
  const [wrong] = await repairSlots(db, time, atTerminal)
  assert.deepEqual([wrong!.taken, wrong!.counted], [4, 3])
  assert.deepEqual([await third(), (await slotNow(here, slot)).taken], ['booked', 4])
  const { list } = await admin.call(api.audit.list, { query: { action: 'slot.repair' } })
  assert.deepEqual(
    list.map(({ actor, target, changes }) => [actor, target, changes]),
    [['terminal', slot.id, { taken: [4, 3] }]],
  )
})

testOnBoth('a closure that is undone brings back only what templates still want', async (world) => {
  const here = await open(world)
  const { anonymous, admin, slots } = here
  const closure = await admin.call(api.closures.create, {
    body: { slotIds: slots.map(({ id }) => id), reason: '开会' },
  })
  await admin.call(api.slots.remove, { params: { id: slots[0]!.id } })
  const { date, doctorId, start } = slots[0]!
  const body = { date, departmentName: department, doctorId, start, end: '08:20', places: 1 }
  const byHand = await admin.call(api.slots.create, { body })
  const tpl = (await admin.call(api.templates.list)).find(({ enabled }) => enabled)!
  await admin.call(api.templates.update, {
    params: { id: tpl.id },
    body: template({ end: '09:30', places: 3 }),
  })
  await admin.call(api.closures.reopen, { params: { id: closure.id } })
  const after = await admin.call(api.slots.list, { query: { from: wednesday, to: wednesday } })
  assert.deepEqual(
    after.map(({ id, places, state }) => [id, places, state]),
    [
      [byHand.id, 1, 'open'],
      [slots[1]!.id, 3, 'open'],
      [slots[2]!.id, 3, 'open'],
    ],
  )
  await anonymous.call(api.appointments.create, { body: { ...patient(), slotId: slots[1]!.id } })
})

testOnBoth('bookings from before get a slot, and it stays with its template', async (world) => {
  const here = await at(world, '2026-12-01T09:00:00')
  const wish = booking({ date: wednesday, departmentName: department, timeSlot: '上午' })
  const before = await here.anonymous.call(api.appointments.create, { body: wish })
  const url = 'https://example.com/hook'
  await here.admin.call(api.webhooks.create, { body: { url, types: ['appointment.updated'] } })
  const { admin, slots, db, time } = await open(world, { tpl: { places: 1 } })
  const [assigned] = await assignSlots(db, time, atTerminal)
  assert.equal(assigned!.slot, slots[0]!.timeSlot)
  const events = await db.selectFrom('events').select(['type', 'record']).execute()
  assert.deepEqual(events, [{ type: 'appointment.updated', record: before.id }])
  const tpl = (await admin.call(api.templates.list)).find(({ enabled }) => enabled)!
  await admin.call(api.templates.update, { params: { id: tpl.id }, body: template({ places: 3 }) })
  assert.deepEqual((await slotNow({ admin }, slots[0]!)).places, 3)
  // One with a place that was added by hand does not.
  const extra = { ...patient(), slotId: slots[1]!.id, extra: true }
  for (const _ of [1, 2, 3, 4])
    await admin.call(api.appointments.book, { body: { ...extra, patientPhone: fakePhone() } })
  await admin.call(api.templates.update, { params: { id: tpl.id }, body: template({ places: 5 }) })
  assert.deepEqual((await slotNow({ admin }, slots[1]!)).places, 4)
})

testOnBoth('a doctor who falls ill: the slots close, and every patient is settled', async (world) => {
  const here = await open(world)
  const { anonymous, admin, slots } = here
  const [first, second, third] = await Promise.all(
    slots
      .slice(0, 3)
      .map(({ id }) => anonymous.call(api.appointments.create, { body: { ...patient(), slotId: id } })),
  )
  const body = { from: wednesday, to: wednesday, doctorId: 'exp-1', reason: '医生生病' }
  const closure = await admin.call(api.closures.create, { body })
  assert.deepEqual([closure.slots, closure.status], [4, 'open'])
  assert.deepEqual(closure.items, { open: 3, moved: 0, cancelled: 0, called: 0 })
  // One that a patient had chosen a moment ago, and one that nobody had.
  for (const { id } of [slots[0]!, slots[3]!]) {
    const closed = await anonymous.send(api.appointments.create, { body: { ...patient(), slotId: id } })
    assert.equal(closed.message, '该时段已停诊,请选择其他时段')
  }
  const params = (appointmentId: string) => ({ id: closure.id, appointmentId })
  const next = await admin.call(api.slots.list, { query: { from: '2026-12-09', to: '2026-12-09' } })
  await admin.call(api.closures.settle, {
    params: params(first!.id),
    body: { action: 'move', slotId: next[0]!.id },
  })
  await admin.call(api.closures.settle, {
    params: params(second!.id),
    body: { action: 'call', note: '没接' },
  })
  // A patient moves out of a closed slot by themselves; that is not one of their own moves.
  await anonymous.call(api.appointments.reschedule, {
    params: { id: third!.id },
    body: { slotId: next[1]!.id },
  })
  let state = await admin.call(api.closures.detail, { params: { id: closure.id }, query: {} })
  assert.deepEqual([state.status, state.items], ['open', { open: 0, moved: 2, cancelled: 0, called: 1 }])
  await admin.refused(api.closures.reopen, { params: { id: closure.id } }, 409, '已有患者处理完毕,不能撤销')
  await admin.call(api.closures.settle, { params: params(second!.id), body: { action: 'cancel' } })
  state = await admin.call(api.closures.detail, { params: { id: closure.id }, query: { masked: 'true' } })
  assert.deepEqual([state.status, state.items.cancelled], ['settled', 1])
  assert.match(state.list[0]!.appointment!.patientPhone, /^\d{3}\*{4}\d{4}$/)
  await admin.refused(
    api.closures.create,
    { body: { ...body, slotIds: ['slot-9999'] } },
    400,
    '没有可停诊的号源',
  )

  // A closure by days also closes what is made later; undone, all is open again.
  const again = await admin.call(api.closures.create, {
    body: { from: '2026-12-09', to: '2026-12-10', reason: '开会' },
  })
  const late = { date: '2026-12-10', departmentName: department, start: '14:00', end: '15:00', places: 1 }
  assert.equal((await admin.call(api.slots.create, { body: late })).state, 'closed')
  const moved = await admin.call(api.closures.moveAll, {
    params: { id: again.id },
    body: { date: '2026-12-16' },
  })
  assert.deepEqual(moved, { moved: 2, left: 0 })
  const all = await admin.call(api.closures.list)
  assert.deepEqual(
    all.map(({ id, status }) => [id, status]),
    [
      [again.id, 'settled'],
      [closure.id, 'settled'],
    ],
  )
})

testOnBoth('who does not come three times cannot book online until staff lift it', async (world) => {
  const here = await open(world, { rules: { perPhonePerDay: 0, openPerPhone: 0 } })
  const { anonymous, slots } = here
  const mine = patient()
  const made = await Promise.all(
    slots
      .slice(0, 3)
      .map(({ id }) => anonymous.call(api.appointments.create, { body: { ...mine, slotId: id } })),
  )
  const { admin } = await at(world, '2026-12-02T07:55:00')
  const attend = (id: string, attendance: 'no-show' | 'arrived', staff = admin) =>
    staff.send(api.appointments.setAttendance, { params: { id }, body: { attendance } })
  assert.equal((await attend(made[0]!.id, 'arrived')).message, '仅已确认的预约可登记到诊')
  for (const { id } of made) await admin.call(api.appointments.confirm, { params: { id } })
  assert.equal((await attend(made[0]!.id, 'no-show')).message, '未到就诊时间')
  const evening = (await at(world, '2026-12-02T18:00:00')).admin
  for (const { id } of made) assert.equal((await attend(id, 'no-show', evening)).data.attendance, 'no-show')
  const [next] = await evening.call(api.slots.list, { query: { from: '2026-12-09', to: '2026-12-09' } })
  const blocked = await anonymous.send(api.appointments.create, { body: { ...mine, slotId: next!.id } })
  assert.deepEqual([blocked.status, blocked.message], [409, '该手机号暂不能在线预约,请致电医院'])
  const [block] = await evening.call(api.blocks.list)
  assert.deepEqual([block!.noShows, block!.until], [3, '2027-03-02'])
  assert.match(block!.phone, /\*{4}/)
  await evening.call(api.blocks.lift, { body: { appointmentId: block!.appointmentId } })
  assert.deepEqual(await evening.call(api.blocks.list), [])
  await anonymous.call(api.appointments.create, { body: { ...mine, slotId: next!.id } })
})

testOnBoth('templates change only what nobody has booked', async (world) => {
  const here = await open(world)
  const { anonymous, admin, slots } = here
  const tpl = (await admin.call(api.templates.list)).find(({ enabled }) => enabled)
  const params = { id: tpl!.id }
  await admin.refused(api.templates.create, { body: template() }, 409, '与已有排班时间重叠')
  await admin.refused(
    api.templates.create,
    { body: template({ slotMinutes: 25 }) },
    400,
    'slotMinutes 需整除出诊时长',
  )
  await admin.refused(
    api.templates.create,
    { body: template({ end: '08:00' }) },
    400,
    '结束时间需晚于开始时间',
  )
  await admin.refused(api.templates.create, { body: template({ doctorId: 'exp-99' }) }, 400, '专家不存在')
  await anonymous.call(api.appointments.create, { body: { ...patient(), slotId: slots[0]!.id } })
  const fewer = await admin.call(api.templates.update, {
    params,
    body: template({ end: '09:00', places: 3 }),
  })
  // Three Wednesdays and the next: each loses its last two.
  assert.ok(fewer.slots.removed > 0 && fewer.slots.made === 0 && fewer.slots.kept === 0)
  const after = await admin.call(api.slots.list, { query: { from: wednesday, to: wednesday } })
  assert.deepEqual(
    after.map(({ id, places, taken }) => [id, places, taken]),
    [
      [slots[0]!.id, 3, 1],
      [slots[1]!.id, 3, 0],
    ],
  )
  const off = await admin.call(api.calendarDays.set, {
    params: { date: wednesday },
    body: { kind: 'off', note: '放假' },
  })
  assert.deepEqual(off.slots, { made: 0, removed: 1, kept: 1 })
  const kept = await slotNow(here, slots[0]!)
  assert.equal(kept.state, 'closed')
  await admin.call(api.calendarDays.set, {
    params: { date: '2026-12-05' },
    body: { kind: 'works-as', weekday: 3 },
  })
  const saturday = await admin.call(api.slots.list, { query: { from: '2026-12-05', to: '2026-12-05' } })
  assert.equal(saturday.length, 2)
  assert.equal((await admin.call(api.calendarDays.list, { query: {} })).length, 2)
  await admin.call(api.calendarDays.remove, { params: { date: wednesday } })
  assert.equal((await slotNow(here, slots[0]!)).state, 'open')

  await admin.refused(api.slots.remove, { params: { id: slots[0]!.id } }, 409, '该号源已有预约')
  for (const query of [{ to: '2027-02-01' }, { from: '2026-12-01', to: '2027-02-01' }])
    await admin.refused(api.slots.list, { query }, 400, 'from 到 to 不超过 62 天')
  await admin.call(api.slots.list, { query: { to: '2027-01-31' } })
  await admin.refused(
    api.slots.update,
    { params: { id: 'slot-9999' }, body: { places: 1 } },
    404,
    '号源不存在',
  )
  const free = saturday[0]!
  await admin.call(api.slots.remove, { params: { id: free.id } })
  await admin.call(api.slots.update, { params: { id: saturday[1]!.id }, body: { places: 9 } })
  await admin.call(api.bookingRules.replace, { body: rulesWith({ advanceDays: 20 }) })
  const again = await admin.call(api.slots.list, { query: { from: '2026-12-05', to: '2026-12-05' } })
  assert.deepEqual(
    again.map(({ id, places }) => [id, places]),
    [[saturday[1]!.id, 9]],
  )
  await admin.call(api.experts.update, { params: { id: 'exp-1' }, body: { name: '新名' } })
  assert.equal((await slotNow(here, slots[0]!)).doctorName, '新名')
  const gone = await admin.call(api.templates.remove, { params })
  assert.ok(gone.slots.removed > 0 && gone.slots.kept === 1)
  await admin.refused(api.templates.remove, { params }, 404, '排班不存在')
})

testOnBoth('who it is for is corrected, and a lead is kept with the booking', async (world) => {
  const { admin, slots, anonymous } = await open(world)
  const lead = await anonymous.call(api.leads.submit, {
    body: { name: '王五', phone: fakePhone(), questionnaire: {} },
  })
  const body = { ...patient(), slotId: slots[0]!.id, leadId: lead.id }
  const made = await admin.call(api.appointments.book, { body })
  assert.deepEqual([made.leadId, made.via], [lead.id, 'staff'])
  const seen = await anonymous.call(api.appointments.detail, { params: { id: made.id }, query: {} })
  assert.ok(!('via' in seen) && !('leadId' in seen) && seen.slotId === slots[0]!.id)
  await admin.refused(api.appointments.book, { body: { ...body, leadId: 'lead-999' } }, 404, '线索不存在')
  const corrected = await admin.call(api.appointments.correctPatient, {
    params: { id: made.id },
    body: patient({ patientName: '李思', patientAge: 41 }),
  })
  assert.deepEqual([corrected.patientName, corrected.patientAge], ['李思', 41])
  assert.equal((await admin.call(api.waitlist.staffList, { query: {} })).length, 0)
})

testOnBoth('two who change the rules: the second is told', async (world) => {
  const { admin } = await at(world, '2026-12-01T10:00:00')
  const before = await admin.send(api.bookingRules.read)
  const etag = before.headers.get('etag')!
  await admin.call(api.bookingRules.replace, {
    body: rulesWith({ advanceDays: 7 }),
    headers: { 'if-match': etag },
  })
  await admin.refused(
    api.bookingRules.replace,
    { body: rulesWith(), headers: { 'if-match': etag } },
    409,
    '记录已被他人修改,请刷新后重试',
  )
  await admin.refused(
    api.bookingRules.replace,
    { body: { ...rulesWith(), releaseTime: '7:00' } },
    400,
    'releaseTime 格式不正确',
  )
})

/** What the slots of a day should say, kept beside the service. */
interface Model {
  places: number
  booked: Set<string>
  waiting: string[]
  isOpen: boolean
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'book',
      'book',
      'book',
      'cancel',
      'move',
      'remove',
      'erase',
      'join',
      'join',
      'leave',
      'places',
      'close',
      'reopen',
    ),
    slot: fc.nat(2),
    other: fc.nat(2),
    which: fc.nat(20),
    places: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 40, maxLength: 60 },
)

testOnBoth('whatever is done to bookings, the places are those of a simple model', async (world) => {
  const here = await open(world, {
    rules: { maxMoves: 0, noShow: { count: 0, withinDays: 1, blockDays: 1 } },
  })
  const { anonymous, admin } = here
  const slots = here.slots.slice(0, 3)
  const model: Model[] = slots.map(() => ({ places: 2, booked: new Set(), waiting: [], isOpen: true }))
  /** Where each booking is, and the phone of everyone. */
  const phones = new Map<string, string>()
  const closures: (string | undefined)[] = [undefined, undefined, undefined]

  const promote = async (one: Model) => {
    while (one.isOpen && one.booked.size < one.places && one.waiting.length > 0) {
      const entry = await anonymous.call(api.waitlist.detail, { params: { id: one.waiting.shift()! } })
      assert.equal(entry.status, 'booked')
      one.booked.add(entry.appointmentId!)
    }
  }
  const pick = <T>(items: Iterable<T>, at: number) => {
    const all = [...items]
    return all.length > 0 ? all[at % all.length]! : undefined
  }

  const [history] = fc.sample(steps, { numRuns: 1, seed: 20_261_202 })
  for (const { what, slot, other, which, places } of history!) {
    const one = model[slot]!
    const { id: slotId } = slots[slot]!
    const booked = pick(one.booked, which)
    if (what === 'book') {
      const body = { ...patient(), slotId }
      const reply = await anonymous.send(api.appointments.create, { body })
      const fits = one.isOpen && one.booked.size < one.places
      assert.equal(reply.status, fits ? 200 : 409, `${what} ${reply.message}`)
      if (fits) one.booked.add(reply.data.id)
      if (fits) phones.set(reply.data.id, body.patientPhone)
    } else if (what === 'cancel' && booked) {
      await anonymous.call(api.appointments.cancel, { params: { id: booked } })
      one.booked.delete(booked)
      await promote(one)
    } else if (what === 'remove' && booked) {
      await admin.call(api.appointments.remove, { params: { id: booked } })
      one.booked.delete(booked)
      await promote(one)
    } else if (what === 'erase' && booked && phones.has(booked)) {
      await erasePerson(world.db, world.time, phones.get(booked)!, atTerminal)
      one.booked.delete(booked)
      await promote(one)
    } else if (what === 'move' && booked) {
      const target = model[other]!
      const reply = await anonymous.send(api.appointments.reschedule, {
        params: { id: booked },
        body: { slotId: slots[other]!.id },
      })
      const fits = target !== one && target.isOpen && target.booked.size < target.places
      assert.equal(reply.status, fits ? 200 : 409, `${what} ${reply.message}`)
      if (fits) {
        target.booked.add(booked)
        one.booked.delete(booked)
        await promote(one)
      }
    } else if (what === 'join') {
      const reply = await anonymous.send(api.waitlist.join, { body: { ...patient(), slotId } })
      const isFull = one.isOpen && one.booked.size >= one.places
      assert.equal(reply.status, isFull ? 200 : 409, `${what} ${reply.message}`)
      if (isFull) one.waiting.push(reply.data.id)
    } else if (what === 'leave') {
      const entry = pick(one.waiting, which)
      if (!entry) continue
      await anonymous.call(api.waitlist.leave, { params: { id: entry } })
      one.waiting = one.waiting.filter((id) => id !== entry)
    } else if (what === 'places') {
      const reply = await admin.send(api.slots.update, { params: { id: slotId }, body: { places } })
      assert.equal(reply.status, places >= one.booked.size ? 200 : 409)
      if (reply.status === 200) one.places = places
      await promote(one)
    } else if (what === 'close' && one.isOpen) {
      const { id } = await admin.call(api.closures.create, { body: { slotIds: [slotId], reason: '停电' } })
      closures[slot] = id
      one.isOpen = false
    } else if (what === 'reopen' && closures[slot]) {
      const reply = await admin.send(api.closures.reopen, { params: { id: closures[slot] } })
      if (reply.status !== 200) continue
      closures[slot] = undefined
      one.isOpen = true
      await promote(one)
    }
    const seen = await admin.call(api.slots.list, { query: { from: wednesday, to: wednesday } })
    assert.deepEqual(
      seen.slice(0, 3).map(({ places, taken, state }) => [places, taken, state]),
      model.map(({ places, booked, isOpen }) => [places, booked.size, isOpen ? 'open' : 'closed']),
      `after ${what} of ${slot}`,
    )
  }
  assert.deepEqual(await verifySlots(world.db), [])
  await world.db.updateTable('slots').set({ taken: 0 }).where('taken', '>', 0).execute()
  const wrong = await repairSlots(world.db, world.time, atTerminal)
  assert.equal(wrong.length, model.filter(({ booked }) => booked.size > 0).length)
  assert.deepEqual(await verifySlots(world.db), [])
})

testOnBoth(
  'a booking sent many times at once is one booking with one answer, of the last place too',
  async (world) => {
    const here = await open(world)
    const { anonymous, slots } = here
    const [slot] = slots as [Slot]
    await anonymous.call(api.appointments.create, { body: patient({ slotId: slot.id }) })
    const body = patient({ slotId: slot.id })
    const consent = { version: 1, purposes: ['booking' as const] }
    const send = (key: string, change = {}) =>
      anonymous.send(api.appointments.create, {
        body: { ...body, consent, ...change },
        headers: { 'idempotency-key': key },
      })
    const replies = await Promise.all(Array.from({ length: 12 }, () => send('last')))
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    for (const { data } of replies) assert.deepEqual(data, replies[0]!.data)
    assert.ok(replies[0]!.data.number > 0)
    assert.equal((await slotNow(here, slot)).taken, 2)
    assert.equal((await send('last', { patientAge: 50 })).message, idempotencyMessages.usedForAnother)
    assert.equal((await send('another')).message, scheduleMessages.full)
    const { total } = await here.db
      .selectFrom('consents')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('phone', '=', body.patientPhone)
      .executeTakeFirstOrThrow()
    assert.equal(total, 1)
  },
)
