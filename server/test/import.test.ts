import assert from 'node:assert/strict'
import { api, maxImportRows, type LeadImport } from '@zhenyue/contract'
import { erasePerson } from '../src/erasure/store.ts'
import { purgeImports } from '../src/lead-import/store.ts'
import { fakePhone, lead, testOnBoth, testOnSqlite, type World } from './world.ts'

const { preview, read, commit, rejected, revert } = api.leadImports
const consent = '体检活动现场登记,本人同意回访'
const hours = 60 * 60 * 1000

const file = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content], { type: 'text/csv' })
const csv = (...rows: string[]) => file(`姓名,手机号,症状,来源,得分,备注\r\n${rows.join('\r\n')}\r\n`)

/** Until an import has come to an end. */
async function settled({ admin }: Pick<World, 'admin'>, id: string): Promise<LeadImport> {
  for (;;) {
    const now = await admin.call(read, { params: { id } })
    if (!now.state.endsWith('ing')) return now
    await new Promise((over) => setTimeout(over, 20))
  }
}

testOnBoth('a file is previewed, committed, told where it was refused, and reverted', async (world) => {
  const { admin, anonymous, clock } = world
  const [known, one, two, three] = [fakePhone(), fakePhone(), fakePhone(), fakePhone()]
  await anonymous.call(api.leads.submit, { body: lead({ phone: known, source: 'other' }) })
  const people = csv(
    `王芳,${one},"腹胀,饭后",首页,80,"说""周末""来"`,
    `赵六,+86 ${two.slice(0, 3)}-${two.slice(3)},,,,`,
    `钱七,${three},,,,`,
    `重复,${one},,home,,`,
    '',
    `已有,${known},,,,`,
    '错号,123,,,,',
    `错分,${fakePhone()},,,高,`,
  )
  const seen = await admin.call(preview, { file: people })
  assert.deepEqual(
    { ...seen, id: '', samples: seen.samples.length },
    {
      id: '',
      rows: 7,
      fresh: 3,
      duplicate: 2,
      invalid: 2,
      columns: ['name', 'phone', 'symptom', 'source', 'score', 'remark'].map((field, index) => ({
        header: ['姓名', '手机号', '症状', '来源', '得分', '备注'][index]!,
        field,
      })),
      samples: 5,
      faults: [
        { row: 5, message: '文件中手机号重复' },
        { row: 7, message: '该手机号在同渠道已提交过' },
        { row: 8, message: '手机号格式不正确' },
        { row: 9, message: 'score 需为 0-100 的整数' },
      ],
    },
  )
  assert.equal((await admin.call(api.leads.list)).total, 1)

  const params = { id: seen.id }
  await admin.refused(commit, { params, body: { consent: ' ' } }, 400, '请说明信息来源和授权方式')
  const mapping = { name: 0, phone: 9 }
  await admin.refused(commit, { params, body: { consent, mapping } }, 400, 'mapping 中的列不存在')
  await admin.refused(commit, { params, body: { consent, mapping: {} } }, 400, '请指定姓名和手机号所在的列')
  const begun = await admin.call(commit, { params, body: { consent } })
  assert.deepEqual([begun.by, begun.consent], ['admin', consent])
  await admin.refused(commit, { params, body: { consent } }, 409, '该导入已提交')
  const done = await settled(world, seen.id)
  assert.deepEqual([done.state, done.rows, done.done, done.added, done.refused], ['committed', 7, 7, 3, 4])

  const { list } = await admin.call(api.leads.list, { query: { phone: one } })
  const { id: _, createdAt, updatedAt, ...imported } = list[0]!
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(imported, {
    name: '王芳',
    phone: one,
    symptom: '腹胀,饭后',
    questionnaire: {},
    source: 'home',
    score: 80,
    remark: '说"周末"来',
  })
  assert.equal((await admin.call(api.leads.list, { query: { phone: two } })).list[0]!.source, 'other')

  const refusedRows = (await (await admin.open(rejected, { params })).text()).split('\r\n')
  assert.equal(refusedRows[0], '行号,原因,姓名,手机号,症状,来源,得分,备注')
  assert.deepEqual(
    refusedRows.slice(1, -1).map((row) => row.split(',').slice(0, 3)),
    [
      ['5', '该手机号在同渠道已提交过', '重复'],
      ['7', '该手机号在同渠道已提交过', '已有'],
      ['8', '手机号格式不正确', '错号'],
      ['9', 'score 需为 0-100 的整数', '错分'],
    ],
  )

  const again = await admin.call(preview, { file: people })
  assert.deepEqual([again.fresh, again.duplicate], [0, 5])
  await admin.call(commit, { params: { id: again.id }, body: { consent } })
  assert.equal((await settled(world, again.id)).added, 0)

  const touched = (await admin.call(api.leads.list, { query: { phone: three } })).list[0]!
  const body = { channel: 'phone', outcome: 'busy', close: 'done' } as const
  await admin.call(api.followUp.addContact, { params: { id: touched.id }, body })
  await admin.call(revert, { params })
  const reverted = await settled(world, seen.id)
  assert.deepEqual([reverted.state, reverted.takenBack], ['reverted', 2])
  await admin.refused(revert, { params }, 409, '仅已完成的导入可撤销')
  const left = (await admin.call(api.leads.list)).list.map(({ phone }) => phone)
  assert.deepEqual(left, [three, known])
  const log = await admin.call(api.audit.list, { query: { target: seen.id } })
  assert.deepEqual(
    log.list.map(({ action }) => action),
    ['import.revert', 'import.read-rejected', 'import.commit', 'import.preview'],
  )

  clock.ahead = 11 * hours
  const late = await admin.call(preview, { file: csv(`孙八,${fakePhone()},,,,`) })
  clock.ahead = 36 * hours
  const client = await world.logIn()
  await client.refused(revert, { params: { id: again.id } }, 409, '导入已超过 24 小时,不能撤销')
  await client.refused(
    commit,
    { params: { id: late.id }, body: { consent } },
    409,
    '导入预览已过期,请重新上传',
  )
  await client.refused(read, { params: { id: 'import-99' } }, 404, '导入记录不存在')
})

testOnBoth('erasure reaches previews, and files are forgotten after a day', async (world) => {
  const { admin, db, time } = world
  const [gone, stays] = [fakePhone(), fakePhone()]
  const { id } = await admin.call(preview, {
    file: csv(`待清除,${gone.slice(0, 3)} ${gone.slice(3)},,,,`, `留下,${stays},,,,`),
  })
  await erasePerson(db, time, gone, { username: 'terminal', address: '' })
  const rows = () => db.selectFrom('lead_import_rows').select('phones').execute()
  assert.deepEqual(await rows(), [{ phones: stays }])
  await purgeImports(db, time.now() + 23 * hours)
  assert.equal((await rows()).length, 1)
  await purgeImports(db, time.now() + 25 * hours)
  assert.deepEqual(await rows(), [])
  assert.equal((await admin.call(read, { params: { id } })).state, 'expired')
  const late = { params: { id }, body: { consent } }
  await admin.refused(commit, late, 409, '导入预览已过期,请重新上传')
})

testOnSqlite(
  'files are read in UTF-8 with or without a mark and in GB18030, by either headers',
  async (world) => {
    const { admin } = world
    // 姓名,手机号 and 张三 in GB18030.
    const chinese = [
      0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd,
    ]
    const bytes = new Uint8Array([...chinese, ...new TextEncoder().encode(`,${fakePhone()}\n`)])
    for (const content of [
      bytes,
      `\ufeff姓名,手机号\n张三,${fakePhone()}`,
      `"Name","Phone number"\n"张三","${fakePhone()}"\n`,
    ]) {
      const { fresh, samples } = await admin.call(preview, { file: file(content) })
      assert.deepEqual([fresh, samples[0]![0]], [1, '张三'])
    }
    const named = await admin.call(preview, { file: file(`甲,乙\n${fakePhone()},张三`) })
    assert.deepEqual([named.fresh, named.invalid, named.columns[0]!.field], [0, 1, ''])
    const params = { id: named.id }
    await admin.call(commit, { params, body: { consent, mapping: { name: 1, phone: 0 } } })
    assert.equal((await settled(world, named.id)).added, 1)

    const rows = Array.from({ length: maxImportRows + 1 }, () => '张三').join('\n')
    for (const [content, message] of [
      ['', '文件中没有数据'],
      ['姓名,手机号\n', '文件中没有数据'],
      [new Uint8Array([0xd0, 0xd5, 0x2c, 0xff, 0xff, 0x0a]), '文件编码需为 UTF-8 或 GB18030'],
      [`姓名\n${rows}`, '一次最多导入 50000 行'],
      [`姓名\n"${'长'.repeat(70_000)}`, '第 2 行过长'],
    ] as const) {
      await admin.refused(preview, { file: file(content) }, 400, message)
    }
    const json = new Blob(['{}'], { type: 'application/json' })
    await admin.refused(preview, { file: json }, 415, '仅支持 CSV 文件')
  },
)
