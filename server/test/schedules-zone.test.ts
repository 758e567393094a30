import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { api, defaultBookingRules } from '@zhenyue/contract'
import { fakePhone, testOnBoth, testOnSqlite, type World } from './world.ts'

/** The machine is somewhere else: what counts is the time of the hospital. */
function moveMachine(t: TestContext) {
  const zone = process.env['TZ']
  process.env['TZ'] = 'America/Los_Angeles'
  t.after(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
}

const department = '胃肠' as const

/** Midnight, the release minute, the cut-off and the beginning of a visit, by the clocks of the hospital. */
const byTheClocksOf = (offset: string) => async (world: World, t: TestContext) => {
  moveMachine(t)
  assert.equal(new Date('2026-12-01T00:00:00Z').getHours(), 16, 'the process is in another zone')
  const { anonymous } = world
  const at = (moment: string) => (world.clock.ahead = Date.parse(`${moment}${offset}`) - Date.now())
  const staffAt = (moment: string) => (at(moment), world.logIn())
  const staff = await staffAt('2026-12-01T10:00:00')
  const departments = { 肛肠: { mode: 'off' }, 胃肠: { mode: 'on' } } as const
  await staff.call(api.bookingRules.replace, { body: { ...defaultBookingRules, departments } })
  const make = (date: string, start: string, end: string) =>
    staff.call(api.slots.create, {
      body: { date, departmentName: department, doctorId: '', start, end, places: 9 },
    })
  const night = await make('2026-12-02', '00:10', '00:40')
  const morning = await make('2026-12-02', '08:00', '08:30')
  const later = await make('2026-12-16', '08:00', '08:30')
  const bookAt = async (moment: string, slotId: string) => {
    at(moment)
    const body = { patientName: '李四', patientAge: 40, patientPhone: fakePhone(), slotId }
    const { message, data } = await anonymous.send(api.appointments.create, { body })
    return { message, id: data.id }
  }

  // The cut-off of the first slot of a day is on the day before.
  assert.equal((await bookAt('2026-12-01T23:39:30', night.id)).message, '预约成功')
  assert.equal((await bookAt('2026-12-01T23:40:00', night.id)).message, '该时段已停止预约')

  const daysAt = async (moment: string) => {
    at(moment)
    const free = await anonymous.call(api.availability.read, { query: { departmentName: department } })
    return [free.now.slice(0, 16), free.days[0]!.date, free.days.at(-1)!.date]
  }
  assert.deepEqual(await daysAt('2026-12-01T23:59:30'), ['2026-12-01 23:59', '2026-12-01', '2026-12-15'])
  assert.deepEqual(await daysAt('2026-12-02T00:00:00'), ['2026-12-02 00:00', '2026-12-02', '2026-12-16'])

  assert.equal((await bookAt('2026-12-02T06:59:30', later.id)).message, '该日号源将于 12-02 07:00 放号')
  assert.equal((await bookAt('2026-12-02T07:00:00', later.id)).message, '预约成功')

  const { id } = await bookAt('2026-12-02T07:29:30', morning.id)
  assert.equal((await bookAt('2026-12-02T07:30:00', morning.id)).message, '该时段已停止预约')
  const early = await staffAt('2026-12-02T07:59:30')
  await early.call(api.appointments.confirm, { params: { id } })
  const missed = { params: { id }, body: { attendance: 'no-show' as const } }
  await early.refused(api.appointments.setAttendance, missed, 409, '未到就诊时间')
  at('2026-12-02T08:00:00')
  assert.equal((await early.call(api.appointments.setAttendance, missed)).attendance, 'no-show')
}

testOnBoth('midnight, release and cut-off are those of the hospital', byTheClocksOf('+08:00'))
testOnSqlite('midnight, release and cut-off are those of TIME_ZONE', byTheClocksOf('+05:45'), {
  TIME_ZONE: 'Asia/Kathmandu',
})
