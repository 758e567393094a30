import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { lead, testOnBoth } from './world.ts'

testOnBoth('a lead is submitted, and found by staff with all its fields', async ({ anonymous, admin }) => {
  const body = lead({ symptom: '腹胀', source: 'home', score: 55 })
  const { id, createdAt } = await anonymous.call(api.leads.submit, { body })
  assert.match(id, /^lead-\d+$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(await admin.call(api.leads.detail, { params: { id } }), {
    ...body,
    id,
    remark: '',
    createdAt,
    updatedAt: createdAt,
  })
})
