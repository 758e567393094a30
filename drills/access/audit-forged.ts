import { createHash } from 'node:crypto'
import { api } from '@zhenyue/contract'
import type { Drill, Scene } from '../drill.ts'
import { query as ask } from '../faults/database.ts'
import { lead } from '../load.ts'
import { anonymousAt, logIn, query, tell } from './people.ts'

const blank = 'changes = null, salt = null, person = null'

interface Attack {
  name: string
  sql(last: number): string | Promise<string>
  /** Found only with the end of the chain, as the service has logged it. */
  withHead?: boolean
}

/** Edits a row and chains all rows anew, as one can who has the database but not the key. */
async function rechain(scene: Scene) {
  const rows = await ask(scene, 'select * from audit order by number')
  let hash = ''
  const statements = rows.map((row) => {
    const actor = row['number'] === rows.length ? 'someone' : row['actor']
    const { number, at, action, target, address, changes_digest, blanked, key_id } = row
    const parts = [
      hash,
      Number(number),
      Number(at),
      actor,
      action,
      target,
      address,
      changes_digest,
      blanked,
      key_id,
    ]
    hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
    return `update audit set actor = '${actor}', hash = '${hash}' where number = ${number}`
  })
  return [...statements, `update audit_head set hash = '${hash}'`].join('; ')
}

const attacks = (scene: Scene): Attack[] => [
  { name: 'all values blanked', sql: () => `update audit set ${blank}` },
  {
    name: 'the values of one row blanked',
    sql: (last) => `update audit set ${blank} where number = ${last - 1}`,
  },
  { name: 'a row edited', sql: (last) => `update audit set actor = 'someone' where number = ${last}` },
  { name: 'a row edited and the chain made anew without the key', sql: () => rechain(scene) },
  {
    name: 'a row removed',
    sql: (last) => `delete from audit where number = ${last - 2}`,
  },
  {
    name: 'the last rows cut off and the head set back',
    withHead: true,
    sql: (last) =>
      `delete from audit where number > ${last - 3}; ` +
      `update audit_head set number = ${last - 3}, hash = (select hash from audit where number = ${last - 3})`,
  },
]

export const auditForged: Drill = {
  title: 'the audit log is blanked, edited, chained anew and cut off in the database itself',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  breakage: [
    { file: 'audit/verify-store.ts', from: 'if (row.changes === null) blank.add(number)', to: '' },
    { file: 'audit/verify-store.ts', from: 'isSeen ||= hash === seen', to: 'isSeen = true' },
  ],
  async run(scene, size) {
    const full = size === 'full'
    const entries = full ? 400 : 20
    const service = await scene.serve({ LOG_LEVEL: 'info' })
    const admin = await logIn(service.url)
    const { id } = await anonymousAt(service.url).call(api.leads.submit, { body: lead() })
    for (let i = 0; i < entries; i++) {
      await admin.call(api.leads.setRemark, { params: { id }, body: { remark: `第 ${i} 次` } })
    }
    await service.stop()
    const [row] = await ask(scene, 'select number, hash from audit_head')
    const last = Number(row!['number'])
    // The service logs it when it starts, and every hour.
    const restarted = await scene.serve({ LOG_LEVEL: 'info' })
    await restarted.stop()
    const head = /"hash":"([\w-]+)","msg":"audit head"/.exec(restarted.output.stdout)?.[1]
    const verify = async (...args: string[]) =>
      (await scene.command(['audit', 'verify', ...args]).ended) === 0

    const wrong: string[] = []
    if (head !== row!['hash']) wrong.push('the head is not in the log')
    await query(scene, 'create table kept as select * from audit')
    await query(scene, 'create table kept_head as select * from audit_head')
    for (const { name, sql, withHead } of attacks(scene)) {
      const args = withHead && head ? ['--head', head] : []
      if (full && !(await verify(...args))) wrong.push(`before «${name}» the log does not verify`)
      await query(scene, await sql(last))
      if (await verify(...args)) wrong.push(`${name}: not found`)
      await query(
        scene,
        'delete from audit; insert into audit select * from kept; delete from audit_head; insert into audit_head select * from kept_head',
      )
    }
    if (!(await verify())) wrong.push('restored, the log does not verify')
    return {
      done: `${attacks(scene).length} attacks on ${last} rows`,
      lost: tell(wrong),
      fine: wrong.length === 0,
    }
  },
}
