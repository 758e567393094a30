import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import ICAL from 'ical.js'
import { booking, testOnBoth, testOnSqlite, type World } from './world.ts'

const entriesIn = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function visitOf({ anonymous }: World, id: string) {
  const answer = await anonymous.open(api.calendars.ofAppointment, { params: { id } })
  const file = await answer.text()
  assert.ok(!file.includes(id), 'the id is a key')
  return { file, entry: entriesIn(file)[0]! }
}

testOnSqlite(
  'a visit is a calendar file for whoever has its id, and says when it is cancelled',
  async (world) => {
    const { anonymous, admin } = world
    const { id } = await anonymous.call(api.appointments.create, {
      body: booking({ date: '2026-12-01', timeSlot: '上午', doctorName: '周明远' }),
    })
    const first = await visitOf(world, id)
    assert.deepEqual([first.entry.startDate.isDate, first.entry.startDate.toString()], [true, '2026-12-01'])
    assert.equal(first.entry.component.getFirstPropertyValue('status'), 'TENTATIVE')
    assert.doesNotMatch(first.file, /李四|1390000/)
    assert.match(first.entry.description, /上午 周明远/)
    const free = booking({ timeSlot: '上午\n中奖了', doctorName: '客服' })
    const { file } = await visitOf(world, (await anonymous.call(api.appointments.create, { body: free })).id)
    assert.doesNotMatch(file, /中奖|客服/, 'words of whoever booked are not those of the hospital')
    await admin.call(api.appointments.confirm, { params: { id } })
    assert.equal((await visitOf(world, id)).entry.component.getFirstPropertyValue('status'), 'CONFIRMED')
    await anonymous.call(api.appointments.cancel, { params: { id } })
    const { entry } = await visitOf(world, id)
    assert.equal(entry.component.getFirstPropertyValue('status'), 'CANCELLED')
    assert.deepEqual([entry.uid, entry.sequence], [first.entry.uid, first.entry.sequence + 1])
    for (const unknown of ['apt-0000000000000000000000', 'x']) {
      await anonymous.refused(api.calendars.ofAppointment, { params: { id: unknown } }, 404, '预约不存在')
    }
  },
)

testOnBoth('a feed says how many come when, and nothing about them, until it is revoked', async (world) => {
  const { anonymous, admin, url } = world
  const department = { departmentName: '胃肠' as const }
  for (const changes of [
    { date: dayFrom(3), timeSlot: '上午' },
    { date: dayFrom(3), timeSlot: '上午', doctorId: 'exp-1' },
    { date: dayFrom(4), doctorId: 'exp-1' },
    { date: dayFrom(4), timeSlot: '中奖了' },
    { date: dayFrom(90) },
    { date: dayFrom(3), departmentName: '肛肠' },
  ]) {
    await anonymous.call(api.appointments.create, { body: booking({ ...department, ...changes }) })
  }
  const gone = await anonymous.call(api.appointments.create, {
    body: booking({ ...department, date: dayFrom(3), timeSlot: '上午' }),
  })
  await anonymous.call(api.appointments.cancel, { params: { id: gone.id } })
  const whole = await admin.call(api.calendars.create, { body: department })
  const doctors = await admin.call(api.calendars.create, { body: { ...department, doctorId: 'exp-1' } })
  const read = async (token: string) => {
    const answer = await anonymous.open(api.calendars.feed, { params: { token: `${token}.ics` } })
    const file = await answer.text()
    assert.doesNotMatch(file, /李|1390000|apt-/)
    return entriesIn(file).map(({ summary, startDate }) => `${startDate.toString()} ${summary}`)
  }
  assert.deepEqual(await read(whole.token), [`${dayFrom(3)} 胃肠科 上午：2 人`, `${dayFrom(4)} 胃肠科：2 人`])
  assert.deepEqual(await read(doctors.token), [
    `${dayFrom(3)} 胃肠科 ${doctors.doctorName} 上午：1 人`,
    `${dayFrom(4)} 胃肠科 ${doctors.doctorName}：1 人`,
  ])
  assert.equal((await fetch(`${url}${whole.path}`)).status, 200)
  assert.deepEqual(
    (await admin.call(api.calendars.list)).map((one) => [one.id, 'token' in one]),
    [
      [whole.id, false],
      [doctors.id, false],
    ],
  )
  await admin.call(api.calendars.remove, { params: { id: whole.id } })
  await anonymous.refused(api.calendars.feed, { params: { token: `${whole.token}.ics` } }, 404, '日历不存在')
  await admin.refused(api.calendars.remove, { params: { id: whole.id } }, 404, '日历不存在')
  await admin.refused(
    api.calendars.create,
    { body: { ...department, doctorId: 'exp-99' } },
    400,
    '专家不存在',
  )
})
