import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { runCommand, runProgram } from './program.ts'
import { engines, freshEnv, joinWorld, lead, password, startWorld, strictClient } from './world.ts'

for (const engine of engines) {
  test(`migrate, seed and demo can be run again and say what they did [${engine}]`, async (t) => {
    const env = await freshEnv(t, engine)
    for (const [command, first, again] of [
      ['migrate', '数据库结构已是最新', '数据库结构已是最新'],
      ['seed', '已写入初始内容', '已有内容，未作改动'],
      ['demo', '已写入演示数据：线索 1000 条', '演示数据已存在，未作改动'],
    ] as const) {
      const ended = [await runCommand(t, env, command), await runCommand(t, env, command)]
      for (const [time, { code, stdout, stderr }] of ended.entries()) {
        assert.deepEqual([code, stderr], [0, ''], command)
        assert.ok(stdout.includes([first, again][time]!), stdout)
      }
    }
    const { admin } = await joinWorld(t, env)
    const leads = await admin.call(api.leads.list)
    assert.equal(leads.total, 1000)
    const { total, byStatus, byDepartment } = await admin.call(api.appointments.stats)
    assert.ok(total > 1000 && Object.values({ ...byStatus, ...byDepartment }).every((count) => count > 20))
    const oldest = await admin.call(api.leads.list, { query: { offset: '999' } })
    const days = (Date.parse(leads.list[0]!.createdAt) - Date.parse(oldest.list[0]!.createdAt)) / 86_400_000
    assert.ok(days > 80 && days < 92, `spread over ${days} days`)
    assert.match(leads.list[0]!.phone, /^1390000/)
  })
}

test('accounts are created, listed and given a new password beside a running service', async (t) => {
  const { env, anonymous, url, logIn } = await startWorld(t, 'sqlite')
  const created = await runCommand(t, env, 'admin', 'create', 'nurse', '--nickname', '护士站')
  assert.equal(created.code, 0, created.stderr)
  const madeUp = /shown only once\): (\S+)/.exec(created.stdout)![1]!
  const login = (word: string) =>
    anonymous.send(api.admins.login, { body: { username: 'nurse', password: word } })
  const first = await login(madeUp)
  assert.deepEqual(
    [first.data.admin.nickname, first.data.admin.role, first.data.mustChangePassword],
    ['护士站', 'admin', true],
  )

  const reset = runProgram(t, env, 'admin', 'reset-password', 'nurse', '--password-stdin')
  reset.child.stdin.end('another long password\n')
  assert.deepEqual((await reset.ended).code, 0)
  await strictClient(url, first.data.token).refused(api.admins.me, {}, 401, '未登录或登录已过期')
  assert.equal((await login(madeUp)).status, 401)
  assert.equal((await login('another long password')).data.mustChangePassword, false)
  await logIn()

  const { stdout } = await runCommand(t, env, 'admin', 'list')
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t').slice(1)),
    [
      ['admin', '管理员', 'super'],
      ['nurse', '护士站', 'admin'],
    ],
  )
  assert.ok(!stdout.includes('argon2'))
})

test('hospitals are imported whole or not at all', async (t) => {
  const { env, anonymous } = await startWorld(t, 'sqlite')
  const file = join(env['DATA_DIR']!, 'hospitals.json')
  const write = (content: unknown) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  write([
    { id: 'h-001', name: '新名字' },
    { id: 'h-002', name: '第二家', beds: 5 },
  ])
  const done = await runCommand(t, env, 'hospital', 'import', file)
  assert.deepEqual([done.code, done.stdout], [0, '已导入 2 家医院 · hospitals imported\n'])
  const list = await anonymous.call(api.hospitals.list)
  assert.deepEqual(
    list.map(({ id, name, beds }) => [id, name, beds]),
    [
      ['h-001', '新名字', 0],
      ['h-002', '第二家', 5],
    ],
  )

  for (const [content, complaint] of [
    ['{', '不是有效的 JSON'],
    [[{ id: 'h-003', name: '好' }, { id: 'h-004' }], '第 2 项 · item 2: name 必填'],
    [{ id: 'a b', name: '好' }, 'id 需为'],
    [{ id: 'h-005', name: '好', beds: -1 }, 'beds 需为非负整数'],
    [{ id: 'h-005', name: '好', logo: 'javascript:1' }, 'logo 地址不合法'],
    [[1], '医院需为 JSON 对象'],
  ] as const) {
    write(content)
    const { code, stderr } = await runCommand(t, env, 'hospital', 'import', file)
    assert.equal(code, 1)
    assert.ok(stderr.includes(complaint) && stderr.trim().split('\n').length === 1, stderr)
  }
  assert.equal((await anonymous.call(api.hospitals.list)).length, 2)
})

test('a backup taken while the service runs is restored with every row', async (t) => {
  const { env, anonymous, close } = await startWorld(t, 'sqlite')
  for (let i = 0; i < 20; i++) await anonymous.call(api.leads.submit, { body: lead() })
  const copy = join(env['DATA_DIR']!, 'copy.db')
  assert.equal((await runCommand(t, env, 'backup', copy)).code, 0)
  const twice = await runCommand(t, env, 'backup', copy)
  assert.deepEqual([twice.code, twice.stderr.includes('已存在，未覆盖')], [1, true])
  await anonymous.call(api.leads.submit, { body: lead({ name: '之后' }) })

  const running = await runCommand(t, env, 'restore', copy)
  assert.deepEqual(
    [running.code, running.stderr.includes('正在使用')],
    [1, true],
    'not while the service runs',
  )
  await close()
  const restored = await runCommand(t, env, 'restore', copy)
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal(readdirSync(env['DATA_DIR']!).filter((name) => name.includes('before-restore')).length, 1)
  const { admin } = await joinWorld(t, env)
  assert.equal((await admin.call(api.leads.list)).total, 20)
})

test('restore takes what a killed service left in its log, and ends all sessions', async (t) => {
  const env = await freshEnv(t, 'sqlite')
  const program = runProgram(t, env, 'serve')
  const url = await program.serving()
  const { token } = await strictClient(url).call(api.admins.login, { body: { username: 'admin', password } })
  for (let i = 0; i < 20; i++) await strictClient(url).call(api.leads.submit, { body: lead() })
  program.child.kill('SIGKILL')
  await program.ended
  const source = join(env['DATA_DIR']!, 'zhenyue.db')
  // Left open, as to close it would empty the log.
  const db = new DatabaseSync(source)
  t.after(() => db.close())
  db.exec(`
    INSERT INTO calendars (token_digest, department_name, doctor_id, created_at) VALUES ('x', '胃肠', '', 0);
    INSERT INTO messages (key, kind, phone, appointment_id, status, error, lease, tries, due_at, lease_until, created_at, sent_at)
      VALUES ('booked:x', 'booked', '', 'x', 'queued', '', '', 0, 0, 0, ${Date.now()}, 0),
        ('closed:1:y', 'closed', '', 'y', 'queued', '', '', 0, 0, 0, ${Date.now()}, 0);
    INSERT INTO closure_items (closure_id, appointment_id, slot_id, state, needs_call, note, settled_by, updated_at)
      VALUES (1, 'y', 1, 'open', 0, '', '', 0);
  `)
  assert.ok(existsSync(`${source}-wal`))

  const DATA_DIR = join(env['DATA_DIR']!, 'elsewhere')
  const restored = await runCommand(t, { ...env, DATA_DIR }, 'restore', source)
  assert.equal(restored.code, 0, restored.stderr)
  const world = await joinWorld(t, { ...env, DATA_DIR })
  assert.equal((await world.admin.call(api.leads.list)).total, 20)
  await strictClient(world.url, token).refused(api.admins.me, {}, 401, '未登录或登录已过期')
  assert.deepEqual(await world.admin.call(api.calendars.list), [], 'nor does a revoked feed come back')
  const { list } = await world.admin.call(api.messages.list)
  assert.deepEqual(
    list.map(({ status, error }) => `${status} ${error}`),
    ['unknown restored', 'unknown restored'],
    'it may have been sent since the backup',
  )
  const items = await world.db.selectFrom('closure_items').select('needs_call').execute()
  assert.deepEqual(items, [{ needs_call: 1 }])
})

test('restore refuses what is no intact backup and changes nothing', async (t) => {
  const { env, close, anonymous } = await startWorld(t, 'sqlite')
  await anonymous.call(api.leads.submit, { body: lead() })
  await close()
  const junk = join(env['DATA_DIR']!, 'junk.db')
  writeFileSync(junk, 'not a database at all')
  const another = (name: string, change: (db: DatabaseSync) => void) => {
    const file = join(env['DATA_DIR']!, name)
    copyFileSync(join(env['DATA_DIR']!, 'zhenyue.db'), file)
    const db = new DatabaseSync(file)
    change(db)
    db.close()
    return file
  }
  const foreign = another('foreign.db', (db) => db.exec('PRAGMA application_id = 7'))
  const newer = another('newer.db', (db) =>
    db.exec("INSERT INTO migrations SELECT '9999-later', timestamp FROM migrations LIMIT 1"),
  )
  for (const [file, complaint] of [
    [junk, '不是完好的诊约备份'],
    [join(env['DATA_DIR']!, 'none.db'), '不存在'],
    [foreign, '不是完好的诊约备份'],
    [newer, '比程序新'],
  ] as const) {
    const { code, stderr } = await runCommand(t, env, 'restore', file)
    assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1])
    assert.ok(stderr.includes(complaint), stderr)
  }
  assert.ok(!readdirSync(env['DATA_DIR']!).some((name) => /incoming|before-restore/.test(name)))
  const { admin } = await joinWorld(t, env)
  assert.equal((await admin.call(api.leads.list)).total, 1)
})

test('for PostgreSQL, backup and restore point to its own tools', async (t) => {
  const env = await freshEnv(t, 'postgres')
  for (const [command, tool] of [
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ] as const) {
    const { code, stderr } = await runCommand(t, env, command, join(env['DATA_DIR']!, 'x'))
    assert.equal(code, 1)
    assert.ok(stderr.includes(tool))
  }
  assert.ok(!existsSync(join(env['DATA_DIR']!, 'x')))
})

test('every command explains itself and refuses nonsense in clear words', async (t) => {
  const env = await freshEnv(t, 'sqlite')
  for (const command of [
    [],
    ['serve'],
    ['migrate'],
    ['seed'],
    ['demo'],
    ['admin'],
    ['admin', 'create'],
    ['admin', 'reset-password'],
    ['admin', 'list'],
    ['hospital', 'import'],
    ['backup'],
    ['restore'],
  ]) {
    const { code, stdout } = await runCommand(t, env, ...command, '--help')
    assert.equal(code, 0)
    assert.match(stdout, /^Usage: zhenyue.*\n\n.*\p{Script=Han}.* · /u, command.join(' '))
  }
  for (const [args, complaint] of [
    [['nonsense'], 'unknown command'],
    [['backup'], "missing required argument 'file'"],
    [['backup', join(env['DATA_DIR']!, 'x.db')], '不存在'],
    [['admin', 'create', 'a b'], '用户名需为'],
    [['admin', 'create', 'x', '--role', 'god'], '--role 仅支持'],
    [['admin', 'reset-password', 'nobody'], '账号 nobody 不存在'],
    [['hospital', 'import', 'none.json'], '无法读取'],
  ] as const) {
    const { code, stderr } = await runCommand(t, env, ...args)
    assert.equal(code, 1, args.join(' '))
    assert.ok(stderr.includes(complaint), stderr)
    assert.ok(!/\n\s+at /.test(stderr), 'no stack')
  }
  const alone = await runCommand(t, env, 'nonsense')
  assert.deepEqual([alone.code, alone.stdout], [1, ''])
  assert.match(alone.stderr, /unknown command 'nonsense'\n\nUsage: zhenyue/)
  const short = runProgram(t, env, 'admin', 'create', 'x', '--password-stdin')
  short.child.stdin.end('1234567\n')
  assert.ok((await short.ended).stderr.includes('密码至少 8 位'))
  assert.notEqual(password.length, 7)
})
