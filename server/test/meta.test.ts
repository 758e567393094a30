import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { api, limits } from '@zhenyue/contract'
import { booking, lead, startWorld, testOnSqlite } from './world.ts'
import { test } from 'node:test'

testOnSqlite('a client learns values, labels and limits from the service', async ({ anonymous, url }) => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { data, headers } = await anonymous.send(api.meta.read)
  assert.equal(data.version, version)
  assert.equal(data.timeZone, 'Asia/Shanghai')
  assert.deepEqual(data.departments[0], { value: '肛肠', zh: '肛肠科', en: 'Anorectal' })
  assert.deepEqual(
    data.appointmentStatuses.map(({ value, zh }) => [value, zh]),
    [
      ['pending', '待确认'],
      ['confirmed', '已确认'],
      ['completed', '已完成'],
      ['cancelled', '已取消'],
    ],
  )
  assert.deepEqual(
    data.leadSources.map(({ value }) => value),
    ['self-test', 'home', 'appointment', 'other'],
  )
  assert.deepEqual([data.phoneProof, data.consent], ['off', 'optional'])
  assert.deepEqual(data.limits, limits)

  const again = await fetch(url + api.meta.read.path, { headers: { 'if-none-match': headers.get('etag')! } })
  assert.equal(again.status, 304)
})

testOnSqlite('what it says of limits holds', async ({ anonymous }) => {
  const { name, symptom, age, page } = (await anonymous.call(api.meta.read)).limits
  const atMost = { patientName: '长'.repeat(name), symptom: '痛'.repeat(symptom), patientAge: age.max }
  await anonymous.call(api.appointments.create, { body: booking(atMost) })
  await anonymous.call(api.leads.submit, { body: lead({ name: '长'.repeat(name) }) })
  for (const more of [
    { patientName: '长'.repeat(name + 1) },
    { symptom: '痛'.repeat(symptom + 1) },
    { patientAge: age.max + 1 },
    { patientAge: age.min - 1 },
  ]) {
    const { status } = await anonymous.send(api.appointments.create, { body: booking(more) })
    assert.equal(status, 400, Object.keys(more)[0])
  }
  const { limit } = await anonymous.call(api.appointments.list)
  assert.equal(limit, page.standard)
  const { limit: most } = await anonymous.call(api.appointments.list, { query: { limit: '100000' } })
  assert.equal(most, page.max)
})

test('it says what patients are asked for', async (t) => {
  const { anonymous } = await startWorld(t, 'sqlite', { CONSENT: 'required' })
  assert.equal((await anonymous.call(api.meta.read)).consent, 'required')
})
