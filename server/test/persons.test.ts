import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { testOnBoth } from './world.ts'

testOnBoth('what becomes of a person is in the funnel at once', async ({ admin, anonymous }) => {
  const phone = '13900000077'
  const step = async () => {
    const { rows } = await admin.call(api.funnel.read)
    const shown = rows.map(({ key, leads, contacted, booked, visited }) => [
      key,
      [leads, contacted, booked, visited],
    ])
    return Object.fromEntries(shown) as Record<string, number[]>
  }
  const lead = { name: '王五', phone, symptom: '', questionnaire: {}, score: 1 }
  const { id } = await anonymous.call(api.leads.submit, { body: { ...lead, source: 'home' } })
  await anonymous.call(api.leads.submit, { body: { ...lead, source: 'other' } })
  assert.deepEqual(await step(), { home: [1, 0, 0, 0] })
  const contact = { channel: 'phone', outcome: 'reached', note: '', close: 'done' } as const
  await admin.call(api.followUp.addContact, { params: { id }, body: contact })
  assert.deepEqual(await step(), { home: [1, 1, 0, 0] })
  const visit = { date: '2027-03-01', departmentName: '肛肠', doctorName: '', timeSlot: '' } as const
  const body = { ...visit, patientName: '王五', patientAge: 40, patientPhone: phone, symptom: '' }
  const booking = await anonymous.call(api.appointments.create, { body })
  const params = { id: booking.id }
  assert.deepEqual(await step(), { home: [1, 1, 1, 0] })
  await admin.call(api.appointments.confirm, { params })
  await admin.call(api.appointments.complete, { params })
  assert.deepEqual(await step(), { home: [1, 1, 1, 1] })
  // The first is gone: the other one stands for the person.
  await admin.call(api.leads.remove, { params: { id } })
  assert.deepEqual(await step(), { other: [1, 1, 1, 1] })
  await admin.call(api.appointments.remove, { params })
  assert.deepEqual(await step(), { other: [1, 1, 0, 0] })
})
