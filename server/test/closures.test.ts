import assert from 'node:assert/strict'
import { api, defaultBookingRules } from '@zhenyue/contract'
import { fakePhone, testOnBoth } from './world.ts'

testOnBoth('a closure that was undone is told from one that was settled', async ({ admin, time }) => {
  const departments = { 肛肠: { mode: 'off' }, 胃肠: { mode: 'on' } } as const
  await admin.call(api.bookingRules.replace, { body: { ...defaultBookingRules, departments } })
  const date = time.dayOf(time.now() + 3 * 86_400_000)
  const make = (start: string, end: string) =>
    admin.call(api.slots.create, {
      body: { date, departmentName: '胃肠', doctorId: '', start, end, places: 1 },
    })
  const [booked, empty] = [await make('08:00', '08:30'), await make('09:00', '09:30')]
  const patient = { patientName: '李四', patientAge: 40, patientPhone: fakePhone() }
  await admin.call(api.appointments.book, { body: { ...patient, slotId: booked.id } })
  const close = (slotId: string) =>
    admin.call(api.closures.create, { body: { slotIds: [slotId], reason: '开会' } })
  const undone = await close(booked.id)
  assert.ok(!('reopened' in undone))
  assert.deepEqual([undone.departmentName, undone.doctorId], ['胃肠', ''])
  const settled = await close(empty.id)
  assert.equal(settled.status, 'settled')

  const params = { id: undone.id }
  const answer = await admin.call(api.closures.reopen, { params })
  assert.deepEqual([answer.status, answer.reopened, answer.slots], ['settled', true, 0])
  assert.equal((await admin.call(api.closures.detail, { params })).reopened, true)
  assert.deepEqual(
    (await admin.call(api.closures.list)).map(({ id, reopened }) => [id, reopened]),
    [
      [settled.id, undefined],
      [undone.id, true],
    ],
  )
})
