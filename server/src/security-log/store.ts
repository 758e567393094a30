import type { Page, SecurityEvent, SecurityLogQuery } from '@zhenyue/contract'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

export interface Note {
  minute: number
  address: string
  username: string
  kind: SecurityEvent['kind']
  count: number
}

export async function addNote(db: Db, note: Note): Promise<void> {
  await db
    .insertInto('security_log')
    .values(note)
    .onConflict((conflict) =>
      conflict
        .columns(['minute', 'address', 'username', 'kind'])
        .doUpdateSet((e) => ({ count: e('security_log.count', '+', e.ref('excluded.count')) })),
    )
    .execute()
}

export async function purgeSecurityLog(db: Db, before: number): Promise<void> {
  await db.deleteFrom('security_log').where('minute', '<', before).execute()
}

export async function listSecurityLog(
  db: Db,
  time: Time,
  query: SecurityLogQuery,
): Promise<Page<SecurityEvent>> {
  const { startDate, endDate, limit, offset } = query
  let matching = db.selectFrom('security_log')
  for (const column of ['kind', 'username', 'address'] as const) {
    const value = query[column]
    if (value) matching = matching.where(column, '=', value)
  }
  if (startDate) matching = matching.where('minute', '>=', time.startOf(startDate))
  if (endDate) matching = matching.where('minute', '<', time.startOf(endDate, 1))
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('minute', 'desc')
    .orderBy('address')
    .orderBy('username')
    .orderBy('kind')
    .limit(limit)
    .offset(offset)
    .execute()
  const list = rows.map(({ minute, address, username, kind, count }) => ({
    at: time.show(minute),
    kind: kind as SecurityEvent['kind'],
    username,
    address,
    count,
  }))
  return { list, total, limit, offset }
}
