import assert from 'node:assert/strict'
import { api, leadSources, maskPhone, phoneReadsADay } from '@zhenyue/contract'
import { booking, fakePhone, lead, logInAs, testOnBoth, testOnSqlite } from './world.ts'

const hidden = '*'.repeat(11)
const whole = /1390000\d{4}/

testOnSqlite('roles see what their table says: reception no leads, nobody whole numbers', async (world) => {
  const { anonymous, admin } = world
  const phone = fakePhone()
  const { id: leadId } = await anonymous.call(api.leads.submit, { body: lead({ phone }) })
  const { id } = await anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) })
  const params = { id }
  const reception = await logInAs(world, 'reception')
  const agent = await logInAs(world, 'agent')
  const viewer = await logInAs(world, 'viewer')
  const editor = await logInAs(world, 'editor')

  for (const [staff, shown] of [
    [reception, maskPhone(phone)],
    [agent, maskPhone(phone)],
    [viewer, hidden],
  ] as const) {
    const answers = [
      await staff.call(api.appointments.list, { query: { masked: 'false' } }),
      await staff.call(api.appointments.staffList),
      await staff.call(api.appointments.detail, { params }),
      ...(staff === reception ? [] : [await staff.call(api.leads.list)]),
      ...(staff === reception ? [] : [await staff.call(api.leads.detail, { params: { id: leadId } })]),
      ...(staff === viewer ? [] : [await staff.call(api.people.search, { query: { keyword: '李四' } })]),
    ]
    for (const answer of answers) {
      assert.doesNotMatch(JSON.stringify(answer), whole)
      assert.ok(JSON.stringify(answer).includes(shown))
    }
  }
  const changed = await reception.call(api.appointments.confirm, { params })
  assert.equal(changed.patientPhone, maskPhone(phone))

  for (const query of [{ phone }, { phone: 'x' }, { phoneEnd: phone.slice(-4) }]) {
    await viewer.refused(api.appointments.staffList, { query }, 403, '无权限')
    await viewer.refused(api.leads.list, { query }, 403, '无权限')
  }
  await viewer.refused(api.appointments.list, { query: { phone } }, 403, '无权限')
  assert.equal((await viewer.call(api.leads.list, { query: { keyword: phone } })).total, 0)
  assert.equal((await agent.call(api.leads.list, { query: { phone } })).total, 1)

  const found = await reception.call(api.people.search, { query: { keyword: phone } })
  assert.deepEqual([found.leads.length, found.appointments.length], [0, 1])
  assert.deepEqual((await reception.call(api.people.ofAppointment, { params })).leads, [])
  assert.equal((await agent.call(api.people.ofAppointment, { params })).leads.length, 1)
  const figures = await reception.call(api.dashboard.read)
  assert.deepEqual([figures.leadsLast24h, figures.pending, figures.conversion], [0, 0, []])
  assert.ok(figures.days.every((day) => day.leads === 0) && figures.days.some((day) => day.appointments > 0))
  assert.deepEqual(
    Object.values(figures.leadsBySource),
    leadSources.map(() => 0),
  )
  assert.equal((await agent.call(api.dashboard.read)).leadsLast24h, 1)

  const { id: hospitalId } = (await anonymous.call(api.hospitals.list))[0]!
  const hospital = await editor.call(api.hospitals.update, {
    params: { id: hospitalId },
    body: { phone: '13900000000' },
  })
  assert.equal(hospital.phone, '13900000000')
  const log = await admin.call(api.securityLog.list, { query: { kind: 'phones.read' } })
  assert.equal(log.total, 0)
})

testOnSqlite('an account that sees masked numbers may read 200 whole ones in a day', async (world) => {
  const { anonymous, admin, clock } = world
  const { id } = await anonymous.call(api.leads.submit, { body: lead() })
  const { id: appointment } = await anonymous.call(api.appointments.create, { body: booking() })
  const agent = await logInAs(world, 'agent')
  const reads = []
  while (reads.length < phoneReadsADay + 4) {
    const four = [1, 2].flatMap(() => [
      agent.send(api.leads.readPhone, { params: { id } }),
      agent.send(api.appointments.readPhone, { params: { id: appointment } }),
    ])
    reads.push(...(await Promise.all(four)))
  }
  assert.equal(reads.filter(({ status }) => status === 200).length, phoneReadsADay)
  const refused = reads.find(({ status }) => status === 429)!
  assert.equal(refused.message, '请求过于频繁,请稍后再试')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.match((await admin.call(api.leads.readPhone, { params: { id } })).phone, whole)
  clock.ahead = Number(refused.headers.get('retry-after')) * 1000
  const again = await agent.send(api.leads.readPhone, { params: { id } })
  assert.equal(again.status, 200)
})

testOnBoth('reception changes the slots of today alone, and hears of appointments alone', async (world) => {
  const { admin, anonymous, time } = world
  const today = time.dayOf(time.now())
  const tomorrow = time.dayOf(time.startOf(today, 1))
  const reception = await logInAs(world, 'reception')
  const slot = (date: string) => ({
    date,
    departmentName: '肛肠' as const,
    start: '23:00',
    end: '23:30',
    places: 2,
  })
  const own = await reception.call(api.slots.create, { body: slot(today) })
  await reception.refused(api.slots.create, { body: slot(tomorrow) }, 403, '无权限')
  const other = await admin.call(api.slots.create, { body: slot(tomorrow) })
  const body = { places: 3 }
  await reception.refused(api.slots.update, { params: { id: other.id }, body }, 403, '无权限')
  await reception.refused(api.slots.remove, { params: { id: other.id } }, 403, '无权限')
  assert.equal((await reception.call(api.slots.update, { params: { id: own.id }, body })).places, 3)
  await reception.call(api.slots.remove, { params: { id: own.id } })

  const stream = await reception.open(api.events.listen)
  await anonymous.call(api.leads.submit, { body: lead() })
  const { id } = await anonymous.call(api.appointments.create, { body: booking() })
  let told = ''
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    told += chunk
    if (told.includes(id)) break
  }
  assert.match(told, /event: appointment/)
  assert.doesNotMatch(told, /event: lead/)
})
