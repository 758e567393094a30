import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type AuditEntry } from '@zhenyue/contract'
import { sql } from 'kysely'
import { readConfig } from '../src/config.ts'
import { purgeSecurityLog } from '../src/security-log/store.ts'
import { runCommand } from './program.ts'
import { booking, lead, strictClient, testOnBoth, testOnSqlite, type World } from './world.ts'

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

testOnSqlite('audit verify finds an edited row, a missing one, and a missing end', async (world, t) => {
  const { admin, db, env } = world
  for (let i = 0; i < 4; i++) await admin.call(api.banners.create, { body: { title: `横幅 ${i}` } })
  const verify = () => runCommand(t, env, 'audit', 'verify')
  const intact = await runCommand(t, env, 'audit', 'verify')
  assert.equal(intact.code, 0, intact.stderr)
  assert.match(intact.stdout, /^审计日志完整，共 \d+ 条/)

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
      [1, `审计日志不完整：第 ${third.number} 条被改动 · row ${third.number} was edited\n`],
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

testOnSqlite(
  'values that were blanked without an erasure are found, and so is an end that was cut off',
  async (world, t) => {
    const { admin, anonymous, db, env } = world
    const { id } = await anonymous.call(api.leads.submit, { body: lead() })
    await admin.call(api.leads.setRemark, { params: { id }, body: { remark: '将被删除' } })
    await admin.call(api.leads.remove, { params: { id } })
    const { id: visit } = await anonymous.call(api.appointments.create, { body: booking() })
    await admin.call(api.appointments.confirm, { params: { id: visit } })
    const verify = (...args: string[]) => runCommand(t, env, 'audit', 'verify', ...args)
    assert.equal((await verify()).code, 0, 'a deletion explains what it blanked')

    const rows = await db.selectFrom('audit').selectAll().orderBy('number').execute()
    const last = rows.at(-1)!
    const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
    assert.equal((await verify('--head', last.hash)).code, 0)
    const change = (values: object, number: number) =>
      db.updateTable('audit').set(values).where('number', '=', number).execute()
    await change({ changes: null, salt: null, person: null }, last.number)
    assert.match((await verify()).stderr, new RegExp(`第 ${last.number} 条的内容被清空，没有清除记录`))
    await change(last, last.number)

    const deletion = rows.find(({ action }) => action === 'lead.delete')!
    await change({ blanked: JSON.stringify([last.number]) }, deletion.number)
    assert.match((await verify()).stderr, new RegExp(`第 ${deletion.number} 条被改动`))
    await change(deletion, deletion.number)

    const before = rows.at(-2)!
    await db.deleteFrom('audit').where('number', '=', last.number).execute()
    await db.updateTable('audit_head').set({ number: before.number, hash: before.hash }).execute()
    assert.equal((await verify()).code, 0, 'nothing in the database tells')
    assert.match((await verify('--head', last.hash)).stderr, /没有 --head 所指的一条/)
    await db.insertInto('audit').values(last).execute()
    await db.updateTable('audit_head').set(head).execute()

    const rotated = { ...env, AUDIT_KEY: 'a new key of the audit log, long enough' }
    const unknown = await runCommand(t, rotated, 'audit', 'verify')
    assert.match(unknown.stderr, /第 1 条所用的密钥 [\w-]{8} 未提供 · row 1 was made/)
    const [key] = readConfig(env).database.auditKeys
    const former = env['DATABASE_URL'] === undefined ? Buffer.from(key).toString() : env['JWT_SECRET']!
    const given = { ...rotated, AUDIT_KEYS_FORMER: former }
    assert.equal((await runCommand(t, given, 'admin', 'create', 'after')).code, 0)
    const mixed = await runCommand(t, given, 'audit', 'verify')
    assert.equal(mixed.code, 0, mixed.stderr)
  },
)

testOnSqlite(
  'failed logins, refused permissions and whole phone numbers are counted by the minute',
  async (world) => {
    const { admin, anonymous, url, clock } = world
    // Not across the end of a minute.
    clock.ahead = 60_000 - ((Date.now() + 30_000) % 60_000)
    const nurse = { username: 'nurse', password: 'a colleague has this' }
    await admin.call(api.accounts.create, { body: nurse })
    const { token } = await anonymous.call(api.admins.login, { body: nurse })
    const staff = strictClient(url, token)
    const wrong = (username: string) =>
      anonymous.refused(
        api.admins.login,
        { body: { username, password: 'wrong one' } },
        401,
        '用户名或密码错误',
      )
    await wrong('nurse')
    await wrong('nurse')
    await wrong('typed-a-password-here')
    for (let i = 0; i < 3; i++) await staff.refused(api.audit.list, {}, 403, '无权限')
    const phone = '13900009999'
    const { id } = await anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) })
    await anonymous.call(api.appointments.list, { query: { phone } })
    await staff.call(api.appointments.list, { query: { masked: 'true' } })
    await staff.call(api.appointments.list)
    await staff.call(api.appointments.detail, { params: { id } })
    await staff.call(api.appointments.staffList)
    await staff.call(api.leads.list)
    await (await staff.open(api.leads.export)).text()

    const rowsOf = async () => (await admin.call(api.securityLog.list)).list
    const countOf = (some: { count: number }[]) => some.reduce((sum, { count }) => sum + count, 0)
    let rows = await rowsOf()
    for (let tries = 0; tries < 40 && countOf(rows) < 11; tries++) {
      await sleep(100)
      rows = await rowsOf()
    }
    assert.deepEqual(
      rows.map(({ kind, username, count }) => [kind, username, count]),
      [
        ['login.failed', '', 1],
        ['login.failed', 'nurse', 2],
        ['permission.refused', 'nurse', 3],
        ['phones.read', 'nurse', 5],
      ],
    )
    for (const { at, address } of rows) {
      assert.match(at, /:00$/)
      assert.match(address, /127\.0\.0\.1$/)
    }
    const { total } = await admin.call(api.securityLog.list, {
      query: { kind: 'login.failed', username: 'nurse' },
    })
    assert.equal(total, 1)
    await staff.refused(api.securityLog.list, {}, 403, '无权限')
    await staff.refused(api.securityLog.list, {}, 403, '无权限')
    await purgeSecurityLog(world.db, world.time.now() - 60_000)
    assert.ok((await rowsOf()).length >= 4)
    await purgeSecurityLog(world.db, world.time.now() + 60_000)
    assert.deepEqual(await rowsOf(), [])
  },
)

testOnSqlite('what the security log cannot write at first is kept and written later', async (world) => {
  const { admin, anonymous, db } = world
  const wrongLogin = () =>
    anonymous.send(api.admins.login, { body: { username: 'admin', password: 'not the password' } })
  await sql`alter table security_log rename to out_of_reach`.execute(db)
  await wrongLogin()
  await admin.call(api.leads.list)
  await sleep(1500)
  await wrongLogin()
  await sql`alter table out_of_reach rename to security_log`.execute(db)

  const rowsOf = async () => (await admin.call(api.securityLog.list)).list
  const countOf = async () => (await rowsOf()).reduce((sum, { count }) => sum + count, 0)
  for (let tries = 0; tries < 50 && (await countOf()) < 3; tries++) await sleep(100)
  const counts = { 'login.failed': 0, 'phones.read': 0, 'permission.refused': 0 }
  for (const { kind, count } of await rowsOf()) counts[kind] += count
  assert.deepEqual(counts, { 'login.failed': 2, 'phones.read': 1, 'permission.refused': 0 })
})
