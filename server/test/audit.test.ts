import assert from 'node:assert/strict'
import { api, type AuditEntry } from '@zhenyue/contract'
import { runCommand } from './program.ts'
import { booking, lead, strictClient, testOnBoth, type World } from './world.ts'

/** What was recorded since the world began, without the beginning itself: oldest first. */
async function entries(
  { admin }: World,
  query: Record<string, string> = { actor: 'admin' },
): Promise<AuditEntry[]> {
  const { list } = await admin.call(api.audit.list, { query: { limit: '200', ...query } })
  return list.toReversed().filter(({ action }) => action !== 'session.open')
}

testOnBoth(
  'every change by an administrator is recorded: who, what, to what, from where, when, what changed',
  async (world) => {
    const { admin, anonymous } = world
    const { id } = await anonymous.call(api.leads.submit, { body: lead() })
    await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '已联系' } })
    await admin.call(api.leads.readPhone, { params: { id } })
    await admin.call(api.leads.remove, { params: { id } })
    const visit = (await anonymous.call(api.appointments.create, { body: booking() })).id
    await admin.call(api.appointments.confirm, { params: { id: visit } })
    await admin.call(api.appointments.setRemark, { params: { id: visit }, body: { remark: '带病历' } })
    await admin.call(api.appointments.readPhone, { params: { id: visit } })
    await admin.call(api.appointments.cancel, { params: { id: visit } })
    await admin.call(api.appointments.remove, { params: { id: visit } })
    const expert = await admin.call(api.experts.create, { body: { name: '新专家' } })
    await admin.call(api.experts.update, {
      params: { id: expert.id },
      body: { title: '主任', enabled: false },
    })
    await admin.call(api.experts.remove, { params: { id: expert.id } })
    await admin.call(api.home.updateHero, { body: { title: '新标题' } })
    await admin.call(api.home.updateHero, { body: { bgImage: `/${'长'.repeat(400)}` } })

    const recorded = await entries(world)
    assert.deepEqual(
      recorded.slice(0, -2).map(({ action, target, changes }) => [action, target, changes]),
      [
        ['lead.remark', id, null],
        ['lead.read-phone', id, {}],
        ['lead.delete', id, {}],
        ['appointment.confirm', visit, null],
        ['appointment.remark', visit, null],
        ['appointment.read-phone', visit, {}],
        ['appointment.cancel', visit, null],
        ['appointment.delete', visit, {}],
        [
          'expert.create',
          expert.id,
          {
            name: [null, '新专家'],
            title: [null, ''],
            avatar: [null, ''],
            department: [null, ''],
            intro: [null, ''],
            sort: [null, 0],
            enabled: [null, true],
          },
        ],
        ['expert.update', expert.id, { title: ['', '主任'], enabled: [true, false] }],
        ['expert.delete', expert.id, {}],
      ],
    )
    const [hero] = recorded.slice(-2)
    assert.deepEqual([hero!.action, Object.keys(hero!.changes!)], ['home.update', ['hero']])
    for (const entry of recorded) {
      assert.equal(entry.actor, 'admin')
      assert.match(entry.address, /127\.0\.0\.1$/)
      assert.match(entry.at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
    assert.deepEqual(
      recorded.map(({ number }) => number),
      recorded.map((_, i) => recorded[0]!.number + i),
    )
  },
)

testOnBoth('what is refused, and what patients do, is not recorded', async (world) => {
  const { admin, anonymous } = world
  const before = (await entries(world, {})).length
  const { id } = await anonymous.call(api.appointments.create, { body: booking() })
  await anonymous.call(api.appointments.cancel, { params: { id } })
  await admin.refused(api.appointments.confirm, { params: { id } }, 409, '已取消的预约不能确认')
  await admin.refused(api.leads.remove, { params: { id: 'lead-99' } }, 404, '线索不存在')
  await admin.refused(api.leads.readPhone, { params: { id: 'lead-99' } }, 404, '线索不存在')
  await admin.refused(api.appointments.readPhone, { params: { id: 'apt-0' } }, 404, '预约不存在')
  await admin.refused(api.home.replaceFeatures, { body: 1 as never }, 400, 'features 格式不正确')
  const headers = { 'if-match': '"old"' }
  await admin.refused(api.home.updateHero, { body: {}, headers }, 409, '内容已被他人修改,请刷新后重试')
  assert.equal((await entries(world, {})).length, before)
})

testOnBoth('the log is filtered, paged, newest first, and for the role super alone', async (world) => {
  const { admin, anonymous, url, time } = world
  for (let i = 0; i < 5; i++) await admin.call(api.banners.create, { body: { title: `横幅 ${i}` } })
  const page = await admin.call(api.audit.list, {
    query: { action: 'banner.create', actor: 'admin', limit: '2', offset: '1' },
  })
  assert.deepEqual([page.total, page.limit, page.offset, page.list.length], [5, 2, 1, 2])
  assert.ok(page.list[0]!.number > page.list[1]!.number)
  const today = time.dayOf(time.now())
  const count = async (query: Record<string, string>) => (await admin.call(api.audit.list, { query })).total
  assert.equal(await count({ action: 'banner.create', startDate: today, endDate: today, actor: 'admin' }), 5)
  assert.equal(await count({ endDate: '2000-01-01' }), 0)
  assert.equal(await count({ target: page.list[0]!.target }), 1)
  assert.equal(await count({ actor: 'nobody' }), 0)
  await admin.refused(
    api.audit.list,
    { query: { startDate: 'x' } },
    400,
    'startDate 需为 YYYY-MM-DD 格式的有效日期',
  )

  const nurse = { username: 'nurse', password: 'a colleague has this' }
  await admin.call(api.accounts.create, { body: nurse })
  const { token } = await anonymous.call(api.admins.login, { body: nurse })
  await strictClient(url, token).refused(api.audit.list, {}, 403, '无权限')
})

testOnBoth('audit verify finds an edited row, a missing one, and a missing end', async (world, t) => {
  const { admin, db, env } = world
  for (let i = 0; i < 4; i++) await admin.call(api.banners.create, { body: { title: `横幅 ${i}` } })
  const verify = () => runCommand(t, env, 'audit', 'verify')
  const intact = await verify()
  assert.equal(intact.code, 0, intact.stderr)
  assert.match(intact.stdout, /^审计日志完整,共 \d+ 条/)

  const rows = await db.selectFrom('audit').selectAll().orderBy('number').execute()
  const last = rows.at(-1)!
  const third = rows.at(-3)!
  for (const [column, value] of [
    ['actor', 'someone'],
    ['at', 1],
    ['target', 'ban-9'],
    ['changes', '{}'],
    ['salt', 'x'],
    ['changes', null],
    ['changes_digest', 'x'],
    ['hash', 'x'],
  ] as const) {
    await db
      .updateTable('audit')
      .set({ [column]: value })
      .where('number', '=', third.number)
      .execute()
    const { code, stderr } = await verify()
    assert.deepEqual(
      [code, stderr],
      [1, `审计日志不完整:第 ${third.number} 条被改动 (row ${third.number} was edited)\n`],
    )
    await db.updateTable('audit').set(third).where('number', '=', third.number).execute()
  }
  await db.deleteFrom('audit').where('number', '=', third.number).execute()
  assert.match((await verify()).stderr, new RegExp(`第 ${third.number} 条缺失`))
  await db.insertInto('audit').values(third).execute()
  await db.deleteFrom('audit').where('number', '=', last.number).execute()
  assert.match((await verify()).stderr, new RegExp(`第 ${last.number - 1} 条之后缺失`))
  await db.insertInto('audit').values(last).execute()
  assert.equal((await verify()).code, 0)
})

testOnBoth('changes made at once are all recorded, in one chain', async (world, t) => {
  const { admin, env } = world
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => admin.call(api.banners.create, { body: { title: `横幅 ${i}` } })),
  )
  assert.equal((await entries(world, { action: 'banner.create', actor: 'admin' })).length, 40)
  assert.equal((await runCommand(t, env, 'audit', 'verify')).code, 0)
})
