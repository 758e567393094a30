import type { AuditEntry, AuditListQuery, HistoryEntry, Page } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { chainHash, changesDigest } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

export async function listAudit(db: Db, time: Time, query: AuditListQuery): Promise<Page<AuditEntry>> {
  const { startDate, endDate, limit, offset } = query
  let matching = db.selectFrom('audit')
  for (const column of ['actor', 'action', 'target'] as const) {
    const value = query[column]
    if (value) matching = matching.where(column, '=', value)
  }
  if (startDate) matching = matching.where('at', '>=', time.startOf(startDate))
  if (endDate) matching = matching.where('at', '<', time.startOf(endDate, 1))
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy('number', 'desc').limit(limit).offset(offset).execute()
  return { list: rows.map((row) => toEntry(row, time)), total, limit, offset }
}

const mostEntries = 200

export async function listHistory(db: Db, time: Time, target: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('target', '=', target)
    .orderBy('number', 'desc')
    .limit(mostEntries)
    .execute()
  return rows.map((row) => {
    const { target: _t, address: _a, ...entry } = toEntry(row, time)
    return entry
  })
}

const toEntry = (row: Selectable<Schema['audit']>, time: Time): AuditEntry => ({
  number: row.number,
  at: time.show(row.at),
  actor: row.actor,
  action: row.action,
  target: row.target,
  address: row.address,
  changes: row.changes === null ? null : JSON.parse(row.changes),
})

const batch = 1000

/** Follows the chain from its beginning; resolves to what is wrong with it, or how many rows it has. */
export async function verifyAudit(db: Db): Promise<{ rows: number; fault?: string }> {
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
      if (row.number !== number) return { rows, fault: `第 ${number} 条缺失 (row ${number} is missing)` }
      const isWhole =
        row.changes === null
          ? row.salt === null
          : changesDigest(row.changes, row.salt ?? '') === row.changes_digest
      hash = chainHash(hash, row)
      if (!isWhole || row.hash !== hash) {
        return { rows, fault: `第 ${number} 条被改动 (row ${number} was edited)` }
      }
      rows = number
    }
    if (next.length < batch) break
  }
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirst()
  if (head?.number !== rows || head.hash !== hash) {
    return { rows, fault: `第 ${rows} 条之后缺失 (rows after ${rows} are missing)` }
  }
  return { rows }
}
