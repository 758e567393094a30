import assert from 'node:assert/strict'
import { api, leadSources } from '@zhenyue/contract'
import { insertLead } from '../src/leads/store.ts'
import { booking, fakePhone, lead, testOnBoth, testOnSqlite, type World } from './world.ts'

type Changes = Record<string, unknown>
type Query = Record<string, string>

const { submit, stats, list, detail, setRemark, remove } = api.leads
const unknownLead = '线索不存在'
const duplicate = '该手机号在同渠道已提交过,请勿重复'
const badSource = 'source 仅支持:self-test / home / appointment / other'
const none = { 'self-test': 0, home: 0, appointment: 0, other: 0 }
const day = 24 * 60 * 60 * 1000

const numberOf = (id: string) => Number(id.slice('lead-'.length))
const read = ({ admin }: World, id: string) => admin.call(detail, { params: { id } })

async function add({ anonymous }: World, changes?: Changes): Promise<string> {
  return (await anonymous.call(submit, { body: lead(changes) })).id
}

const setCreated = ({ db }: World, id: string, at: number) =>
  db.updateTable('leads').set({ created_at: at }).where('id', '=', numberOf(id)).execute()

const addAt = ({ db, time }: World, at: string, changes: Changes = {}) =>
  insertLead(db, { ...time, now: () => Date.parse(at) }, submit.body.parse(lead(changes)))

async function found<K extends 'id' | 'name' | 'createdAt'>({ admin }: World, key: K, query: Query = {}) {
  const page = await admin.call(list, { query })
  assert.equal(page.total, page.list.length)
  return page.list.map((row) => row[key])
}

testOnBoth('a lead is submitted, and found by staff with all its fields', async (world) => {
  const { anonymous, admin, time } = world
  const body = lead({ symptom: '腹胀', source: 'home', score: 55 })
  const before = time.show(time.now())
  const { id, createdAt } = await anonymous.call(submit, { body })
  assert.match(id, /^lead-[1-9]\d{0,26}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.ok(before <= createdAt && createdAt <= time.show(time.now()))

  const whole = { ...body, id, remark: '', createdAt, updatedAt: createdAt }
  const { data, headers } = await admin.send(detail, { params: { id } })
  assert.deepEqual(data, whole)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(await admin.call(list), { list: [whole], total: 1, limit: 50, offset: 0 })
})

testOnBoth('what is within the limits is kept, and what is left out takes its default', async (world) => {
  const accepted: Changes[] = [
    ...['张', '张'.repeat(20)].map((name) => ({ name })),
    ...['13', '14', '15', '16', '17', '18', '19'].map((start) => ({ phone: start + fakePhone().slice(2) })),
    ...['', '痛'.repeat(500)].map((symptom) => ({ symptom })),
    ...[0, 1, 100].map((score) => ({ score })),
    ...leadSources.map((source) => ({ source })),
    { questionnaire: {} },
  ]
  const defaults = { symptom: '', source: 'self-test', score: 0, remark: '' }
  for (const changes of accepted) {
    const body = lead(changes)
    const { id, createdAt } = await world.anonymous.call(submit, { body })
    const expected = { ...defaults, ...body, id, createdAt, updatedAt: createdAt }
    assert.deepEqual(await read(world, id), expected)
  }
})

testOnSqlite('every fault of a submission has its message, and nothing is stored', async (world) => {
  const faults: [field: string, message: string, ...values: unknown[]][] = [
    ['name', '姓名必填', undefined, null, '', ' \t\n', '\u3000\u200b', 5, true, {}, ['张三']],
    ['name', '姓名长度需在 1-20 字符', '张'.repeat(21), 'a'.repeat(5000)],
    ['phone', '手机号必填', undefined, null, ''],
    ['phone', '手机号格式不正确', 13900000000, false, {}, ['13900000000'], ' ', '139', '139000000000'],
    ['phone', '手机号格式不正确', '12900000000', '23900000000', '+8613900000000', '1390000000a'],
    ['symptom', '症状描述不超过 500 字', '痛'.repeat(501), 5, false, {}, ['痛']],
    ['questionnaire', '问卷答案 questionnaire 必填且为对象', undefined, null, [], [{}], '{}', 5, true],
    ['source', badSource, '', 'Home', 'web', 'constructor', 1, {}, ['home']],
    ['score', 'score 需为 0-100 的整数', -1, 101, 0.5, '50', '', true, [50], 1e300],
  ]
  for (const [field, message, ...values] of faults) {
    for (const value of values) {
      await world.anonymous.refused(submit, { body: lead({ [field]: value }) }, 400, message)
    }
  }
  assert.deepEqual(await found(world, 'id'), [])
})

testOnSqlite('the first fault in the order of the fields is the one reported', async (world) => {
  const phone = fakePhone()
  await add(world, { phone })
  const faults: [Changes, message: string][] = [
    [{ name: '' }, '姓名必填'],
    [{ phone: '139' }, '手机号格式不正确'],
    [{ symptom: 5 }, '症状描述不超过 500 字'],
    [{ questionnaire: [] }, '问卷答案 questionnaire 必填且为对象'],
    [{ source: 'web' }, badSource],
    [{ score: 101 }, 'score 需为 0-100 的整数'],
    [{}, duplicate],
  ]
  for (const [index, [fault, message]] of faults.entries()) {
    const later = faults.slice(index + 1).map(([changes]) => changes)
    for (const others of [later[0], Object.assign({}, ...later)]) {
      await world.anonymous.refused(submit, { body: lead({ phone, ...others, ...fault }) }, 400, message)
    }
  }
})

testOnBoth('one lead is kept for each phone and source, until it is deleted', async (world) => {
  const { anonymous, admin } = world
  const phone = fakePhone()
  const id = await add(world, { phone, name: '第一' })
  for (const source of [undefined, null, 'self-test']) {
    await anonymous.refused(submit, { body: lead({ phone, source, name: '第二' }) }, 400, duplicate)
  }
  assert.equal((await read(world, id)).name, '第一')
  for (const source of ['home', 'appointment', 'other']) await add(world, { phone, source })

  await admin.call(remove, { params: { id } })
  await anonymous.refused(submit, { body: lead({ phone, source: 'home' }) }, 400, duplicate)
  await add(world, { phone })
})

testOnBoth('of equal submissions at the same moment one is kept', async (world) => {
  const body = lead()
  const replies = await Promise.all(Array.from({ length: 8 }, () => world.anonymous.send(submit, { body })))
  const said = replies.map(({ message }) => message)
  assert.equal(said.filter((message) => message === '提交成功').length, 1)
  assert.equal(said.filter((message) => message === duplicate).length, 7)
  assert.equal((await found(world, 'id')).length, 1)
})

testOnBoth('a deleted lead is gone, and its number is never given out again', async (world) => {
  const { admin } = world
  const [kept, id] = [await add(world), await add(world)]
  assert.deepEqual(await admin.call(remove, { params: { id } }), { id })
  await admin.refused(detail, { params: { id } }, 404, unknownLead)
  await admin.refused(remove, { params: { id } }, 404, unknownLead)
  assert.deepEqual(await found(world, 'id'), [kept])
  const next = await add(world)
  assert.ok(numberOf(next) > numberOf(id))
  for (const last of [kept, next]) await admin.call(remove, { params: { id: last } })
  assert.ok(numberOf(await add(world)) > numberOf(next))
})

testOnBoth('an id that no lead has is unknown, however it is written', async (world) => {
  const { admin } = world
  const real = await add(world)
  const number = numberOf(real)
  const variants = [`lead-0${number}`, real.toUpperCase(), `${real}.0`, `${real}e0`, `lead--${number}`]
  const padded = [' ', '\n', '\0', '%00', '\u3000'].flatMap((edge) => [edge + real, real + edge])
  const others = 'lead-0 lead- lead - null lead-NaN lead-１ ../leads 张三 lead-1;drop'.split(' ')
  const numbers = ['9007199254740993', '9223372036854775808', '999999999999999999999', '1'.repeat(1900)]
  const huge = numbers.map((digits) => `lead-${digits}`)
  for (const id of [...variants, ...padded, ...others, ...huge, `${number}`, ' ', '\0', '\u200b']) {
    await admin.refused(detail, { params: { id } }, 404, unknownLead)
    await admin.refused(setRemark, { params: { id }, body: { remark: '无' } }, 404, unknownLead)
    await admin.refused(remove, { params: { id } }, 404, unknownLead)
  }
  assert.equal((await read(world, real)).remark, '')
})

testOnBoth('the remark is set and cleared, and nothing else but updatedAt changes', async (world) => {
  const { admin, clock, time } = world
  const id = await add(world, { symptom: '腹胀', source: 'other', score: 7 })
  const other = await add(world)
  const untouched = await read(world, other)
  let before = await read(world, id)
  for (const remark of ['已联系', '已联系', '备'.repeat(500), '']) {
    clock.ahead += 2000
    const body = { remark, name: '他人', createdAt: '2000-01-01 00:00:00', score: 1, id: other }
    const after = await admin.call(setRemark, { params: { id }, body })
    assert.deepEqual(after, { ...before, remark, updatedAt: after.updatedAt })
    assert.ok(before.updatedAt < after.updatedAt && after.updatedAt <= time.show(time.now()))
    assert.deepEqual(await read(world, id), after)
    before = after
  }
  assert.deepEqual(await read(world, other), untouched)
})

testOnSqlite('a remark that is missing or too long is refused and changes nothing', async (world) => {
  const id = await add(world)
  const stored = await read(world, id)
  world.clock.ahead += 2000
  const faults: [message: string, ...remarks: any[]][] = [
    ['备注必填', undefined, null, 5, false, {}, ['好']],
    ['备注不超过 500 字', '备'.repeat(501), '👍'.repeat(501)],
  ]
  for (const [message, ...remarks] of faults) {
    for (const remark of remarks) {
      // The form is judged before the lead is looked for.
      for (const params of [{ id }, { id: 'lead-0' }]) {
        await world.admin.refused(setRemark, { params, body: { remark } }, 400, message)
      }
    }
  }
  assert.deepEqual(await read(world, id), stored)
})

testOnBoth('the list is ordered by time, then number, newest first', async (world) => {
  const ids: string[] = []
  for (let count = 0; count < 12; count++) ids.push(await add(world))
  const [first, ...between] = ids as [string, ...string[]]
  const last = between.pop()!
  for (const id of between) await setCreated(world, id, 1_800_000_000_500)
  await setCreated(world, first, 1_800_000_000_501)
  await setCreated(world, last, 1_800_000_000_499)
  assert.deepEqual(await found(world, 'id'), [first, ...between.toReversed(), last])
})

testOnBoth('each filter narrows the list, and all of them together', async (world) => {
  const phone = fakePhone()
  const noon = '2026-03-11T04:00:00Z'
  await addAt(world, noon, { name: '王五', phone, source: 'home' })
  await addAt(world, noon, { name: '王异源', phone, source: 'other' })
  await addAt(world, noon, { name: '王异号', source: 'home' })
  await addAt(world, noon, { name: '赵六', source: 'home' })
  await addAt(world, '2026-03-09T04:00:00Z', { name: '王早', source: 'home' })
  await addAt(world, '2026-03-13T04:00:00Z', { name: '王晚', source: 'home' })

  const dates = { startDate: '2026-03-10', endDate: '2026-03-12' }
  const expected: [Query, names: string[]][] = [
    [{}, ['王晚', '赵六', '王异号', '王异源', '王五', '王早']],
    [{ phone }, ['王异源', '王五']],
    [{ source: 'other' }, ['王异源']],
    [{ keyword: '王' }, ['王晚', '王异号', '王异源', '王五', '王早']],
    [{ startDate: '2026-03-12' }, ['王晚']],
    [{ endDate: '2026-03-10' }, ['王早']],
    [dates, ['赵六', '王异号', '王异源', '王五']],
    [{ source: 'home', keyword: '王', ...dates }, ['王异号', '王五']],
    [{ phone, source: 'home', keyword: '王', ...dates }, ['王五']],
    [{ startDate: '2026-03-13', endDate: '2026-03-09' }, []],
  ]
  for (const [query, names] of expected) assert.deepEqual(await found(world, 'name', query), names)
  for (const part of [phone.slice(1), phone.slice(0, 10), `${phone} `, ` ${phone}`, '139%', '\0', 'none']) {
    assert.deepEqual(await found(world, 'name', { phone: part }), [])
  }
})

testOnBoth(
  'staff find the leads of 24 hours, and those that became an appointment or did not',
  async (world) => {
    const { admin, anonymous, time } = world
    const phone = fakePhone()
    const ago = (ms: number) => new Date(time.now() - ms).toISOString()
    await addAt(world, ago(25 * 60 * 60 * 1000), { name: '王旧', phone, source: 'home' })
    await addAt(world, ago(23 * 60 * 60 * 1000), { name: '赵未约', source: 'home' })
    await addAt(world, ago(1000), { name: '王已约', phone, source: 'other' })
    await anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) })
    const expected: [Query, names: string[]][] = [
      [{ last24h: 'true' }, ['王已约', '赵未约']],
      [{ last24h: 'true', startDate: '2000-01-01' }, ['王已约', '赵未约']],
      [{ last24h: 'false' }, ['王已约', '赵未约', '王旧']],
      [{ booked: 'true' }, ['王已约', '王旧']],
      [{ booked: 'false' }, ['赵未约']],
      [{ booked: 'true', last24h: 'true' }, ['王已约']],
      [{ booked: 'true', source: 'home' }, ['王旧']],
      [{ booked: 'true', keyword: '旧' }, ['王旧']],
      [{ booked: 'false', phone }, []],
    ]
    for (const [query, names] of expected) {
      assert.deepEqual(await found(world, 'name', query), names)
      const page = await admin.call(list, { query: { ...query, limit: '1' } })
      assert.equal(page.total, names.length)
      const file = await admin.open(api.leads.export, { query })
      assert.equal((await file.text()).trim().split('\r\n').length, names.length + 1)
    }
  },
)

testOnBoth('the keyword is a literal part of the name, in either case', async (world) => {
  const names = ['a%b', 'a_b', 'a\\b', 'axb', 'Éric', 'éva', 'Žižek', 'McDonald', '欧阳修文']
  for (const name of names) await add(world, { name })
  const keywords = {
    'a%b': ['%', 'A%B'],
    a_b: ['_', 'A_'],
    'a\\b': ['\\', '\\B'],
    McDonald: ['mcd', 'NALD', 'McDonald'],
    Žižek: ['ž', 'žIŽ'],
    欧阳修文: ['阳修', '\u3000文 '],
  }
  for (const [name, parts] of Object.entries(keywords)) {
    for (const keyword of parts) assert.deepEqual(await found(world, 'name', { keyword }), [name], keyword)
  }
  for (const keyword of ['É', 'é']) {
    assert.deepEqual(await found(world, 'name', { keyword }), ['éva', 'Éric'])
  }
  for (const keyword of ['%%', '\\%', '__', '欧修', 'e\u0301', '字'.repeat(100)]) {
    assert.deepEqual(await found(world, 'name', { keyword }), [], keyword)
  }
})

testOnBoth('dates are days in Shanghai, both bounds inclusive', async (world) => {
  for (const day of ['2026-03-09', '2026-03-10']) {
    for (const time of ['15:59:59.999', '16:00:00.000']) await addAt(world, `${day}T${time}Z`)
  }
  const times = (query: Query) => found(world, 'createdAt', query)
  const tenth = ['2026-03-10 23:59:59', '2026-03-10 00:00:00']
  assert.deepEqual(await times({ startDate: '2026-03-10', endDate: '2026-03-10' }), tenth)
  assert.deepEqual(await times({ startDate: '2026-03-10' }), ['2026-03-11 00:00:00', ...tenth])
  assert.deepEqual(await times({ endDate: '2026-03-10' }), [...tenth, '2026-03-09 23:59:59'])
  assert.equal((await times({ startDate: '0001-01-01', endDate: '9999-12-31' })).length, 4)
})

testOnBoth(
  'dates follow TIME_ZONE, on a day of 23 hours too',
  async (world) => {
    await addAt(world, '2026-10-03T13:59:59.999Z')
    await addAt(world, '2026-10-03T14:00:00Z')
    await addAt(world, '2026-10-04T12:59:59.999Z')
    await addAt(world, '2026-10-04T13:00:00Z')
    const times = await found(world, 'createdAt', { startDate: '2026-10-04', endDate: '2026-10-04' })
    assert.deepEqual(times, ['2026-10-04 23:59:59', '2026-10-04 00:00:00'])
  },
  { TIME_ZONE: 'Australia/Sydney' },
)

testOnBoth('the list comes in pages of 50, of at most 200, and always tells the total', async (world) => {
  const { admin, db } = world
  await add(world)
  const { id: _, ...row } = await db.selectFrom('leads').selectAll().executeTakeFirstOrThrow()
  const rows = Array.from({ length: 204 }, () => ({ ...row, phone: fakePhone() }))
  await db.insertInto('leads').values(rows).execute()
  const all = await db.selectFrom('leads').select('id').orderBy('id', 'desc').execute()

  const pages: [Query, limit: number, offset: number][] = [
    [{}, 50, 0],
    [{ limit: '1' }, 1, 0],
    [{ limit: '200' }, 200, 0],
    [{ limit: '201' }, 200, 0],
    [{ limit: '99999999999999999999', offset: '0' }, 200, 0],
    [{ offset: '200' }, 50, 200],
    [{ limit: '3', offset: '203' }, 3, 203],
    [{ offset: '205' }, 50, 205],
    [{ offset: `${Number.MAX_SAFE_INTEGER}` }, 50, Number.MAX_SAFE_INTEGER],
  ]
  for (const [query, limit, offset] of pages) {
    const page = await admin.call(list, { query })
    const expected = all.slice(offset, offset + limit).map(({ id }) => `lead-${id}`)
    assert.deepEqual(
      { ...page, list: page.list.map(({ id }) => id) },
      { list: expected, total: 205, limit, offset },
    )
  }
})

testOnSqlite('a bad filter value is refused with a message that names it', async ({ admin }) => {
  const badDate = '需为 YYYY-MM-DD 格式的有效日期'
  const dates = '2026-02-30,2026-02-29,2026-13-01,2026-00-10,2026-1-1,20260101,2026-01-01T00:00:00Z,today,0, '
  const faults: [field: string, message: string, values: string][] = [
    ['limit', 'limit 需为正整数', '0,00,-1,1.5,1.0,1e2,0x10,abc, ,5 ,+5,٣,Infinity'],
    ['offset', 'offset 需为非负整数', '-1,-0,1.5,1e2,abc, ,NaN'],
    ['startDate', `startDate ${badDate}`, dates],
    ['endDate', `endDate ${badDate}`, dates],
    ['source', badSource, 'web,HOME,constructor,home/other'],
    ['keyword', 'keyword 不超过 100 字', '字'.repeat(101)],
  ]
  for (const [field, message, values] of faults) {
    for (const value of values.split(',')) {
      await admin.refused(list, { query: { [field]: value } }, 400, message)
    }
  }
  await admin.call(list, { query: { startDate: '2024-02-29' } })
})

testOnBoth('statistics count all leads, the last 24 hours and every source', async (world) => {
  const { admin, clock, time } = world
  assert.deepEqual(await admin.call(stats), { total: 0, last24h: 0, bySource: none })

  await add(world)
  await setCreated(world, await add(world, { source: 'home' }), time.now() - day - 1)
  await setCreated(world, await add(world, { source: 'home' }), time.now() - day + 60_000)
  const bySource = { ...none, home: 2, 'self-test': 1 }
  assert.deepEqual(await admin.call(stats), { total: 3, last24h: 2, bySource })
  clock.ahead += 60_001
  assert.deepEqual(await admin.call(stats), { total: 3, last24h: 1, bySource })
})
