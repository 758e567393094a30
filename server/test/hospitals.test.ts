import assert from 'node:assert/strict'
import { api, type HospitalImport } from '@zhenyue/contract'
import { atTerminal } from '../src/db/audit.ts'
import { saveHospitals } from '../src/hospitals/store.ts'
import { joinWorld, strictClient, testOnBoth, testOnSqlite, type World } from './world.ts'

const detail = ({ anonymous }: World, id: string) => anonymous.call(api.hospitals.detail, { params: { id } })

const second: HospitalImport = {
  id: 'a-first-by-name',
  name: '第二医院',
  level: '三级甲等',
  address: '示例路 1 号',
  phone: '010-0000-0001',
  intro: '简介',
  description: '第一段\n第二段',
  banner: '/media/hospital-2.svg',
  logo: '',
  established: '1999',
  departments: 0,
  doctors: 3,
  beds: 100_000,
}

testOnBoth('hospitals are listed and read with every field, times in ISO 8601', async (world) => {
  const { anonymous, db, time, clock } = world
  const before = time.now()
  await saveHospitals(db, time, [second], atTerminal)
  const list = await anonymous.call(api.hospitals.list)
  assert.deepEqual(
    list.map(({ id }) => id),
    ['h-001', second.id],
  )
  const { createdAt, updatedAt, ...rest } = list[1]!
  assert.deepEqual(rest, second)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(Date.parse(createdAt) >= before && Date.parse(createdAt) <= time.now())
  assert.equal(updatedAt, createdAt)
  for (const one of list) assert.deepEqual(await detail(world, one.id), one)

  clock.ahead += 60_000
  await saveHospitals(db, time, [{ ...second, name: '改名' }], atTerminal)
  const changed = await detail(world, second.id)
  assert.deepEqual({ ...changed, updatedAt }, { ...list[1], name: '改名' })
  assert.ok(Date.parse(changed.updatedAt) >= Date.parse(updatedAt) + 60_000)
})

testOnBoth('an unknown hospital is a 404, however odd its id', async ({ anonymous }) => {
  const ids = ['h-002', 'H-001', 'h-001 ', 'h-00', '1', '0', "' or 1=1 --", '%', 'a\0b', '医院', '😀', 'null']
  for (const id of [...ids, 'x'.repeat(33), 'x'.repeat(1500)]) {
    await anonymous.refused(api.hospitals.detail, { params: { id } }, 404, '医院不存在')
  }
})

testOnBoth(
  'a hospital is changed by super alone: the given fields, noted before and after',
  async (world) => {
    const { admin, anonymous, url, clock } = world
    const params = { id: 'h-001' }
    const before = await detail(world, 'h-001')
    const readTag = async () => (await fetch(`${url}/api/v1/hospitals/h-001`)).headers.get('etag')
    const tag = await readTag()
    clock.ahead += 60_000
    const body = {
      name: ' 新名字 ',
      phone: '010-0000-0002',
      beds: 0,
      description: '一\n二',
      banner: '',
      logo: null as never,
    }
    const changed = await admin.call(api.hospitals.update, { params, body })
    const { updatedAt, ...rest } = changed
    const { updatedAt: was, ...same } = before
    assert.deepEqual(rest, { ...same, ...body, name: '新名字', logo: before.logo })
    assert.ok(updatedAt > was)
    assert.deepEqual(await detail(world, 'h-001'), changed)
    assert.notEqual(await readTag(), tag)
    const { list } = await admin.call(api.audit.list, { query: { action: 'hospital.update' } })
    assert.equal(list.length, 1)
    assert.equal(list[0]!.target, 'h-001')
    assert.deepEqual(list[0]!.changes!['name'], [before.name, '新名字'])
    assert.ok(!('level' in list[0]!.changes!))

    const picture = 'data:image/png;base64,aGVsbG8='
    for (const [wrong, status, message] of [
      [{ name: ' ' }, 400, 'name 必填'],
      [{ name: '长'.repeat(51) }, 400, 'name 不超过 50 字'],
      [{ phone: 5 }, 400, 'phone 不超过 50 字'],
      [{ beds: -1 }, 400, 'beds 需为非负整数'],
      [{ doctors: '3' }, 400, 'doctors 需为非负整数'],
      [{ banner: 'javascript:alert(1)' }, 400, 'banner 地址不合法'],
      [{ logo: '//elsewhere.example/x.png' }, 400, 'logo 地址不合法'],
      [{ logo: picture }, 400, '仅支持 PNG/JPEG/GIF/WebP 图片'],
      [[], 400, '请求体格式错误'],
    ] as const) {
      await admin.refused(api.hospitals.update, { params, body: wrong as never }, status, message)
    }
    assert.deepEqual(await detail(world, 'h-001'), changed)
    for (const id of ['h-002', "' or 1=1 --", 'x'.repeat(40)]) {
      await admin.refused(api.hospitals.update, { params: { id }, body: { beds: 1 } }, 404, '医院不存在')
    }
    const nurse = { username: 'nurse', password: 'a colleague has this' }
    await admin.call(api.accounts.create, { body: nurse })
    const { token } = await anonymous.call(api.admins.login, { body: nurse })
    await strictClient(url, token).refused(api.hospitals.update, { params, body: { beds: 1 } }, 403, '无权限')
  },
)

testOnSqlite(
  'hospitals are read by anyone and changed by nobody on the paths of the interface',
  async (world) => {
    const headers = { authorization: 'Bearer junk' }
    const { status } = await world.anonymous.send(api.hospitals.list, { headers })
    assert.equal(status, 200)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      for (const path of ['/api/v1/hospitals', '/api/v1/hospitals/h-001'] as const) {
        const endpoint = { ...api.hospitals.detail, method, path } as typeof api.hospitals.detail
        await world.admin.refused(endpoint, {}, 404, '接口不存在')
      }
    }
  },
)

testOnBoth('hospitals carry ETags, and a known one is a 304', async ({ url, db, time }) => {
  for (const path of ['/api/v1/hospitals', '/api/v1/hospitals/h-001']) {
    const tag = (await fetch(url + path)).headers.get('etag')!
    const ask = () => fetch(url + path, { headers: { 'if-none-match': `W/${tag}` } })
    const unchanged = await ask()
    assert.deepEqual([unchanged.status, await unchanged.text()], [304, ''])
    await saveHospitals(db, time, [{ ...second, id: 'h-001', name: `改名 ${path}` }], atTerminal)
    assert.equal((await ask()).status, 200)
  }
})

testOnBoth('the first start writes presentable content, and every picture of it is served', async (world) => {
  const { anonymous, url } = world
  const home = await anonymous.call(api.home.read)
  const hospitals = await anonymous.call(api.hospitals.list)
  const [experts, banners, images] = [
    await anonymous.call(api.experts.list),
    await anonymous.call(api.banners.list),
    await anonymous.call(api.images.list),
  ]
  assert.deepEqual(
    hospitals.map(({ id }) => id),
    ['h-001'],
  )
  const filled = [home, hospitals, experts, banners, images]
  assert.ok(!JSON.stringify(filled).includes('""'), 'no text is empty')
  for (const list of [
    ...filled.slice(1),
    home.features,
    home.expertTeam,
    home.heroExperts,
    home.infoBanner.texts,
  ]) {
    assert.ok((list as unknown[]).length > 0)
  }
  for (const { hospitalId } of images) assert.equal(hospitalId, 'h-001')
  for (const item of [...experts, ...banners, ...images]) assert.equal(item.enabled, true)
  assert.match(home.hero.title + home.hero.subtitle, /\p{Script=Han}/u)
  for (const { id, name, title, avatar } of [...home.expertTeam, ...home.heroExperts]) {
    const expert = await anonymous.call(api.experts.detail, { params: { id } })
    assert.deepEqual(
      { name, title, avatar },
      { name: expert.name, title: expert.title, avatar: expert.avatar },
    )
  }

  const pictures = new Set([
    home.hero.bgImage,
    ...[...home.expertTeam, ...home.heroExperts, ...experts].map(({ avatar }) => avatar),
    ...[...banners, ...images].map(({ image }) => image),
    ...hospitals.flatMap(({ banner, logo }) => [banner, logo]),
  ])
  for (const picture of pictures) {
    assert.match(picture, /^\/media\/[\w.-]+$/)
    const answer = await fetch(url + picture)
    assert.equal(answer.status, 200, picture)
    assert.match(answer.headers.get('content-type')!, /^image\//)
    assert.ok((await answer.arrayBuffer()).byteLength > 100)
  }
})

testOnBoth('only the first start writes content: what was changed or deleted stays so', async (world, t) => {
  const { admin } = world
  const removed = [api.banners, api.experts, api.images] as unknown as (typeof api.experts)[]
  for (const { list, remove } of removed) {
    for (const { id } of await admin.call(list)) await admin.call(remove, { params: { id } })
  }
  await admin.call(api.home.updateHero, { body: { title: '我们的标题' } })
  const home = await admin.call(api.home.read)
  const hospitals = await admin.call(api.hospitals.list)
  await world.close()

  const { anonymous } = await joinWorld(t, world.env)
  for (const { list } of removed) assert.deepEqual(await anonymous.call(list), [])
  assert.deepEqual(await anonymous.call(api.home.read), home)
  assert.deepEqual(await anonymous.call(api.hospitals.list), hospitals)
})
