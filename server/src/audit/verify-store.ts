import type { Selectable } from 'kysely'
import { chainHash, changesDigest } from '../db/audit.ts'
import { auditKeys } from '../db/audit-keys.ts'
import type { Db } from '../db/types.ts'
import type { Schema } from '../db/schema.ts'

const batch = 1000

const isWhole = (row: Selectable<Schema['audit']>) =>
  row.changes === null ? row.salt === null && row.person === null : changesDigest(row) === row.changes_digest

/** The end of the chain: whoever keeps its hash elsewhere can tell later whether entries were cut off. */
export const readHead = (db: Db) =>
  db.selectFrom('audit_head').select(['number', 'hash']).executeTakeFirstOrThrow()

/**
 * Follows the chain from its beginning; resolves to what is wrong with it, or how many rows it has.
 * `seen` is the hash of a row that has to be among them.
 */
export async function verifyAudit(db: Db, seen?: string): Promise<{ rows: number; fault?: string }> {
  const keys = new Map(auditKeys(db).map((key) => [key.id, key]))
  /** Rows without values that no later row has explained yet. */
  const blank = new Set<number>()
  let isSeen = seen === undefined
  let rows = 0
  let hash = ''
  for (;;) {
    const next = await db
      .selectFrom('audit')
      .selectAll()
      .where('number', '>', rows)
      .orderBy('number')
      .limit(batch)
      .execute()
    for (const row of next) {
      const number = rows + 1
      if (row.number !== number) return { rows, fault: `第 ${number} 条缺失 · row ${number} is missing` }
      const key = keys.get(row.key_id)
      if (!key) {
        const english = `row ${number} was made with key ${row.key_id}, which was not given`
        return { rows, fault: `第 ${number} 条所用的密钥 ${row.key_id} 未提供 · ${english}` }
      }
      hash = chainHash(key, hash, row)
      if (!isWhole(row) || row.hash !== hash) {
        return { rows, fault: `第 ${number} 条被改动 · row ${number} was edited` }
      }
      isSeen ||= hash === seen
      if (row.changes === null) blank.add(number)
      for (const one of JSON.parse(row.blanked ?? '[]') as number[]) blank.delete(one)
      rows = number
    }
    if (next.length < batch) break
  }
  const head = await readHead(db)
  if (head.number !== rows || head.hash !== hash) {
    return { rows, fault: `第 ${rows} 条之后缺失 · rows after ${rows} are missing` }
  }
  const [first] = blank
  if (first !== undefined) {
    const fault = `第 ${first} 条的内容被清空，没有清除记录 · row ${first} was blanked and no erasure says so`
    return { rows, fault }
  }
  if (!isSeen) {
    return {
      rows,
      fault: `没有 --head 所指的一条，第 ${rows} 条之后可能缺失 · the row of --head is not there`,
    }
  }
  return { rows }
}
