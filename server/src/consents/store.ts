import { createHash } from 'node:crypto'
import type { Consent, PolicyVersion, PrivacyPolicy } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { recordWithdrawal } from '../bookings/consents-store.ts'
import { audited, type Actor } from '../db/audit.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

type Row = Selectable<Schema['policies']>

const toPolicy = ({ version, text, published_at }: Row, time: Time): PrivacyPolicy => ({
  version,
  text,
  publishedAt: time.show(published_at),
})

const newest = (db: Db) =>
  db.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()

export async function readPolicy(db: Db, time: Time): Promise<PrivacyPolicy | undefined> {
  const row = await newest(db)
  return row && toPolicy(row, time)
}

const toVersion = (row: Omit<Row, 'text'>, time: Time) => ({
  version: row.version,
  digest: row.digest,
  publishedAt: time.show(row.published_at),
})

export async function listPolicies(db: Db, time: Time): Promise<Omit<PolicyVersion, 'text'>[]> {
  const rows = await db
    .selectFrom('policies')
    .select(['version', 'digest', 'published_at'])
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => toVersion(row, time))
}

/** Resolves to undefined when there is no such version. */
export async function findPolicy(db: Db, time: Time, version: string): Promise<PolicyVersion | undefined> {
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0
  const row = await db.selectFrom('policies').selectAll().where('version', '=', number).executeTakeFirst()
  return row && { ...toVersion(row, time), text: row.text }
}

async function insertPolicy(db: Db, time: Time, version: number, text: string): Promise<Row> {
  const digest = createHash('sha256').update(text).digest('base64url')
  const row = { version, text, digest, published_at: time.now() }
  await db.insertInto('policies').values(row).execute()
  return row
}

/** Where there is none yet. */
export async function insertFirstPolicy(trx: Db, time: Time, text: string): Promise<void> {
  if (!(await newest(trx))) await insertPolicy(trx, time, 1, text)
}

export const publishPolicy = (db: Db, time: Time, text: string, actor: Actor): Promise<PrivacyPolicy> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await newest(trx)
    const row = await insertPolicy(trx, time, (before?.version ?? 0) + 1, text)
    record({
      action: 'privacy-policy.update',
      target: `privacy-policy-${row.version}`,
      changes: { version: [before?.version ?? 0, row.version], text: [before?.text ?? '', text] },
    })
    return toPolicy(row, time)
  })

export const withdrawForPatient = (
  db: Db,
  time: Time,
  { phone, purposes }: { phone: string; purposes: Consent['purposes'] },
  actor: Actor,
): Promise<void> =>
  audited(db, time, actor, async (trx, record) => {
    await recordWithdrawal(trx, time, phone, purposes, 'staff')
    record({ action: 'consent.withdraw', target: '', changes: { purposes: [purposes, []] }, phone })
  })
