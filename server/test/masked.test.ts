import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { booking, fakePhone, lead, testOnSqlite } from './world.ts'

testOnSqlite('with masked=true no answer holds a whole phone number', async ({ anonymous, admin }) => {
  const phone = fakePhone()
  const hidden = `${phone.slice(0, 3)}****${phone.slice(-4)}`
  const query = { masked: 'true' } as const
  const { id } = await anonymous.call(api.leads.submit, { body: lead({ phone }) })
  const booked = () => anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) })
  const [one, two] = [await booked(), await booked()]
  const params = { id: one.id }

  const answers: unknown[] = [
    await admin.call(api.leads.list, { query }),
    await admin.call(api.leads.list, { query: { ...query, phone } }),
    await admin.call(api.leads.detail, { params: { id }, query }),
    await admin.call(api.leads.setRemark, { params: { id }, query, body: { remark: '已联系' } }),
    await admin.call(api.appointments.list, { query }),
    await admin.call(api.appointments.list, { query: { ...query, phone } }),
    await anonymous.call(api.appointments.list, { query: { ...query, phone } }),
    await admin.call(api.appointments.staffList, { query }),
    await admin.call(api.appointments.staffList, { query: { ...query, phone } }),
    await admin.call(api.appointments.detail, { params, query }),
    await admin.call(api.appointments.setRemark, { params, query, body: { remark: '来电' } }),
    await admin.call(api.appointments.confirm, { params, query }),
    await admin.call(api.appointments.complete, { params, query }),
    await admin.call(api.appointments.cancel, { params: { id: two.id }, query }),
    await admin.call(api.people.ofLead, { params: { id } }),
    await admin.call(api.people.ofAppointment, { params }),
    await admin.call(api.people.search, { query: { keyword: phone } }),
    await admin.call(api.people.search, { query: { keyword: '张三' } }),
    await admin.call(api.people.search, { query: { keyword: id } }),
    await admin.call(api.people.search, { query: { keyword: one.id } }),
  ]
  for (const [index, answer] of answers.entries()) {
    const text = JSON.stringify(answer)
    assert.ok(!text.includes(phone), `answer ${index} holds the whole number`)
    assert.ok(text.includes(hidden), `answer ${index} holds the masked number`)
  }
})

testOnSqlite(
  'without it the answers are as before, and a wrong value is told',
  async ({ anonymous, admin }) => {
    const { id } = await anonymous.call(api.leads.submit, { body: lead() })
    for (const query of [{}, { masked: 'false' as const }]) {
      const { phone } = await admin.call(api.leads.detail, { params: { id }, query })
      assert.match(phone, /^1390000\d{4}$/)
      const { list } = await admin.call(api.leads.list, { query })
      assert.equal(list[0]!.phone, phone)
    }
    const query = { masked: 'yes' } as never
    await admin.refused(api.leads.list, { query }, 400, 'masked 仅支持:true / false')
  },
)
