import { createHash, randomBytes } from 'node:crypto'
import type { ApiKey, ApiKeyCreate } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, type Actor } from '../db/audit.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

export const keyPrefix = 'zyk_'
/** Milliseconds within which a use is not written again. */
const useNoted = 60_000

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

type Row = Selectable<Schema['api_keys']>

const toApiKey = (row: Row, time: Time): ApiKey => ({
  id: `key-${row.id}`,
  name: row.name,
  role: row.role,
  createdAt: time.show(row.created_at),
  lastUsedAt: row.last_used_at === 0 ? '' : time.show(row.last_used_at),
  expiresAt: row.expires_on,
})

/** No key has the number 0. */
const keyNumber = (id: string) => Number(/^key-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)

export async function listKeys(db: Db, time: Time): Promise<ApiKey[]> {
  const rows = await db.selectFrom('api_keys').selectAll().orderBy('id').execute()
  return rows.map((row) => toApiKey(row, time))
}

/** Resolves to undefined where the name is taken: the audit log tells keys by it. */
export const insertKey = (
  db: Db,
  time: Time,
  { name, role, expiresAt = '' }: ApiKeyCreate,
  actor: Actor,
): Promise<(ApiKey & { key: string }) | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const key = keyPrefix + randomBytes(32).toString('base64url')
    const row = await trx
      .insertInto('api_keys')
      .values({
        name,
        role,
        digest: digestOf(key),
        expires_on: expiresAt,
        created_at: time.now(),
        last_used_at: 0,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    const made = toApiKey(row, time)
    record({ action: 'api-key.create', target: made.id, changes: { name: ['', name], role: ['', role] } })
    return { ...made, key }
  })

export const deleteKey = (db: Db, time: Time, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const row = await trx
      .deleteFrom('api_keys')
      .where('id', '=', keyNumber(id))
      .returning('name')
      .executeTakeFirst()
    if (!row) return false
    record({ action: 'api-key.revoke', target: id, changes: { name: [row.name, ''] } })
    return true
  })

/** The key, where it is there and its time is not over. Asked of the database, so true on every instance. */
export async function findKey(db: Db, time: Time, key: string): Promise<ApiKey | undefined> {
  const now = time.now()
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('digest', '=', digestOf(key))
    .executeTakeFirst()
  if (!row || (row.expires_on !== '' && row.expires_on < time.dayOf(now))) return undefined
  if (row.last_used_at <= now - useNoted) {
    // Where it cannot be written, as on a full disk, reading goes on.
    await db
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .where('last_used_at', '=', row.last_used_at)
      .execute()
      .catch(() => undefined)
  }
  return toApiKey(row, time)
}
