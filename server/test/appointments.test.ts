import assert from 'node:assert/strict'
import { api, type AppointmentStatus } from '@zhenyue/contract'
import { booking, fakePhone, lead, password, testOnBoth, testOnSqlite, type World } from './world.ts'

const apt = api.appointments
const unauthorized = '未登录或登录已过期'
const unknown = '预约不存在'
const noOne = `apt-${'0'.repeat(22)}`

const required = ['patientName', 'patientAge', 'patientPhone', 'date', 'departmentName']
const assigned = ['status', 'createdAt', 'updatedAt']
const visit = ['date', 'departmentName', 'doctorId', 'doctorName', 'timeSlot']
const publicKeys = ['patientName', 'patientPhone', ...visit, ...assigned]
const knownKeys = [...publicKeys, 'id', 'number', 'patientAge', 'symptom']
const allKeys = [...knownKeys, 'remark']

function haveKeys(values: object[], keys: string[]) {
  assert.ok(values.length > 0)
  for (const value of values) assert.deepEqual(Object.keys(value).sort(), keys.toSorted())
}

const to = (id: string) => ({ params: { id } })
const book = ({ anonymous }: World, changes = {}) => anonymous.call(apt.create, { body: booking(changes) })
const read = ({ admin }: World, id: string) => admin.call(apt.detail, to(id))
const refusesToBook = ({ anonymous }: World, changes: object, message: string) =>
  anonymous.refused(apt.create, { body: booking(changes as {}) }, 400, message)

const wayTo = {
  pending: [],
  confirmed: [apt.confirm],
  completed: [apt.confirm, apt.complete],
  cancelled: [apt.cancel],
}
const statuses = Object.keys(wayTo) as AppointmentStatus[]

async function bookIn(world: World, status: AppointmentStatus, changes = {}) {
  const { id } = await book(world, changes)
  for (const step of wayTo[status]) await world.admin.call(step, to(id))
  return id
}

testOnBoth('a booking is pending and answers what was sent, optional texts empty', async (world) => {
  const body = booking({ doctorId: 'exp-1', doctorName: '王医生', timeSlot: '上午', symptom: '腹痛\n三天' })
  const made = await book(world, body)
  const { id, number, createdAt } = made
  assert.ok(number > 0)
  assert.deepEqual(made, { ...body, id, number, status: 'pending', createdAt, updatedAt: createdAt })
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.ok(Math.abs(Date.parse(`${createdAt}+08:00`) - Date.now()) < 5000, 'the time of Asia/Shanghai')
  assert.deepEqual(await read(world, id), { ...made, remark: '' })

  const empty = { doctorId: '', doctorName: '', timeSlot: '', symptom: '' }
  const nulls = { doctorId: null, doctorName: null, timeSlot: null, symptom: null }
  for (const absent of [{}, nulls, empty]) {
    const { doctorId, doctorName, timeSlot, symptom } = await book(world, absent)
    assert.deepEqual({ doctorId, doctorName, timeSlot, symptom }, empty)
  }
})

testOnSqlite('what only the service or staff may set is ignored on create', async (world) => {
  const taken = await book(world)
  const own = { id: taken.id, status: 'completed', remark: '已付', createdAt: '2000-01-01 00:00:00', vip: 1 }
  const made = await book(world, { ...own, updatedAt: own.createdAt })
  haveKeys([made], knownKeys)
  const { id, status, remark, createdAt, updatedAt } = await read(world, made.id)
  assert.notEqual(id, taken.id)
  assert.deepEqual([status, remark, updatedAt], ['pending', '', createdAt])
  assert.notEqual(createdAt, own.createdAt)
})

testOnSqlite(
  'ids are unguessable: 22 letters of base62, each drawn anew, after six for the time',
  async (world) => {
    const ids = await Promise.all(Array.from({ length: 100 }, async () => (await book(world)).id))
    for (const id of ids) assert.match(id, /^apt-[0-9A-Za-z]{28}$/)
    world.clock.ahead = -Date.now()
    assert.match((await book(world)).id, /^apt-0{6}/, 'also by a clock that was never set')
    assert.equal(new Set(ids).size, ids.length)
    const letters = ids.map((id) => id.slice(-22))
    assert.equal(new Set(letters.join('')).size, 62, 'every letter occurs')
    for (let at = 0; at < 22; at++) {
      const values = new Set(letters.map((text) => text[at])).size
      assert.ok(values > 20, `letter ${at} has only ${values} values, as of a clock or a counter`)
    }
  },
)

const badPhones = '12900000000 1390000000 139000000000 +8613900000000 139-0000-0000 １３９００００００００'
const badDates =
  '0000-01-01 2026-02-29 1900-02-29 2026-04-31 2026-13-01 2026-00-10 2026-1-1 2026/12/01 20261201'
const faults: [field: string, message: string, ...values: unknown[]][] = [
  ['patientName', '患者姓名长度需在 1-20 字符', '张'.repeat(21), '𠮷'.repeat(21), 5, ['张三'], {}, true],
  ['patientAge', '年龄需为 1-149 的整数', 0, 150, 1.5, '30', -1, 1e21, true, [30]],
  ['patientPhone', '手机号格式不正确', ...badPhones.split(' '), ' 13900000000', '13900000000\n', 13900000000],
  ['date', '日期格式不正确', ...badDates.split(' '), '2026-12-01T08:00:00Z', '明天', 20261201],
  ['departmentName', '科室仅支持:肛肠 / 胃肠', '内科', '肛肠科', 'anorectal', 1, ['肛肠']],
  ['doctorId', 'doctorId 不超过 64 字', 'd'.repeat(65), 7],
  ['doctorName', 'doctorName 不超过 20 字', '王'.repeat(21), 7],
  ['timeSlot', 'timeSlot 不超过 64 字', '早'.repeat(65), 7],
  ['symptom', '症状描述不超过 500 字', '症'.repeat(501), 7],
]
const wrongFrom = (at: number) =>
  Object.fromEntries(faults.slice(at).map(([field, , value]) => [field, value]))

testOnSqlite('a wrong field is refused in its own words, the first of several, unstored', async (world) => {
  for (const [field, message, ...values] of faults) {
    for (const value of values) await refusesToBook(world, { [field]: value }, message)
  }
  for (const [at, [, message]] of faults.entries()) await refusesToBook(world, wrongFrom(at), message)
  assert.equal((await world.admin.call(apt.list)).total, 0)
})

testOnSqlite('the first missing field is named before any that is wrong', async (world) => {
  for (const [at, field] of required.entries()) {
    const othersMissing = Object.fromEntries(required.slice(at).map((key) => [key, undefined]))
    const blanks = field === 'patientName' ? [' ', '\u3000\u200b\n'] : []
    for (const missing of [undefined, null, '', ...blanks]) {
      const body = { ...wrongFrom(0), ...othersMissing, [field]: missing }
      await refusesToBook(world, body, `缺少必填参数: ${field}`)
      await refusesToBook(world, { [field]: missing }, `缺少必填参数: ${field}`)
    }
  }
  // A blank slot is none, and says nothing about the day.
  const day = { date: undefined, departmentName: undefined }
  await refusesToBook(world, { ...day, slotId: ' \u3000' }, '缺少必填参数: date')
})

testOnBoth('every real date, the past too, and everything up to its limit is accepted', async (world) => {
  const accepted = {
    patientName: ['张', '张'.repeat(20), '𠮷'.repeat(20)],
    patientAge: [1, 149],
    date: ['2028-02-29', '2000-02-29', '1999-12-31', '0001-01-01', '2099-01-01'],
    departmentName: ['肛肠', '胃肠'],
    doctorId: ['𠮷'.repeat(64)],
    doctorName: ['𠮷'.repeat(20)],
    timeSlot: ['𠮷'.repeat(64)],
    symptom: ['𠮷'.repeat(500)],
  }
  for (const [field, values] of Object.entries(accepted)) {
    for (const value of values) assert.equal((await book(world, { [field]: value }))[field as 'date'], value)
  }
  await world.admin.call(apt.staffList, { query: { weekday: '1' } })
})

/** Where a step leads from a state, or what its refusal says. */
const steps = {
  confirm: {
    pending: 'confirmed',
    confirmed: '仅待确认的预约可确认',
    completed: '仅待确认的预约可确认',
    cancelled: '已取消的预约不能确认',
  },
  complete: {
    pending: '仅已确认的预约可完成',
    confirmed: 'completed',
    completed: '仅已确认的预约可完成',
    cancelled: '已取消的预约不能完成',
  },
  cancel: {
    pending: 'cancelled',
    confirmed: 'cancelled',
    completed: '已完成的预约不能取消',
    cancelled: '预约已取消',
  },
}

testOnBoth('each step leads on from its states; from others it is refused, unchanged', async (world) => {
  const { anonymous, admin, clock } = world
  for (const step of ['confirm', 'complete', 'cancel'] as const) {
    for (const client of step === 'cancel' ? [anonymous, admin] : [admin]) {
      for (const from of statuses) {
        const id = await bookIn(world, from)
        const before = await read(world, id)
        clock.ahead += 5000
        const outcome = steps[step][from]
        if (statuses.includes(outcome as never)) {
          await client.call(apt[step], to(id))
          const { updatedAt, ...after } = await read(world, id)
          assert.deepEqual({ ...after, updatedAt: before.updatedAt }, { ...before, status: outcome })
          assert.ok(updatedAt > before.updatedAt)
        } else {
          await client.refused(apt[step], to(id), 409, outcome)
          assert.deepEqual(await read(world, id), before)
        }
      }
    }
  }
})

testOnBoth('a step answers the appointment as it then is, to staff of any role', async (world) => {
  const { anonymous, admin, db } = world
  const { id } = await book(world)
  await db.updateTable('admins').set({ role: 'nurse' }).execute()
  for (const step of [apt.confirm, apt.complete]) {
    assert.deepEqual(await admin.call(step, to(id)), await read(world, id))
  }
  const other = await bookIn(world, 'confirmed')
  const cancelled = await anonymous.call(apt.cancel, to(other))
  assert.deepEqual({ ...cancelled, remark: '' }, await read(world, other))
})

/** What a caller is shown of appointments that have a remark. */
async function shownTo(world: World, who: 'anonymous' | 'admin') {
  const { call } = world[who]
  const body = booking({ patientName: '张三丰', patientPhone: '13900000000', symptom: '腹痛' })
  const create = await call(apt.create, { body })
  await world.admin.call(apt.setRemark, { ...to(create.id), body: { remark: '复诊' } })
  const detail = await call(apt.detail, to(create.id))
  const rows = async (query: object) => (await call(apt.list, { query })).list
  const byPhone = await rows({ phone: body.patientPhone })
  const all = [...(await rows({})), ...(await rows({ phone: '' })), ...(await rows({ status: 'pending' }))]
  return { create, detail, byPhone, all, cancel: await call(apt.cancel, to(create.id)) }
}

testOnSqlite('staff see everything; others by phone or id all but the remark, else little', async (world) => {
  const patient = await shownTo(world, 'anonymous')
  haveKeys([patient.create, patient.detail, patient.cancel, ...patient.byPhone], knownKeys)
  haveKeys(patient.all, publicKeys)
  assert.deepEqual([patient.detail.patientName, patient.detail.patientPhone], ['张三丰', '13900000000'])
  const staff = await shownTo(world, 'admin')
  haveKeys([staff.create, staff.detail, staff.cancel, ...staff.byPhone, ...staff.all], allKeys)
  for (const { remark } of [staff.detail, staff.cancel, ...staff.all]) assert.equal(remark, '复诊')
})

testOnSqlite('rows that anyone may see give away neither name nor phone', async (world) => {
  const masks = { 张三: '张**', 欧阳小明: '欧**', 张: '**', 𠮷: '**', 𠮷野: '𠮷**', Ann: 'A**' }
  for (const patientName of Object.keys(masks))
    await book(world, { patientName, patientPhone: '13900000000' })
  const { list } = await world.anonymous.call(apt.list)
  assert.deepEqual(list.map((row) => row.patientName).toReversed(), Object.values(masks))
  for (const row of list) assert.equal(row.patientPhone, '***********')
})

testOnSqlite(
  'PUBLIC_LIST=open shows whole rows to anyone, and elsewhere no more than before',
  async (world) => {
    const patient = await shownTo(world, 'anonymous')
    haveKeys([...patient.all, ...patient.byPhone], allKeys)
    const seen = patient.all.map((row) => [row.patientName, row.patientPhone, row.remark])
    for (const row of seen) assert.deepEqual(row, ['张三丰', '13900000000', '复诊'])
    haveKeys([patient.create, patient.detail, patient.cancel], knownKeys)
    await world.anonymous.refused(apt.list, { headers: { authorization: 'Bearer x' } }, 401, unauthorized)
  },
  { PUBLIC_LIST: 'open' },
)

testOnSqlite('a bad token is refused where a token shows more, else ignored', async (world) => {
  const { anonymous, admin, db, clock } = world
  const { id } = await book(world)
  const { token } = admin
  const forged = token.replace(/.{8}$/, 'AAAAAAAA')

  async function refusesAll(authorization: string) {
    const headers = { authorization }
    await anonymous.refused(apt.list, { headers, query: { limit: '0' } }, 401, unauthorized)
    await anonymous.refused(apt.create, { headers, body: booking() }, 401, unauthorized)
    await anonymous.refused(apt.create, { headers, body: {} as never }, 401, unauthorized)
    for (const sent of [to(id), to(noOne)]) {
      await anonymous.refused(apt.detail, { headers, ...sent }, 401, unauthorized)
      await anonymous.refused(apt.cancel, { headers, ...sent }, 401, unauthorized)
    }
  }
  for (const authorization of ['Bearer x', 'Bearer', `Basic ${token}`, token, `Bearer ${forged}`]) {
    await refusesAll(authorization)
    const headers = { authorization }
    for (const { list } of [api.experts, api.banners, api.images]) await anonymous.call(list, { headers })
    await anonymous.call(api.hospitals.list, { headers })
    await anonymous.call(api.hospitals.detail, { headers, ...to('h-001') })
    await anonymous.call(api.experts.detail, { headers, ...to('exp-1') })
    await anonymous.call(api.images.detail, { headers, ...to('img-1') })
    await anonymous.call(api.home.read, { headers })
    await anonymous.call(api.leads.submit, { headers, body: lead() })
    await anonymous.call(api.admins.login, { headers, body: { username: 'admin', password } })
  }
  assert.equal((await read(world, id)).status, 'pending')
  assert.equal((await admin.call(apt.list)).total, 1)
  clock.ahead = 24 * 3600_000 + 1000
  await refusesAll(`Bearer ${token}`)
  clock.ahead = 0
  await db.deleteFrom('sessions').execute()
  await refusesAll(`Bearer ${token}`)
})

testOnBoth('the list is filtered by exact phone and by status, and an odd status refused', async (world) => {
  const { anonymous, admin } = world
  const phone = fakePhone()
  const ids: string[] = []
  for (const status of statuses) ids.unshift(await bookIn(world, status, { patientPhone: phone }))
  await bookIn(world, 'pending')
  const found = async (query: object) => (await admin.call(apt.list, { query })).list.map((row) => row.id)
  assert.deepEqual(await found({ phone }), ids)
  for (const [at, status] of statuses.toReversed().entries()) {
    assert.deepEqual(await found({ phone, status }), [ids[at]])
  }
  assert.equal((await found({ status: 'pending' })).length, 2)
  assert.equal((await found({ status: '', phone: '' })).length, 5)
  for (const none of [fakePhone(), phone.slice(1), `${phone}0`, ` ${phone}`, '139%', '1390000____', 'x\0']) {
    for (const { call } of [anonymous, admin]) {
      const page = await call(apt.list, { query: { phone: none } })
      assert.deepEqual(page, { list: [], total: 0, limit: 50, offset: 0 })
    }
  }
  const message = 'status 仅支持:pending / confirmed / completed / cancelled'
  for (const status of ['done', 'PENDING', 'pending,confirmed', 'toString'] as never[]) {
    await anonymous.refused(apt.list, { query: { status } }, 400, message)
  }
})

testOnBoth('the list comes newest first, in pages of 50 and of 200 at most', async (world) => {
  const { anonymous, clock, db } = world
  for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 66 }, () => book(world)))
  const patientPhone = fakePhone()
  const ids = [
    (await book(world, { patientPhone })).id,
    (await book(world, { patientPhone })).id,
  ].toReversed()
  // Among those of one moment the number decides; the last has the highest number and is the oldest.
  await db.updateTable('appointments').set({ created_at: Date.now() }).execute()
  clock.ahead = -3600_000
  ids.push((await book(world, { patientPhone })).id)

  const page = async (query: object) => {
    const { list, ...rest } = await anonymous.call(apt.list, { query })
    return { ids: list.map((row) => row.id), count: list.length, ...rest }
  }
  assert.deepEqual((await page({ phone: patientPhone })).ids, ids)
  assert.deepEqual((await page({ phone: patientPhone, limit: '1', offset: '1' })).ids, [ids[1]])
  const sizes: [query: object, count: number, limit: number, offset: number][] = [
    [{}, 50, 50, 0],
    [{ limit: '', offset: '' }, 50, 50, 0],
    [{ limit: '7', offset: '198' }, 3, 7, 198],
    [{ limit: '200' }, 200, 200, 0],
    [{ limit: '201', offset: '1' }, 200, 200, 1],
    [{ offset: '201' }, 0, 50, 201],
  ]
  for (const [query, count, limit, offset] of sizes) {
    const { ids: _, ...told } = await page(query)
    assert.deepEqual(told, { count, total: 201, limit, offset })
  }
  for (const value of ['-1', '1.5', 'abc', '1e2', '0x10', 'NaN']) {
    await anonymous.refused(apt.list, { query: { limit: value } }, 400, 'limit 需为正整数')
    await anonymous.refused(apt.list, { query: { offset: value } }, 400, 'offset 需为非负整数')
  }
  await anonymous.refused(apt.list, { query: { limit: '0' } }, 400, 'limit 需为正整数')
})

testOnBoth('stats count states, departments and the visits of the local day that stand', async (world) => {
  const { admin, time, clock, logIn } = world
  assert.deepEqual(await admin.call(apt.stats), {
    total: 0,
    today: 0,
    byStatus: { pending: 0, confirmed: 0, completed: 0, cancelled: 0 },
    byDepartment: { 肛肠: 0, 胃肠: 0 },
  })
  const today = time.dayOf(Date.now())
  const midnight = time.startOf(today, 1)
  for (const status of statuses) {
    await bookIn(world, status, { date: time.dayOf(midnight), departmentName: '胃肠' })
  }
  for (const status of ['pending', 'cancelled'] as const) await bookIn(world, status, { date: today })
  for (const [moment, visits] of [
    [midnight - 10_000, 1],
    [midnight, 3],
    [midnight + 24 * 3600_000, 0],
  ] as const) {
    clock.ahead = moment - Date.now()
    assert.deepEqual(await (await logIn()).call(apt.stats), {
      total: 6,
      today: visits,
      byStatus: { pending: 2, confirmed: 1, completed: 1, cancelled: 2 },
      byDepartment: { 肛肠: 2, 胃肠: 4 },
    })
  }
})

testOnBoth('staff write a remark of up to 500 characters in any state, and nothing else', async (world) => {
  const { admin, clock } = world
  for (const status of statuses) {
    const id = await bookIn(world, status)
    const before = await read(world, id)
    clock.ahead += 5000
    for (const remark of ['已电话\n确认', '𠮷'.repeat(500), '']) {
      const body = { remark, id: noOne, status: 'pending', patientName: '别人', createdAt: '' }
      const after = await admin.call(apt.setRemark, { ...to(id), body })
      assert.ok(after.updatedAt > before.updatedAt)
      assert.deepEqual(after, { ...before, remark, updatedAt: after.updatedAt })
      assert.deepEqual(await read(world, id), after)
    }
  }
  const id = await bookIn(world, 'pending')
  const before = await read(world, id)
  const wrong: [body: object, message: string][] = [
    ...[{}, { remark: null }, { remark: 5 }, { remark: ['x'] }].map((body) => [body, '备注必填'] as never),
    [{ remark: '备'.repeat(501) }, '备注不超过 500 字'],
    [{ remark: 'a\0b' }, 'remark 含有非法字符'],
  ]
  for (const [body, message] of wrong) {
    // The form is judged before the existence.
    for (const sent of [to(id), to(noOne)]) {
      await admin.refused(apt.setRemark, { ...sent, body: body as never }, 400, message)
    }
  }
  assert.deepEqual(await read(world, id), before)
})

testOnBoth('an appointment is deleted from any state and is gone', async (world) => {
  const { admin } = world
  const kept = await bookIn(world, 'pending')
  for (const status of statuses) {
    const id = await bookIn(world, status)
    assert.deepEqual(await admin.call(apt.remove, to(id)), { id })
    await admin.refused(apt.remove, to(id), 404, unknown)
    await admin.refused(apt.detail, to(id), 404, unknown)
  }
  assert.deepEqual(
    (await admin.call(apt.list)).list.map((row) => row.id),
    [kept],
  )
  await admin.refused({ ...apt.remove, path: apt.detail.path }, to(kept), 404, '接口不存在')
})

testOnBoth('unknown and odd ids are not found, whatever is asked of them', async (world) => {
  const { anonymous, admin } = world
  const { id } = await book(world)
  const swapped = id.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()))
  const near = [swapped, id.slice(4), id.slice(0, -1), `${id}0`, ` ${id}`, `${id}\0`, `${id}\n`, `${id}/x`]
  const odd = [
    'apt-',
    'apt',
    '\0',
    '1',
    'admin',
    'lead-1',
    '张三',
    '%',
    "' or ''='",
    `apt-${'a'.repeat(1900)}`,
  ]
  for (const sent of [noOne, ...near, ...odd].map(to)) {
    for (const { refused } of [anonymous, admin]) {
      await refused(apt.detail, sent, 404, unknown)
      await refused(apt.cancel, sent, 404, unknown)
    }
    for (const step of [apt.confirm, apt.complete, apt.remove]) await admin.refused(step, sent, 404, unknown)
    await admin.refused(apt.setRemark, { ...sent, body: { remark: 'x' } }, 404, unknown)
  }
  for (const step of [apt.confirm, apt.complete, apt.remove, apt.setRemark]) {
    await anonymous.refused(step, { ...to(noOne), body: {} as never }, 401, unauthorized)
  }
  await anonymous.refused(apt.stats, {}, 401, unauthorized)
  assert.equal((await read(world, id)).status, 'pending')
})

testOnSqlite('no answer about appointments may be kept by a cache', async ({ anonymous }) => {
  const { id } = await anonymous.call(apt.create, { body: booking() })
  const answers = [
    await anonymous.send(apt.list),
    await anonymous.send(apt.detail, to(id)),
    await anonymous.send(apt.cancel, to(id)),
    await anonymous.send(apt.cancel, to(id)),
    await anonymous.send(apt.detail, to(noOne)),
    await anonymous.send(apt.create, { body: {} as never }),
    await anonymous.send(apt.stats),
  ]
  const kept = answers.map(({ status, headers }) => [status, headers.get('cache-control')])
  const expected = [200, 200, 200, 409, 404, 400, 401].map((status) => [status, 'no-store'])
  assert.deepEqual(kept, expected)
})
