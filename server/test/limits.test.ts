import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { createLimits } from '../src/http/limits.ts'
import { booking, startWorld, strictClient, testOnSqlite } from './world.ts'

const limited = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
const tooMany = [429, '请求过于频繁,请稍后再试']
const unknownId = 'apt-0000000000000000000000'

/** The same caller from another address, as a trusted proxy tells it. */
const from = (address: string) => ({ 'x-forwarded-for': address })

testOnSqlite(
  'reads by phone are limited to 120 a minute for one address; staff and others go on',
  async ({ url, admin, clock }) => {
    const { send } = strictClient(url)
    const read = (address: string) =>
      send(api.appointments.list, { query: { phone: '13900000000' }, headers: from(address) })
    for (let i = 0; i < 120; i++) assert.equal((await read('192.0.2.1')).status, 200)
    const refused = await read('192.0.2.1')
    assert.deepEqual([refused.status, refused.message], tooMany)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await read('192.0.2.2')).status, 200)
    assert.equal((await send(api.appointments.list, { headers: from('192.0.2.1') })).status, 200)
    await admin.call(api.appointments.list, {
      query: { phone: '13900000000' },
      headers: from('192.0.2.1'),
    })
    clock.ahead += 60_000
    assert.equal((await read('192.0.2.1')).status, 200)
  },
  limited,
)

testOnSqlite(
  'reads and cancels of unknown ids are limited together; who knows an id is not',
  async ({ url, anonymous }) => {
    const { send } = strictClient(url)
    const { id } = await anonymous.call(api.appointments.create, { body: booking() })
    const look = (id: string) => send(api.appointments.detail, { params: { id }, headers: from('192.0.2.1') })
    const cancel = (id: string) =>
      send(api.appointments.cancel, { params: { id }, headers: from('192.0.2.1') })
    for (let i = 0; i < 60; i++) {
      assert.equal((await look(unknownId)).status, 404)
      assert.equal((await cancel(unknownId)).status, 404)
    }
    for (const ask of [look, cancel]) {
      const { status, message } = await ask(unknownId)
      assert.deepEqual([status, message], tooMany)
      assert.equal((await ask(id)).status, 200)
    }
  },
  limited,
)

test('from however many addresses, an instance reads by phone 3,000 times a minute', () => {
  let now = 0
  const { readsByPhone, unknownIds } = createLimits(true, () => now)
  const addresses = Array.from({ length: 3000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
  for (const address of addresses) readsByPhone.count(address)
  assert.throws(() => readsByPhone.count('192.0.2.1'), { status: 429, retryAfter: 60 })
  unknownIds.count('192.0.2.1')
  now += 60_000
  readsByPhone.count('192.0.2.1')
})

test('one address cannot use up what all together may read', () => {
  const { readsByPhone } = createLimits(true, () => 0)
  for (let i = 0; i < 120; i++) readsByPhone.count('192.0.2.1')
  for (let i = 0; i < 3000; i++) assert.throws(() => readsByPhone.count('192.0.2.1'), { status: 429 })
  readsByPhone.count('192.0.2.2')
})

test('RATE_LIMITS=off switches these limits off as well', async (t) => {
  const { anonymous } = await startWorld(t, 'sqlite')
  for (let i = 0; i < 130; i++) {
    await anonymous.call(api.appointments.list, { query: { phone: '13900000000' } })
    await anonymous.refused(api.appointments.detail, { params: { id: unknownId } }, 404, '预约不存在')
  }
})
