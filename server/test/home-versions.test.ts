import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { testOnBoth, type World } from './world.ts'

const retitle = ({ admin }: World, title: string) => admin.call(api.home.updateHero, { body: { title } })
const restore = api.home.restore

testOnBoth('the last 50 versions of the home document are kept, each with who and what', async (world) => {
  const { admin } = world
  const [first, ...none] = await admin.call(api.home.versions)
  assert.deepEqual([first!.version, first!.actor, first!.changed, none], [1, '', [], []])
  for (let i = 2; i <= 51; i++) await retitle(world, `标题 ${i}`)
  await admin.refused(api.home.replace, { body: {} as never }, 400, 'hero 格式不正确')
  const versions = await admin.call(api.home.versions)
  assert.deepEqual(
    versions.map(({ version }) => version),
    Array.from({ length: 50 }, (_, index) => 51 - index),
  )
  assert.deepEqual([versions[0]!.actor, versions[0]!.changed], ['admin', ['hero']])
  const { document, ...about } = await admin.call(api.home.version, { params: { version: '2' } })
  assert.deepEqual(about, versions.at(-1))
  assert.equal(document.hero.title, '标题 2')
  for (const version of ['1', '0', '52', 'x', '1e1', '99999999999999999999']) {
    await admin.refused(api.home.version, { params: { version } }, 404, '版本不存在')
    await admin.refused(restore, { params: { version } }, 404, '版本不存在')
  }
})

testOnBoth('a restored version is a new one, honours If-Match and is in the audit log', async (world) => {
  const { admin, anonymous } = world
  const original = await anonymous.call(api.home.read)
  await retitle(world, '新标题')
  const stale = { 'if-match': '"stale"' }
  const params = { version: '1' }
  await admin.refused(restore, { params, headers: stale }, 409, '内容已被他人修改,请刷新后重试')
  const tag = (await anonymous.send(api.home.read)).headers.get('etag')!
  const reply = await admin.send(restore, { params, headers: { 'if-match': tag } })
  assert.deepEqual(reply.data, original)
  const now = await anonymous.send(api.home.read)
  assert.deepEqual(now.data, original)
  assert.equal(now.headers.get('etag'), reply.headers.get('etag'))
  const versions = await admin.call(api.home.versions)
  assert.deepEqual(
    versions.map(({ version, changed }) => [version, changed]),
    [
      [3, ['hero']],
      [2, ['hero']],
      [1, []],
    ],
  )
  const { list } = await admin.call(api.audit.list, { query: { action: 'home.restore' } })
  assert.equal(list.length, 1)
  assert.deepEqual(Object.keys(list[0]!.changes!), ['hero'])
})
