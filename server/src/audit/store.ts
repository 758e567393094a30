import type { AuditEntry, AuditListQuery, HistoryEntry, Page } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
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
