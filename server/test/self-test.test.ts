import assert from 'node:assert/strict'
import {
  api,
  choicesOf,
  type SelfTestContent,
  type SelfTestDocument,
  type SelfTestStatistics,
} from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { lineFor } from '../src/robots/text.ts'
import { defaultSelfTest } from '../src/self-test/default.ts'
import { fakePhone, lead, strictClient, testOnBoth, testOnSqlite, type World } from './world.ts'

const { read, draft, saveDraft, check, publish, versions, version, statistics } = api.selfTest
const approvedBy = { name: '王医生', title: '主任医师' }
const approval = { body: { approvedBy } }
const stale = '内容已被他人修改,请刷新后重试'

const copy = (): SelfTestContent => structuredClone(defaultSelfTest)
const changed = (change: (content: SelfTestContent) => unknown) => {
  const content = copy()
  change(content)
  return content
}
const optionIn = ({ questions }: SelfTestContent, id: string) =>
  questions.flatMap(({ options }) => options).find((option) => option.id === id)!

/** A second account. */
async function colleague({ admin, anonymous, url }: World) {
  const body = { username: 'nurse', password: 'a colleague has this' }
  await admin.call(api.accounts.create, { body: { ...body, role: 'admin' } })
  return strictClient(url, (await anonymous.call(api.admins.login, { body })).token)
}

const audits = async ({ admin }: World, action: string) =>
  (await admin.call(api.audit.list, { query: { action } })).list

testOnBoth('a draft becomes the document that patients see, by another account', async (world) => {
  const { admin, anonymous, url } = world
  const first = await anonymous.send(read)
  assert.deepEqual(first.data, defaultSelfTest)
  assert.deepEqual([first.data.version, first.data.approvedBy, first.data.status], ['2.0.0', null, 'draft'])
  const tag = first.headers.get('etag')!
  const ask = (known: string) => fetch(url + read.path, { headers: { 'if-none-match': known } })
  assert.equal((await ask(tag)).status, 304)

  const untouched = await admin.send(draft)
  assert.deepEqual([untouched.data.editedBy, untouched.data.editedAt], ['', null])
  const headers = { 'if-match': untouched.headers.get('etag')! }
  const content = changed(({ questions }) => (questions[1]!.zh = '您的年龄？'))
  const claiming = { ...content, version: '9', approvedBy }
  const saved = await admin.send(saveDraft, { body: claiming, headers })
  assert.deepEqual([saved.data.questions[1]!.zh, saved.data.editedBy], ['您的年龄？', 'admin'])
  assert.deepEqual([saved.data.version, saved.data.approvedBy], ['2.0.0', null])
  await admin.refused(saveDraft, { body: content, headers }, 409, stale)
  assert.equal((await admin.send(draft)).headers.get('etag'), saved.headers.get('etag'))
  assert.deepEqual((await anonymous.call(read)).questions[1]!.zh, '您今年多大？')

  const nurse = await colleague(world)
  await admin.refused(publish, approval, 409, '发布人不能是最后编辑人')
  await nurse.refused(publish, { ...approval, headers }, 409, stale)
  for (const [body, message] of [
    [{ approvedBy: { name: '王医生' } }, '审核医师职称必填'],
    [{ approvedBy: { name: ' ', title: '主任医师' } }, '审核医师姓名必填'],
    [{}, 'approvedBy 必填且为对象'],
  ] as [(typeof approval)['body'], string][])
    await nurse.refused(publish, { body }, 400, message)
  assert.deepEqual(await admin.call(versions), [])
  const published = await nurse.call(publish, approval)
  assert.deepEqual(
    [published.version, published.status, published.approvedBy],
    ['2.1.0', 'published', approvedBy],
  )
  assert.match(published.approvedAt!, /^\d{4}-\d\d-\d\d /)
  assert.equal((await ask(tag)).status, 200, 'what was kept ready is not sent any more')
  assert.deepEqual(await anonymous.call(read), published)

  const again = await admin.call(draft)
  assert.deepEqual([again.editedBy, again.version, again.questions[1]!.zh], ['', '2.1.0', '您的年龄？'])
  await admin.call(publish, approval)
  const list = await admin.call(versions)
  assert.deepEqual(
    list.map((one) => [one.version, one.publishedBy]),
    [
      ['2.2.0', 'admin'],
      ['2.1.0', 'nurse'],
    ],
  )
  const { publishedBy, ...kept } = await admin.call(version, { params: { version: '2.1.0' } })
  assert.deepEqual([kept, publishedBy], [published, 'nurse'])
  assert.equal((await admin.call(version, { params: { version: '2.0.0' } })).publishedBy, '')
  await admin.refused(version, { params: { version: '3.0.0' } }, 404, '版本不存在')

  const [entry] = await audits(world, 'self-test.draft')
  assert.deepEqual([entry!.actor, Object.keys(entry!.changes ?? {})], ['admin', ['questions']])
  const entries = await audits(world, 'self-test.publish')
  assert.deepEqual(
    entries.map(({ actor, target }) => [actor, target]),
    [
      ['admin', '2.2.0'],
      ['nurse', '2.1.0'],
    ],
  )
  assert.ok(entries.every(({ changes }) => !('singleAccount' in changes!)))
})

testOnSqlite('what is unsafe is kept as a draft, but not published', async (world) => {
  const { admin, anonymous } = world
  const breaks: [rule: number, path: string, change: (content: SelfTestContent) => unknown][] = [
    [2, 'questions.3.options.0.points', (c) => (optionIn(c, 'b_paper').points = -4)],
    [1, 'flags.2.minLevel', (c) => (c.flags[2]!.minLevel = 'routine')],
    [1, 'questions.3.options.2', (c) => (c.rules[1]!.level = 'soon')],
    [4, 'levels.0.zh.body', (c) => (c.levels[0]!.zh.body = '您很健康，请放心。')],
    [5, 'questions.7.options', (c) => c.questions[7]!.options.pop()],
    [2, 'rules.0.when', (c) => Object.assign(c.rules[0]!, { when: { not: { flag: 'bleed' } } })],
    [3, 'disclaimer.zh', (c) => (c.disclaimer.zh = '仅供参考')],
    [6, 'tests.0', (c) => (c.tests[0]!.score = 1)],
  ]
  for (const [rule, path, change] of breaks) {
    const content = changed(change)
    await admin.call(saveDraft, { body: content })
    const refused = await admin.send(publish, approval)
    assert.deepEqual([refused.status, refused.message], [400, '问卷未通过安全检查'], path)
    const { faults } = refused.data as unknown as {
      faults: { rule: number; path: string; message: string }[]
    }
    assert.ok(
      faults.some((one) => one.rule === rule && one.path === path && one.message),
      JSON.stringify(faults),
    )
    assert.deepEqual((await admin.call(check)).faults, faults)
    assert.deepEqual((await admin.call(check, { body: content })).faults, faults)
  }
  const { tests } = await admin.call(check)
  assert.deepEqual(tests[0], {
    expected: { level: 'none', score: 1, department: '' },
    got: { level: 'none', score: 0, department: '' },
  })
  assert.deepEqual(await admin.call(check, { body: copy() }), {
    faults: [],
    tests: defaultSelfTest.tests.map(({ choices: _, ...expected }) => ({ expected, got: expected })),
  })
  assert.deepEqual(await anonymous.call(read), defaultSelfTest)

  // The only account there is may publish what it wrote, and the log says so.
  const without = changed(({ questions, tests }) => {
    questions[2]!.options.push({ id: 's_other', zh: '其他', en: 'Other', points: 0 })
    tests.pop()
  })
  await admin.call(saveDraft, { body: without })
  await admin.call(publish, approval)
  const [entry] = await audits(world, 'self-test.publish')
  assert.deepEqual(entry!.changes!['singleAccount'], [null, true])
  await admin.call(saveDraft, { body: copy() })
  await admin.call(publish, approval)
  await admin.call(saveDraft, { body: without })
  const reused = await admin.send(publish, approval)
  assert.deepEqual((reused.data as unknown as { faults: unknown }).faults, [
    { rule: 5, path: 'questions.2.options.2.id', message: '编号 s_other 已被删除 不能再用' },
  ])

  for (const [body, message] of [
    [{ ...copy(), questions: [{}] }, 'questions 格式不正确'],
    [{ ...copy(), rules: 'none' }, 'rules 格式不正确'],
    [{ ...copy(), always: { zh: '这不是诊断' } }, 'always 格式不正确'],
    [{ ...copy(), tests: Array(201).fill(copy().tests[0]) }, 'tests 不超过 200 项'],
    [[], '请求体格式错误'],
  ] as [SelfTestContent, string][]) {
    await admin.refused(saveDraft, { body }, 400, message)
    await admin.refused(check, { body }, 400, message)
  }
})

const answered = (document: SelfTestDocument, ids: string, claims: Record<string, unknown> = {}) => {
  const questionnaire = selfTestQuestionnaire(
    document,
    choicesOf(document, ids.split(' '))!,
    '2026-01-01T08:00:00.000Z',
  )
  return lead({ score: questionnaire.total, questionnaire: { ...questionnaire, ...claims } })
}

testOnBoth('the service finds the level of a lead by itself, whatever the client claims', async (world) => {
  const { admin, anonymous, clock } = world
  const submit = async (body: ReturnType<typeof lead>) => {
    clock.ahead += 1000
    return (await anonymous.call(api.leads.submit, { body })).id
  }
  const inOrder = async (query: Record<string, string>) =>
    (await admin.call(api.leads.list, { query })).list.map(({ id }) => id)
  const read = (id: string) => admin.call(api.leads.detail, { params: { id } })

  const old = await submit(lead())
  const soon = await submit(answered(defaultSelfTest, 'now_none a40 b_paper m_none'))
  const forged = await submit(
    answered(defaultSelfTest, 'now_none a18', { level: 'emergency', flags: ['dark'] }),
  )
  const hidden = await submit(answered(defaultSelfTest, 'now_pain', { level: 'none', flags: [], rules: [] }))
  const unknown: Record<string, unknown>[] = [
    { version: '7.0.0' },
    { version: 'latest' },
    { version: 2 },
    { choices: { age: ['a99'] } },
    { choices: ['a40'] },
    { choices: { age: 'a40' } },
    { choices: { constructor: [] } },
  ]
  const without = [old]
  for (const claims of unknown)
    without.push(await submit(answered(defaultSelfTest, 'now_bleed', { ...claims, level: 'emergency' })))

  assert.deepEqual(await inOrder({ order: 'urgency' }), [hidden, soon, forged, ...without.toReversed()])
  assert.deepEqual(await inOrder({ level: 'emergency' }), [hidden])
  assert.deepEqual(await inOrder({ level: 'none,soon' }), [forged, soon])
  assert.deepEqual(await inOrder({ level: 'soon,emergency', order: 'urgency' }), [hidden, soon])
  assert.deepEqual(await inOrder({ level: 'soon,none', order: 'urgency', source: 'self-test', limit: '1' }), [
    soon,
  ])
  assert.deepEqual(await inOrder({ level: 'urgent' }), [])
  const badLevel = 'level 仅支持:none / routine / soon / urgent / emergency'
  await admin.refused(api.leads.list, { query: { level: 'soon,high' } }, 400, badLevel)
  await admin.refused(
    api.leads.list,
    { query: { order: 'level' as 'urgency' } },
    400,
    'order 仅支持:newest / score / urgency / due',
  )

  const two = { ids: `${soon},${old}` }
  assert.deepEqual(await inOrder({ ...two, flag: 'mass,bleed' }), [soon])
  assert.deepEqual(await inOrder({ ...two, flag: 'b_eed' }), [], 'no sign stands for another')
  assert.deepEqual(await inOrder({ ...two, minScore: '45' }), [soon])
  assert.deepEqual(await inOrder({ ...two, minScore: '46' }), [])
  const badFlag = { query: { flag: 'bleed,"' } }
  await admin.refused(api.leads.list, badFlag, 400, 'flag 需为 1-20 个标记编号,以逗号分隔')
  const badScore = { query: { minScore: '101' } }
  await admin.refused(api.leads.list, badScore, 400, 'minScore 需为 0-100 的整数')

  const { list } = await admin.call(api.leads.list, { query: { ids: `${soon},${old}` } })
  assert.deepEqual(
    list.map(({ selfTest }) => selfTest),
    [{ level: 'soon', flags: [{ id: 'bleed', zh: '便血', en: 'bleeding' }] }, undefined],
  )
  const detail = (await read(soon)).selfTest!
  assert.deepEqual(
    [detail.version, detail.score, detail.department, detail.mismatch],
    ['2.0.0', 45, '肛肠', []],
  )
  assert.deepEqual(
    detail.rules.map(({ id, level, sources }) => [id, level, sources.map((source) => source.id)]),
    [['S1', 'soon', ['NG12', 'HRFQ']]],
  )
  assert.deepEqual(
    detail.answers.map(({ id, chosen }) => [id, chosen.map((one) => one.id)]),
    [
      ['now', ['now_none']],
      ['age', ['a40']],
      ['blood', ['b_paper']],
      ['bleed', ['m_none']],
    ],
  )
  const { selfTest, questionnaire } = await read(forged)
  assert.deepEqual([selfTest!.level, selfTest!.flags, selfTest!.mismatch], ['none', [], ['level', 'flags']])
  assert.equal(questionnaire['level'], 'emergency', 'what was sent is kept as it was sent')
  assert.deepEqual((await read(hidden)).selfTest!.mismatch, ['level', 'flags', 'rules'])
  for (const id of without) assert.ok(!('selfTest' in (await read(id))))

  const told = (record: string) => lineFor(world.db, { type: 'lead.created', record, data: '{}' }, undefined)
  assert.match(await told(hidden), /^请尽快联系,新线索:张\*\* 139\*{4}\d{4} 自测 急诊$/)
  assert.match(await told(old), / 自测 0 分$/)

  // A later version, in which the same answer means more, leaves what was found by an earlier one.
  const body = changed((content) => {
    content.rules.push({ ...content.rules[2]!, id: 'U9', when: { any: ['a40', 'a50', 'a60', 'a70'] } })
    content.tests = []
  })
  await admin.call(saveDraft, { body })
  const next = await admin.call(publish, approval)
  const urgent = await submit(answered(next, 'now_none a40'))
  const before = await submit(answered(defaultSelfTest, 'now_none a40'))
  assert.equal((await read(urgent)).selfTest!.level, 'urgent')
  assert.equal((await read(before)).selfTest!.level, 'none')
  assert.deepEqual((await inOrder({ order: 'urgency' })).slice(0, 5), [hidden, urgent, soon, before, forged])

  const phone = fakePhone()
  const twice = { ...answered(next, 'now_none a70'), phone }
  const id = await submit(twice)
  await anonymous.refused(api.leads.submit, { body: twice }, 400, '该手机号在同渠道已提交过,请勿重复')
  await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '已联系' } })
  assert.deepEqual(await inOrder({ level: 'urgent' }), [id, urgent])
})

testOnBoth(
  'statistics count levels and answers of all versions by day, and nothing that was not asked',
  async (world) => {
    const { admin, anonymous, clock, time } = world
    const submit = (body: ReturnType<typeof lead>) => anonymous.call(api.leads.submit, { body })
    const countsOf = ({ questions }: SelfTestStatistics, id: string) => {
      const { count, options } = questions.find((one) => one.id === id)!
      return [count, Object.fromEntries(options.filter((one) => one.count).map((one) => [one.id, one.count]))]
    }
    const today = time.dayOf(time.now())
    const none = { none: 0, routine: 0, soon: 0, urgent: 0, emergency: 0 }
    const empty = await admin.call(statistics)
    assert.deepEqual([empty.total, empty.byLevel, empty.versions, empty.questions], [0, none, [], []])
    assert.equal(empty.to, today)
    assert.equal((Date.parse(empty.to) - Date.parse(empty.from)) / 86_400_000, 29)

    await submit(lead())
    await submit(answered(defaultSelfTest, 'now_none a40 b_paper b_mixed m_none', { level: 'none' }))
    const choices = { now: ['now_none'], age: ['a40'], bleed: ['m_loose'] }
    await submit(answered(defaultSelfTest, 'now_none a40', { choices }))
    await submit(answered(defaultSelfTest, 'now_pain', { version: '7.0.0' }))
    const renamed = changed(({ questions }) => {
      questions[1]!.zh = '您的年龄？'
      questions[2]!.options.push({ id: 's_other', zh: '其他', en: 'Other', points: 0 })
    })
    await admin.call(saveDraft, { body: renamed })
    const next = await admin.call(publish, approval)
    await submit(answered(next, 'now_none a18 s_other'))
    await submit(answered(next, 'now_pain'))

    const found = await admin.call(statistics, { query: { from: today, to: today } })
    assert.deepEqual([found.total, found.byLevel], [4, { ...none, none: 2, soon: 1, emergency: 1 }])
    assert.deepEqual(found.versions, [
      { version: '2.1.0', count: 2 },
      { version: '2.0.0', count: 2 },
    ])
    assert.equal(found.questions[1]!.zh, '您的年龄？')
    assert.deepEqual(countsOf(found, 'now'), [4, { now_none: 3, now_pain: 1 }])
    assert.deepEqual(countsOf(found, 'age'), [3, { a18: 1, a40: 2 }])
    assert.deepEqual(countsOf(found, 'sex'), [1, { s_other: 1 }])
    assert.deepEqual(countsOf(found, 'blood'), [1, { b_paper: 1, b_mixed: 1 }])
    assert.deepEqual(countsOf(found, 'bleed'), [1, { m_none: 1 }], 'what was hidden does not count')

    clock.ahead += 2 * 86_400_000
    await submit(answered(next, 'now_none a18'))
    clock.ahead -= 2 * 86_400_000
    assert.equal((await admin.call(statistics)).total, 4)
    assert.equal((await admin.call(statistics, { query: { from: today } })).total, 5)
    const long = { from: '2025-01-01', to: '2026-01-02' }
    await admin.refused(statistics, { query: long }, 400, 'from 到 to 不超过 366 天')
    const bad = 'from 需为 YYYY-MM-DD 格式的有效日期'
    await admin.refused(statistics, { query: { from: 'today' } }, 400, bad)
  },
)
