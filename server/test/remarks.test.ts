import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { booking, lead, testOnBoth, type World } from './world.ts'

const stale = '记录已被他人修改,请刷新后重试'

async function records({ anonymous }: World) {
  const { id: leadId } = await anonymous.call(api.leads.submit, { body: lead() })
  const { id } = await anonymous.call(api.appointments.create, { body: booking() })
  return [
    { params: { id: leadId }, detail: api.leads.detail, setRemark: api.leads.setRemark },
    { params: { id }, detail: api.appointments.detail, setRemark: api.appointments.setRemark },
  ] as unknown as {
    params: { id: string }
    detail: typeof api.leads.detail
    setRemark: typeof api.leads.setRemark
  }[]
}

testOnBoth('of two remarks on one state only the first is taken, unless one insists', async (world) => {
  const { admin } = world
  for (const { params, detail, setRemark } of await records(world)) {
    const tagOf = async (query = {}) => (await admin.send(detail, { params, query })).headers.get('etag')!
    const first = await tagOf()
    assert.match(first, /^"[\w-]{22}"$/)
    assert.equal(await tagOf({ masked: 'true' }), first, 'a mask does not change the record')
    const save = (remark: string, tag?: string) =>
      admin.send(setRemark, { params, body: { remark }, ...(tag && { headers: { 'if-match': tag } }) })
    const saved = await save('一', first)
    assert.equal(saved.data.remark, '一')
    assert.equal(saved.headers.get('etag'), await tagOf())
    const refused = await save('二', first)
    assert.deepEqual([refused.status, refused.code, refused.message], [409, 409, stale])
    assert.equal((await admin.call(detail, { params })).remark, '一')
    assert.equal((await save('三', `W/${await tagOf()}`)).data.remark, '三')
    assert.equal((await save('四')).data.remark, '四')
    assert.equal((await save('五', '*')).data.remark, '五')
  }
})

testOnBoth('of many at once on one state exactly one is taken', async (world) => {
  const { admin } = world
  for (const { params, detail, setRemark } of await records(world)) {
    const tag = (await admin.send(detail, { params })).headers.get('etag')!
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        admin.send(setRemark, { params, body: { remark: `第 ${i}` }, headers: { 'if-match': tag } }),
      ),
    )
    const taken = replies.filter(({ status }) => status === 200)
    assert.equal(taken.length, 1)
    assert.ok(replies.every(({ status }) => status === 200 || status === 409))
    assert.equal((await admin.call(detail, { params })).remark, taken[0]!.data.remark)
  }
})

testOnBoth('every change of an appointment gives it another tag; patients are told none', async (world) => {
  const { admin, anonymous } = world
  const { id } = await anonymous.call(api.appointments.create, { body: booking() })
  const params = { id }
  const tags = [(await admin.send(api.appointments.detail, { params })).headers.get('etag')]
  for (const step of ['confirm', 'complete'] as const) {
    tags.push((await admin.send(api.appointments[step], { params })).headers.get('etag'))
    assert.equal((await admin.send(api.appointments.detail, { params })).headers.get('etag'), tags.at(-1))
  }
  assert.equal(new Set(tags).size, 3)
  assert.equal((await anonymous.send(api.appointments.detail, { params })).headers.get('etag'), null)
})
