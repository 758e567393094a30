import assert from 'node:assert/strict'
import { api, type Expert } from '@zhenyue/contract'
import { testOnBoth, testOnSqlite, type World } from './world.ts'

type Operations = typeof api.experts
type Item = Expert & Record<string, unknown>

/** Each kind: the least that a create takes, what it then says of the rest, and the limits of its texts. */
const kinds = {
  images: {
    operations: api.images as unknown as Operations,
    prefix: 'img',
    least: { image: '/a.png' },
    rest: { hospitalId: 'h-001', caption: '' },
    limits: { caption: 200 },
    unknown: '医院图片不存在',
  },
  experts: {
    operations: api.experts,
    prefix: 'exp',
    least: { name: '华佗' },
    rest: { title: '', avatar: '', department: '', intro: '' },
    limits: { name: 50, title: 50, department: 50, intro: 2000 },
    unknown: '专家不存在',
  },
  banners: {
    operations: api.banners as unknown as Operations,
    prefix: 'ban',
    least: { title: '标题' },
    rest: { subtitle: '', image: '', link: '' },
    limits: { title: 50, subtitle: 50 },
    unknown: '轮播图不存在',
  },
}
type Kind = keyof typeof kinds

/** What staff and visitors do with one kind of content. */
function deskOf({ admin, anonymous }: World, kind: Kind) {
  const { operations, least } = kinds[kind]
  const detail = async (id: string) => (await anonymous.call(operations.detail, { params: { id } })) as Item
  return {
    ...kinds[kind],
    detail,
    list: async (query: object = {}) => (await anonymous.call(operations.list, { query })) as Item[],
    create: async (body: object = {}) =>
      (await admin.call(operations.create, { body: { ...least, ...body } as never })) as Item,
    update: async (id: string, body: object) =>
      (await admin.call(operations.update, { params: { id }, body: body as never })) as Item,
    refusesCreate: (body: unknown, message: string) =>
      admin.refused(operations.create, { body: body as never }, 400, message),
    async refusesUpdate(id: string, body: object, message: string) {
      const before = await detail(id)
      await admin.refused(operations.update, { params: { id }, body: body as never }, 400, message)
      assert.deepEqual(await detail(id), before)
    },
  }
}
const desks = (world: World) => (Object.keys(kinds) as Kind[]).map((kind) => deskOf(world, kind))
const nulls = (item: object) => Object.fromEntries(Object.keys(item).map((key) => [key, null]))
const ownFields = { id: 'x', createdAt: 'x', updatedAt: 'x', unknown: {} }

testOnBoth('a create answers the whole object with its defaults, as do detail and list', async (world) => {
  const now = () => world.time.show(world.time.now())
  for (const { create, detail, list, least, rest, prefix } of desks(world)) {
    const defaults = { ...rest, sort: 0, enabled: true }
    for (const body of [{}, nulls(defaults), ownFields]) {
      const from = now()
      const item = await create(body)
      const { id, createdAt } = item
      assert.deepEqual(item, { ...least, ...defaults, id, createdAt, updatedAt: createdAt })
      assert.match(id, new RegExp(`^${prefix}-[1-9]\\d*$`))
      assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      assert.ok(from <= createdAt && createdAt <= now())
      assert.deepEqual(await detail(id), item)
      assert.ok((await list()).some((one) => one.id === id))
    }
  }
})

testOnBoth('lists go by sort, then creation, then id', async (world) => {
  for (const { create, list } of desks(world)) {
    const createAt = async (sort: number, ahead: number) => {
      world.clock.ahead = ahead
      return (await create({ sort })).id
    }
    const late = await createAt(1000, 9_000_000)
    const early = await createAt(1000, 0)
    const first = await createAt(-5, 9_000_000)
    const together = []
    for (let i = 0; i < 12; i++) together.push(await createAt(2000, 0))
    for (const table of ['hospital_images', 'experts', 'banners'] as const) {
      await world.db.updateTable(table).set({ created_at: 5 }).where('sort', '=', 2000).execute()
    }
    const ids = (await list()).map(({ id }) => id)
    assert.equal(ids[0], first)
    assert.deepEqual(ids.slice(-14), [early, late, ...together])
  }
})

testOnBoth('enabled filters the lists by true or false and nothing else', async (world) => {
  for (const { create, detail, list, operations } of desks(world)) {
    const shown = await list()
    const hidden = await create({ enabled: false, sort: 1000 })
    assert.deepEqual(await list(), [...shown, hidden])
    assert.deepEqual(await list({ enabled: '' }), [...shown, hidden])
    assert.deepEqual(await list({ enabled: 'true' }), shown)
    assert.deepEqual(await list({ enabled: 'false', other: 'x' }), [hidden])
    assert.deepEqual(await detail(hidden.id), hidden)
    for (const enabled of ['1', '0', 'TRUE', 'yes', 'null', ' true']) {
      const query = { enabled } as never
      await world.anonymous.refused(operations.list, { query }, 400, 'enabled 仅支持:true / false')
    }
    const twice = await fetch(`${world.url}${operations.list.path}?enabled=true&enabled=true`)
    assert.deepEqual(await twice.json(), { code: 1, message: 'enabled 参数不能重复' })
  }
})

testOnBoth('an image belongs to a hospital that exists, and hospitalId filters the list', async (world) => {
  const { create, list, least, operations, ...refuses } = deskOf(world, 'images')
  const { id } = await create({ hospitalId: ' h-001 ' })
  const all = await list()
  assert.deepEqual(await list({ hospitalId: 'h-001' }), all)
  assert.deepEqual(await list({ hospitalId: '' }), all)
  for (const hospitalId of ['h-002', 'H-001', '医院', "' or ''='"]) {
    assert.deepEqual(await list({ hospitalId }), [])
    await refuses.refusesCreate({ ...least, hospitalId }, '医院不存在')
    await refuses.refusesUpdate(id, { hospitalId }, '医院不存在')
  }
  const query = { hospitalId: 'a\0b' } as never
  await world.anonymous.refused(operations.list, { query }, 400, 'hospitalId 含有非法字符')
  const twice = await fetch(`${world.url}${operations.list.path}?hospitalId=h-001&hospitalId=h-001`)
  assert.deepEqual(await twice.json(), { code: 1, message: 'hospitalId 参数不能重复' })
  assert.deepEqual(await list(), all)
})

testOnSqlite('what is required is required on create, and cannot be blanked by an update', async (world) => {
  for (const body of [{}, { title: ' ', image: '\u3000' }, { title: null }, { subtitle: '副', link: '/' }]) {
    await deskOf(world, 'banners').refusesCreate(body, '标题或图片至少填写一项')
  }
  for (const [kind, field, message] of [
    ['images', 'image', '图片地址必填'],
    ['experts', 'name', '专家姓名必填'],
  ] as const) {
    const { list, refusesCreate, refusesUpdate } = deskOf(world, kind)
    const { id } = (await list())[0]!
    for (const body of [{}, { title: '主任' }, { [field]: null }]) await refusesCreate(body, message)
    for (const blank of ['', ' \u3000', '\u200b\n\ufeff', 5, false]) {
      await refusesCreate({ [field]: blank }, message)
      await refusesUpdate(id, { [field]: blank }, message)
    }
  }
  for (const { refusesCreate } of desks(world)) {
    for (const body of [null, [], 'text', 5]) await refusesCreate(body, '请求体格式错误')
  }
})

testOnSqlite('texts are trimmed, clean and measured in code points', async (world) => {
  for (const { create, update, refusesCreate, refusesUpdate, least, limits } of desks(world)) {
    const { id } = await create()
    for (const [field, max] of Object.entries(limits)) {
      const tooLong = `${field} 不超过 ${max} 字`
      const longest = '😀'.repeat(max)
      const wrong: [unknown, string][] = [`${longest}a`, 'a'.repeat(max + 1)].map((text) => [text, tooLong])
      if (field !== 'name') wrong.push([5, tooLong], [{}, tooLong])
      for (const bad of ['a\0b', 'a\u001bb', 'a\rb', '\udc00']) wrong.push([bad, `${field} 含有非法字符`])
      for (const [value, message] of wrong) {
        await refusesCreate({ ...least, [field]: value }, message)
        await refusesUpdate(id, { [field]: value }, message)
      }
      assert.equal((await create({ [field]: `\u3000${longest}\u200b` }))[field], longest)
      assert.equal((await update(id, { [field]: ` ${longest}\n` }))[field], longest)
    }
  }
  const { create, detail } = deskOf(world, 'experts')
  const { id } = await create({ intro: '一\r\n\t二\n三' })
  assert.equal((await detail(id)).intro, '一\n\t二\n三')
})

testOnSqlite('a text that begins like a data URL is a text', async (world) => {
  for (const { create, limits } of desks(world)) {
    for (const text of Object.keys(limits)) {
      assert.equal((await create({ [text]: 'Data: 一' }))[text], 'Data: 一')
    }
  }
})

testOnSqlite('sort is an integer and enabled a boolean', async (world) => {
  const wrong = { sort: ['1', 1.5, 1e300, true], enabled: ['true', 1, {}] }
  for (const { create, list, operations, least } of desks(world)) {
    const before = await list()
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const call = { body: { ...least, [field]: value } as never, params: { id: before[0]!.id } }
        for (const write of ['create', 'update'] as const) {
          const { status, message } = await world.admin.send(operations[write] as Operations['update'], call)
          assert.deepEqual([status, message.split(' ')[0]], [400, field])
        }
      }
    }
    assert.deepEqual(await list(), before)
    assert.equal((await create({ sort: -(2 ** 40) })).sort, -(2 ** 40))
  }
})

testOnBoth('an update changes the given fields only; null counts as not given', async (world) => {
  for (const { create, detail, update, limits } of desks(world)) {
    const wanted = await create()
    const texts = Object.keys(limits).map((key) => ({ [key]: '改' }))
    for (const change of [...texts, { sort: -7 }, { enabled: false }, {}]) {
      world.clock.ahead += 2000
      const item = await update(wanted.id, { ...nulls(wanted), ...ownFields, ...change })
      assert.ok(item.updatedAt > wanted.updatedAt)
      Object.assign(wanted, change, { updatedAt: item.updatedAt })
      assert.deepEqual(item, wanted)
      assert.deepEqual(await detail(wanted.id), wanted)
    }
  }
})

testOnBoth('no update leaves a banner without title and image, not even two at once', async (world) => {
  const empty = '标题或图片至少填写一项'
  const { create, update, refusesUpdate, operations } = deskOf(world, 'banners')
  const { id } = await create()
  for (const image of ['', ' ', null]) {
    for (const title of ['', '\u3000']) await refusesUpdate(id, { title, image, sort: 3 }, empty)
  }
  await update(id, { image: '/a.png' })
  await update(id, { title: '' })
  await refusesUpdate(id, { image: '' }, empty)
  await update(id, { title: '标题' })
  await update(id, { image: '' })
  for (let round = 0; round < 10; round++) {
    await update(id, { title: '标题', image: '/a.png' })
    const racing = [{ title: '' }, { image: '' }].map((body) =>
      world.admin.send(operations.update, { params: { id }, body: body as never }),
    )
    const statuses = (await Promise.all(racing)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 400])
  }
})

testOnBoth('a delete answers the id; a deleted, unknown or odd id is a 404', async (world) => {
  const { admin, anonymous } = world
  for (const { create, list, operations, prefix, unknown } of desks(world)) {
    const kept = await list()
    const { id } = await create()
    assert.deepEqual(await admin.call(operations.remove, { params: { id } }), { id })
    const known = kept[0]!.id
    const odd = [known.split('-')[1]!, known.replace(prefix, 'x'), `${known} `, `${known}.0`, `${known}-1`]
    const numbers = ['', '0', '-1', '1e0', '0x1', '01', '9'.repeat(15), '9'.repeat(30), 'a\0b', '一', '%']
    for (const gone of [id, ...odd, ...numbers.map((n) => `${prefix}-${n}`), 'x'.repeat(1500)]) {
      const params = { id: gone }
      await anonymous.refused(operations.detail, { params }, 404, unknown)
      await admin.refused(operations.update, { params, body: { sort: 9 } }, 404, unknown)
      await admin.refused(operations.remove, { params }, 404, unknown)
    }
    const { status } = await admin.send(operations.update, { params: { id }, body: { sort: 'x' as never } })
    assert.equal(status, 400, 'form is judged before existence')
    assert.deepEqual(await list(), kept)
  }
})

testOnBoth('lists and details carry ETags, and a known one is a 304', async (world) => {
  for (const { list, update, operations } of desks(world)) {
    const { path } = operations.list
    const { id } = (await list())[0]!
    for (const [sort, address] of [path, `${path}?enabled=true`, `${path}/${id}`].entries()) {
      const ask = (known: string) => fetch(world.url + address, { headers: { 'if-none-match': known } })
      const tag = (await ask('"other"')).headers.get('etag')!
      for (const known of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
        const answer = await ask(known)
        assert.deepEqual([answer.status, await answer.text(), answer.headers.get('etag')], [304, '', tag])
      }
      await update(id, { sort: -1 - sort })
      assert.equal((await ask(tag)).status, 200)
    }
  }
})

testOnSqlite('writes and refusals tell caches not to store them', async (world) => {
  for (const { list, operations } of desks(world)) {
    const params = { id: (await list())[0]!.id }
    const answers = [
      await world.admin.send(operations.update, { params, body: {} }),
      await world.admin.send(operations.create, { body: {} as never }),
      await world.anonymous.send(operations.detail, { params: { id: 'x' } }),
      await world.anonymous.send(operations.remove, { params }),
    ]
    for (const [index, status] of [200, 400, 404, 401].entries()) {
      const { headers, ...answer } = answers[index]!
      assert.deepEqual([answer.status, headers.get('cache-control')], [status, 'no-store'])
    }
  }
})

testOnSqlite('anyone reads content; only administrators write it, up to 4 MiB at once', async (world) => {
  const { anonymous, admin } = world
  for (const { create, list, operations } of desks(world)) {
    const before = await list()
    const params = { id: before[0]!.id }
    const headers = { authorization: 'Bearer junk' }
    assert.equal((await anonymous.send(operations.list, { headers })).status, 200)
    for (const write of ['create', 'update', 'remove'] as const) {
      const call = { params, body: { sort: 'x' } as never }
      await anonymous.refused(operations[write] as Operations['update'], call, 401, '未登录或登录已过期')
    }
    const padding = (n: number) => ({ padding: 'x'.repeat(n * 1024 * 1024) }) as never
    await admin.refused(operations.create, { body: padding(4) }, 413, '请求体过大')
    await admin.refused(operations.update, { params, body: padding(4) }, 413, '请求体过大')
    assert.deepEqual(await list(), before)
    await create(padding(3.9))
  }
})
