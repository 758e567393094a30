import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { api, choicesOf, type Endpoint } from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { sql } from 'kysely'
import { defaultSelfTest } from '../src/self-test/default.ts'
import { parseCsv, parseSheet, unzip } from './spreadsheets.ts'
import { booking, fakePhone, lead, testOnBoth, testOnSqlite, type World } from './world.ts'

async function exported(client: World['admin'], endpoint: Endpoint, query: Record<string, string> = {}) {
  const response = await client.open(endpoint, { query: query as never })
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const disposition = response.headers.get('content-disposition')!
  const [, name, day, format, title] =
    /^attachment; filename="(\w+)-(\d{4}-\d\d-\d\d)\.(\w+)"; filename\*=UTF-8''(\S+)$/.exec(disposition)!
  assert.deepEqual(
    [name, format, decodeURIComponent(title!)],
    endpoint === api.leads.export
      ? ['leads', query['format'] ?? 'csv', `线索-${day}.${format}`]
      : ['appointments', query['format'] ?? 'csv', `预约-${day}.${format}`],
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  if (query['format'] === 'xlsx') return parseSheet(unzip(bytes)['xl/worksheets/sheet1.xml']!)
  assert.equal(bytes.toString('utf8').codePointAt(0), 0xfeff, 'Excel knows by this that it is UTF-8')
  return parseCsv(bytes.toString('utf8').slice(1))
}

/** Many leads as rows, 2,500 times a power of two: some share a moment, as many do who come together. */
async function fill({ db, time }: World, count: number) {
  const now = time.now()
  for (let first = 0; first < 2500; first += 500) {
    await db
      .insertInto('leads')
      .values(
        Array.from({ length: 500 }, (_, i) => ({
          name: (first + i) % 7 === 0 ? '王五' : '赵六',
          name_search: (first + i) % 7 === 0 ? '王五' : '赵六',
          phone: `1380${String(first + i).padStart(7, '0')}`,
          symptom: '饭后腹胀'.repeat(20),
          questionnaire: '{"total":1,"answers":{"0":"偶尔"}}',
          source: (first + i) % 2 === 0 ? ('home' as const) : ('other' as const),
          score: i % 101,
          remark: '',
          created_at: now - 60_000 + Math.floor((first + i) / 3),
          updated_at: now,
        })),
      )
      .execute()
  }
  for (let made = 2500; made < count; made *= 2) {
    const same = sql`symptom, questionnaire, source, score, remark, updated_at`
    await sql`insert into leads (name, name_search, phone, created_at, ${same})
      select name, name_search, cast(cast(phone as bigint) + ${made} as text), created_at + ${Math.floor(made / 3)}, ${same}
      from leads`.execute(db)
  }
}

testOnBoth('20,000 leads come out whole, in order, and are what the filter says', async (world) => {
  const { admin, db } = world
  await fill(world, 20_000)
  const ordered = await db
    .selectFrom('leads')
    .select(['id', 'phone', 'source', 'name'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const filters: [Record<string, string>, (row: (typeof ordered)[0]) => boolean][] = [
    [{}, () => true],
    [{ format: 'xlsx' }, () => true],
    [{ source: 'home' }, ({ source }) => source === 'home'],
    [{ keyword: '王' }, ({ name }) => name === '王五'],
    [
      { keyword: '王', source: 'other', format: 'xlsx' },
      (row) => row.name === '王五' && row.source === 'other',
    ],
    [{ phone: '13800000017' }, ({ phone }) => phone === '13800000017'],
    [{ endDate: '2000-01-01' }, () => false],
  ]
  for (const [query, isMeant] of filters) {
    const [header, ...rows] = await exported(admin, api.leads.export, query)
    assert.deepEqual(header!.slice(0, 4), ['编号', '姓名', '手机号', '来源'])
    const wanted = ordered.filter(isMeant)
    assert.equal(rows.length, wanted.length, JSON.stringify(query))
    assert.deepEqual(
      rows.map(([id, , phone]) => [id, phone]),
      wanted.map(({ id, phone }) => [`lead-${id}`, phone]),
    )
  }
  const { list } = await admin.call(api.audit.list, { query: { action: 'lead.export' } })
  assert.equal(list.length, filters.length)
  assert.deepEqual(list[1]!.changes, {
    filter: [null, { format: 'csv', phone: '138****0017' }],
    rows: [null, 1],
  })
  const called = ordered.filter(({ name }) => name === '王五').length
  assert.deepEqual([ordered.length, list[3]!.changes!['rows']], [20_000, [null, called]])
})

testOnBoth(
  'nothing in an export is taken for a formula, and odd text comes out as it went in',
  async (world) => {
    const { admin, anonymous } = world
    const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1']
    const name = '=cmd|x'
    const symptom = 'a "b", <c> & _x0041_\n第二行'
    const questionnaire = { total: 2, answers: { 0: '偶尔', 1: '=2', x: { y: 1 } } }
    await anonymous.call(api.leads.submit, { body: lead({ name, symptom, questionnaire, score: 7 }) })
    await anonymous.call(api.leads.submit, { body: lead({ questionnaire: { '\ud800': '\0' } }) })
    for (const patientName of hostile) {
      await anonymous.call(api.appointments.create, { body: booking({ patientName, symptom: '@x' }) })
    }
    for (const format of ['csv', 'xlsx']) {
      const leads = await exported(admin, api.leads.export, { format })
      const appointments = await exported(admin, api.appointments.export, { format })
      assert.equal(leads.length, 3)
      const found = leads.find(([, cell]) => cell === `'${name}`)!
      assert.deepEqual(found.slice(4, 8), ['7', '', '', '1. 偶尔\n2. =2\nx: {"y":1}'])
      assert.equal(found[8], format === 'csv' ? symptom : symptom.replace('_x0041_', '_x005F_x0041_'))
      assert.deepEqual(
        appointments.slice(1).map((row) => row[2]),
        hostile.map((text) => `'${text}`).toReversed(),
      )
      for (const cell of [...leads, ...appointments].flat()) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
    }
  },
)

testOnSqlite('an export says what the console says', async ({ admin, anonymous }) => {
  const choices = choicesOf(defaultSelfTest, ['now_none', 'a40', 'b_paper', 'm_none'])!
  // What the client claims does not count.
  const questionnaire = {
    ...selfTestQuestionnaire(defaultSelfTest, choices, '2026-01-01T08:00:00.000Z'),
    level: 'none',
    flags: [],
    answers: { 0: '偶尔' },
  }
  const submitted = lead({ source: 'self-test', score: 66, questionnaire })
  await anonymous.call(api.leads.submit, { body: submitted })
  const booked = booking({ timeSlot: '上午', departmentName: '胃肠', doctorName: '王医生', symptom: 'a;b' })
  const { id, number } = await anonymous.call(api.appointments.create, { body: booked })
  await admin.call(api.appointments.confirm, { params: { id } })
  for (const format of ['csv', 'xlsx']) {
    const [leadTitles, leadRow] = await exported(admin, api.leads.export, { format })
    assert.equal(
      leadTitles!.join(),
      '编号,姓名,手机号,来源,自测得分,级别,标记,答案,症状,备注,提交时间,更新时间',
    )
    assert.deepEqual(leadRow!.slice(1, 8), [
      '张三',
      submitted.phone,
      '健康自测',
      '66',
      '两周内就诊',
      '便血',
      '1. 偶尔',
    ])
    const [titles, row] = await exported(admin, api.appointments.export, { format })
    assert.equal(
      titles!.join(),
      '编号,预约号,患者姓名,年龄,手机号,就诊日期,就诊时间,科室,医生,状态,症状,备注,提交时间,更新时间',
    )
    assert.equal(row![1], String(number))
    assert.deepEqual(row!.slice(5, 11), ['2026-12-01', '上午', '胃肠科', '王医生', '已确认', 'a;b'])
  }
})

testOnBoth('an export of appointments takes the filters of the list', async (world) => {
  const { admin, anonymous, clock } = world
  const phone = fakePhone()
  for (const [index, changes] of [
    { patientName: '王一', patientPhone: phone, date: '2026-12-01' },
    { patientName: '王二', date: '2026-12-02', departmentName: '胃肠' },
    { patientName: '李三', date: '2026-12-03' },
    { patientName: '李四', date: '2026-12-04', departmentName: '胃肠' },
  ].entries()) {
    clock.ahead += 1000
    const { id } = await anonymous.call(api.appointments.create, { body: booking(changes) })
    if (index === 0) await admin.call(api.appointments.confirm, { params: { id } })
    if (index === 2) await anonymous.call(api.appointments.cancel, { params: { id } })
  }
  const cases: [Record<string, string>, string[]][] = [
    [{}, ['李四', '李三', '王二', '王一']],
    [{ status: 'pending,confirmed' }, ['李四', '王二', '王一']],
    [{ status: 'cancelled' }, ['李三']],
    [{ departmentName: '胃肠', keyword: '李' }, ['李四']],
    [{ dateFrom: '2026-12-02', dateTo: '2026-12-03' }, ['李三', '王二']],
    [{ phone }, ['王一']],
  ]
  for (const [query, names] of cases) {
    const rows = await exported(admin, api.appointments.export, query)
    assert.deepEqual(
      rows.slice(1).map((row) => row[2]),
      names,
      JSON.stringify(query),
    )
    const { list, total } = await admin.call(api.appointments.staffList, { query: query as never })
    assert.deepEqual(
      list.map(({ patientName }) => patientName),
      names,
    )
    assert.equal(total, names.length)
  }
  const { list } = await admin.call(api.audit.list, { query: { action: 'appointment.export' } })
  assert.deepEqual(list.at(-4)!.changes, {
    filter: [null, { departmentName: '胃肠', format: 'csv', keyword: '李**' }],
    rows: [null, 1],
  })
})

testOnBoth(
  'an export goes as fast as it is read, stops when its reader leaves, and only two run at once',
  async (world) => {
    const { admin, app } = world
    await fill(world, 40_000)
    const controllers = [new AbortController(), new AbortController()]
    const readers = []
    for (const [index, { signal }] of controllers.entries()) {
      const format = index === 0 ? 'csv' : 'xlsx'
      const response = await admin.open(api.leads.export, { signal, query: { format } })
      const reader = response.body!.getReader()
      await reader.read()
      readers.push(reader)
    }
    // Neither is read any further: what is on the way fills the buffers, and the rest of 17 MB waits in the database.
    const refused = await admin.send(api.leads.export)
    assert.deepEqual([refused.status, refused.message], [503, '正在进行的导出过多,请稍后再试'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    await wait(500)
    assert.equal(app.exports.running, 2, 'both wait for their readers')

    for (const controller of controllers) controller.abort()
    await Promise.allSettled(readers.map((reader) => reader.closed))
    for (let tries = 0; app.exports.running > 0 && tries < 50; tries++) {
      await wait(20)
    }
    assert.equal(app.exports.running, 0, 'nobody reads, so nothing is made')
    assert.equal((await exported(admin, api.leads.export)).length, 40_001)
  },
)

testOnBoth('chosen rows are exported alone; the log tells how many, not which', async (world) => {
  const { admin, anonymous } = world
  const leads: string[] = []
  const visits: string[] = []
  const patientPhone = fakePhone()
  for (let i = 0; i < 4; i++) {
    leads.push((await anonymous.call(api.leads.submit, { body: lead() })).id)
    visits.push((await anonymous.call(api.appointments.create, { body: booking({ patientPhone }) })).id)
  }
  for (const [endpoint, ids] of [
    [api.leads.export, leads],
    [api.appointments.export, visits],
  ] as const) {
    const chosen = [ids[2]!, ids[0]!]
    const [header, ...rows] = await exported(admin, endpoint, { ids: chosen.join(',') })
    assert.deepEqual(rows.map(([id]) => id).sort(), chosen.toSorted())
    assert.ok(!header!.includes('题数'))
    const [noted] = (await admin.call(api.audit.list, { query: {} })).list
    assert.deepEqual(noted!.changes!['rows'], [null, 2])
    assert.deepEqual(noted!.changes!['filter'], [null, { format: 'csv', chosen: 2 }])
  }
  const [, ...rows] = await exported(admin, api.appointments.export, { phoneEnd: patientPhone.slice(1) })
  assert.equal(rows.length, 4)
  const [noted] = (await admin.call(api.audit.list, { query: {} })).list
  assert.deepEqual(noted!.changes!['filter'], [
    null,
    { format: 'csv', phoneEnd: `****${patientPhone.slice(-4)}` },
  ])
})
