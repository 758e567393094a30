import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { testOnBoth } from './world.ts'

const kinds = [
  [api.experts, '专家不存在', 'expert.order'],
  [api.banners, '轮播图不存在', 'banner.order'],
  [api.images, '医院图片不存在', 'image.order'],
] as unknown as [typeof api.experts, string, string][]
const wrong = 'ids 需为不重复的 id 数组'

testOnBoth('content is put in order, all or nothing', async ({ admin, anonymous }) => {
  for (const [kind, missing, action] of kinds) {
    const before = await anonymous.call(kind.list)
    const ids = before.map(({ id }) => id).toReversed()
    assert.ok(ids.length > 1)
    const bodies: [unknown, number, string][] = [
      [{ ids: [...ids, 'exp-999'] }, 404, missing],
      [{ ids: ['lead-1'] }, 404, missing],
      [{ ids: [ids[0], ids[0]] }, 400, wrong],
      [{ ids: [] }, 400, wrong],
      [{ ids: Array.from({ length: 501 }, (_, i) => `exp-${i}`) }, 400, wrong],
      [{ ids: [1] }, 400, wrong],
      [{ ids: 'exp-1' }, 400, wrong],
      [{}, 400, wrong],
    ]
    for (const [body, status, message] of bodies) {
      await admin.refused(kind.order, { body: body as never }, status, message)
    }
    assert.deepEqual(await anonymous.call(kind.list), before)

    const after = await admin.call(kind.order, { body: { ids } })
    assert.deepEqual(
      after.map(({ id, sort }) => [id, sort]),
      ids.map((id, index) => [id, index + 1]),
    )
    assert.deepEqual(await anonymous.call(kind.list), after)
    const { list } = await admin.call(api.audit.list, { query: { action } })
    assert.ok(list.length > 0)
    assert.ok(list.every(({ changes }) => changes!['sort']))
  }
})
