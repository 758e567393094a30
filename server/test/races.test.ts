import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { api } from '@zhenyue/contract'
import { booking, freshEnv, joinWorld, lead, password, startWorld, testOnBoth, type World } from './world.ts'

const apt = api.appointments
const to = (id: string) => ({ params: { id } })

async function startTwo(t: TestContext, env: Record<string, string> = {}) {
  const first = await startWorld(t, 'postgres', env)
  return [first, await joinWorld(t, first.env)] as const
}

const testOnTwo = (
  name: string,
  body: (first: World, second: World) => Promise<void>,
  env: Record<string, string> = {},
) => test(`${name} [two instances]`, async (t) => body(...(await startTwo(t, env))))

/** On one instance of each engine, and with the requests dealt out to two on PostgreSQL. */
function testRace(name: string, body: (at: (turn: number) => World) => Promise<void>) {
  testOnBoth(name, (world) => body(() => world))
  testOnTwo(name, (...worlds) => body((turn) => worlds[turn % 2]!))
}

const times = <T>(count: number, make: (turn: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))

testRace('of 120 submissions at once one is kept, and each of the others refused', async (at) => {
  const body = lead({ source: 'home' })
  const replies = await Promise.all(times(120, (turn) => at(turn).anonymous.send(api.leads.submit, { body })))
  const refusals = replies.filter(({ code }) => code !== 0)
  assert.equal(refusals.length, 119)
  for (const { status, message } of refusals) {
    assert.deepEqual([status, message], [400, '该手机号在同渠道已提交过,请勿重复'])
  }
  const { list, total } = await at(1).admin.call(api.leads.list, { query: { phone: body.phone } })
  assert.equal(total, 1)
  assert.equal(list[0]!.id, replies.find(({ code }) => code === 0)!.data.id)
})

type Step = 'confirm' | 'complete' | 'cancel' | 'remove'
type State = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'gone'

/** What each step says in each state, were it alone. Those in `success` lead on. */
const says: Record<Exclude<State, 'gone'>, Record<Exclude<Step, 'remove'>, string>> = {
  pending: { confirm: '已确认', complete: '仅已确认的预约可完成', cancel: '已取消' },
  confirmed: { confirm: '仅待确认的预约可确认', complete: '已完成', cancel: '已取消' },
  completed: {
    confirm: '仅待确认的预约可确认',
    complete: '仅已确认的预约可完成',
    cancel: '已完成的预约不能取消',
  },
  cancelled: { confirm: '已取消的预约不能确认', complete: '已取消的预约不能完成', cancel: '预约已取消' },
}
const success: Record<string, State> = {
  已确认: 'confirmed',
  已完成: 'completed',
  已取消: 'cancelled',
  删除成功: 'gone',
}

function answerTo(step: Step, state: State): string {
  if (state === 'gone') return '预约不存在'
  return step === 'remove' ? '删除成功' : says[state][step]
}

type Answer = [step: Step, message: string]

/** Whether the steps, taken one after another in some order, would have been answered so and ended there. */
function isSerial(state: State, answers: Answer[], end: State): boolean {
  if (answers.length === 0) return state === end
  return answers.some(
    ([step, message], i) =>
      answerTo(step, state) === message && isSerial(success[message] ?? state, answers.toSpliced(i, 1), end),
  )
}

test('the judge of histories knows lawful from unlawful', () => {
  const confirmed: Answer = ['confirm', '已确认']
  const cancelled: Answer = ['cancel', '已取消']
  assert.ok(isSerial('pending', [cancelled, confirmed], 'cancelled'))
  assert.ok(isSerial('pending', [confirmed, ['complete', '仅已确认的预约可完成']], 'confirmed'))
  assert.ok(!isSerial('pending', [confirmed, confirmed], 'confirmed'), 'two winners')
  assert.ok(!isSerial('pending', [cancelled, confirmed], 'confirmed'), 'a winner undone')
  assert.ok(!isSerial('pending', [confirmed, ['cancel', '预约已取消']], 'confirmed'), 'lawful, yet refused')
})

const shuffled = <T>(items: T[]) =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)

testRace('racing steps end as if they had come one after another', async (at) => {
  const twice: Step[] = ['confirm', 'complete', 'cancel', 'confirm', 'complete', 'cancel']
  const draws: [start: State, steps: Step[]][] = [
    ['pending', twice],
    ['confirmed', twice],
    ['pending', ['confirm', 'cancel']],
    ['pending', ['confirm', 'complete', 'confirm', 'complete']],
    ['confirmed', ['complete', 'cancel']],
    ['confirmed', [...twice, 'remove']],
  ]
  const outcomes = new Set<string>()
  for (const [start, steps] of times(8, () => draws).flat()) {
    const { id } = await at(0).anonymous.call(apt.create, { body: booking() })
    if (start === 'confirmed') await at(0).admin.call(apt.confirm, to(id))
    const sent = shuffled(steps).map(async (step, turn): Promise<Answer> => {
      const { message } = await at(turn).admin.send(apt[step], to(id))
      return [step, message]
    })
    // A remark written meanwhile neither gets lost nor undoes a step.
    const remark = at(1).admin.send(apt.setRemark, { ...to(id), body: { remark: '改约' } })
    const answers = await Promise.all(sent)
    const written = (await remark).code === 0
    const { code, data } = await at(1).admin.send(apt.detail, to(id))
    const end = code === 0 ? data.status : 'gone'
    assert.ok(isSerial(start, answers, end), JSON.stringify({ start, answers, end }))
    if (code === 0) assert.deepEqual([written, data.remark], [true, '改约'])
    outcomes.add(`${start} ${end}`)
  }
  assert.ok(outcomes.size > 2, 'the races had more than one winner')
})

testRace('home updates at once all take effect', async (at) => {
  for (let round = 0; round < 12; round++) {
    const title = `标题 ${round}`
    const subtitle = `副标题 ${round}`
    const features = [{ icon: '🩺', title, link: '/pages/test' }]
    const texts = [`公告 ${round}`]
    const replies = await Promise.all([
      at(0).admin.call(api.home.updateHero, { body: { title } }),
      at(1).admin.call(api.home.replaceFeatures, { body: features }),
      at(1).admin.call(api.home.updateHero, { body: { subtitle } }),
      at(0).admin.call(api.home.updateInfoBanner, { body: { texts } }),
    ])
    assert.deepEqual([replies[0].hero.title, replies[1].features], [title, features])
    for (const turn of [0, 1]) {
      const { hero, infoBanner, ...home } = await at(turn).anonymous.call(api.home.read)
      assert.deepEqual([hero.title, hero.subtitle], [title, subtitle])
      assert.deepEqual([home.features, infoBanner.texts], [features, texts])
    }
  }
})

testOnTwo('a password change ends the other sessions at once on both', async (first, second) => {
  const { me, changePassword, login } = api.admins
  const others = [await first.logIn(), second.admin]
  const on = ({ url }: World, token: string) =>
    fetch(url + me.path, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)
  const statuses = (tokens: string[]) =>
    Promise.all([first, second].flatMap((world) => tokens.map((token) => on(world, token))))
  const tokens = [first.admin, ...others].map(({ token }) => token)
  assert.deepEqual(await statuses(tokens), Array(6).fill(200))

  const newPassword = 'another horse battery'
  await first.admin.call(changePassword, { body: { oldPassword: password, newPassword } })
  assert.deepEqual(await statuses(tokens), [200, 401, 401, 200, 401, 401])
  await second.admin.refused(me, {}, 401, '未登录或登录已过期')
  for (const { anonymous } of [first, second]) {
    await anonymous.refused(login, { body: { username: 'admin', password } }, 401, '用户名或密码错误')
    await anonymous.call(login, { body: { username: 'admin', password: newPassword } })
  }
})

testOnTwo('content changed on one is fresh on the other', async (first, second) => {
  const bodies = { experts: { name: '新' }, banners: { title: '新' }, images: { image: '/media/new.svg' } }
  for (const [kind, body] of Object.entries(bodies)) {
    const { list, create, update, remove } = api[kind as 'experts']
    const seen = async () => {
      const { data, headers } = await second.anonymous.send(list)
      return { tag: headers.get('etag')!, items: data }
    }
    const before = await seen()
    const { id } = await first.admin.call(create, { body: body as never })
    const headers = { 'if-none-match': before.tag }
    const { data } = await second.anonymous.send(list, { headers })
    assert.ok(data.some((item) => item.id === id))
    await first.admin.call(update, { ...to(id), body: { sort: -7 } })
    assert.deepEqual([(await seen()).items[0]!.id, (await seen()).items[0]!.sort], [id, -7])
    await first.admin.call(remove, to(id))
    assert.deepEqual(await seen(), before)
  }
  await second.anonymous.call(api.home.read)
  await first.admin.call(api.home.updateHero, { body: { title: '新标题' } })
  assert.equal((await second.anonymous.call(api.home.read)).hero.title, '新标题')
})

const tooMany = '请求过于频繁,请稍后再试'

testOnTwo(
  'ten failed logins, wherever they were made, are the limit on both',
  async (...worlds) => {
    const tryAs = (username: string, turn: number, secret = 'wrong') =>
      worlds[turn % 2]!.anonymous.send(api.admins.login, { body: { username, password: secret } })

    for (let turn = 0; turn < 10; turn++) {
      const { status, message } = await tryAs('admin', turn)
      assert.deepEqual([status, message], [401, '用户名或密码错误'])
    }
    for (const turn of [0, 1]) {
      const { status, message, headers } = await tryAs('admin', turn, password)
      assert.deepEqual([status, message], [429, tooMany])
      const seconds = Number(headers.get('retry-after'))
      assert.ok(Number.isInteger(seconds) && seconds > 840 && seconds <= 900, `Retry-After: ${seconds}`)
    }
    const statuses = await Promise.all(times(20, async (turn) => (await tryAs('nobody', turn)).status))
    assert.deepEqual(statuses.sort(), [...Array(10).fill(401), ...Array(10).fill(429)])

    for (const { clock } of worlds) clock.ahead = 15 * 60_000 + 1000
    assert.equal((await tryAs('admin', 1, password)).status, 200)
  },
  { RATE_LIMITS: 'on' },
)

test('four instances starting at once on an empty database all come up', async (t) => {
  const env = await freshEnv(t, 'postgres')
  // Settled, so that where one fails the others are still closed.
  const starts = await Promise.allSettled(times(4, () => joinWorld(t, env)))
  const worlds = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []))
  assert.equal(worlds.length, 4)
  const rows = { home: 1, admins: 1, experts: 6, hospitals: 1 }
  for (const [table, count] of Object.entries(rows)) {
    const found = await worlds[0]!.db
      .selectFrom(table as 'home')
      .selectAll()
      .execute()
    assert.equal(found.length, count, table)
  }
  const seen = await Promise.all(worlds.map(({ anonymous }) => anonymous.call(api.experts.list)))
  for (const experts of seen) assert.deepEqual(experts, seen[0])
  for (const { admin } of worlds) assert.equal((await admin.call(api.admins.me)).username, 'admin')
})
