import { audited, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { adminNumber } from './store.ts'

export interface Totp {
  /** As it is sealed; empty where there is none. */
  secret: string
  isOn: boolean
}

export async function readTotp(db: Db, adminId: string): Promise<Totp> {
  const row = await db
    .selectFrom('admins')
    .select(['totp_secret', 'totp_on'])
    .where('id', '=', adminNumber(adminId))
    .executeTakeFirst()
  return { secret: row?.totp_secret ?? '', isOn: row?.totp_on === 1 }
}

/** Keeps a secret that counts for nothing yet. Resolves to false where the second factor is on. */
export async function offerSecret(db: Db, adminId: string, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admins')
    .set({ totp_secret: secret })
    .where('id', '=', adminNumber(adminId))
    .where('totp_on', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Resolves to false where it is on already, or the secret is another by now. */
export const switchOn = (
  db: Db,
  time: Time,
  { adminId, secret, step, digests }: { adminId: string; secret: string; step: number; digests: string[] },
  actor: Actor,
): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const admin_id = adminNumber(adminId)
    const { numUpdatedRows } = await trx
      .updateTable('admins')
      .set({ totp_on: 1, totp_last_step: step, updated_at: time.now() })
      .where('id', '=', admin_id)
      .where('totp_on', '=', 0)
      .where('totp_secret', '=', secret)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.deleteFrom('recovery_codes').where('admin_id', '=', admin_id).execute()
    await trx
      .insertInto('recovery_codes')
      .values(digests.map((digest) => ({ admin_id, digest })))
      .execute()
    record({ action: 'account.totp-on', target: adminId })
    return true
  })

/** Resolves to false where it was off. */
export const switchOff = (db: Db, time: Time, adminId: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const { numUpdatedRows } = await trx
      .updateTable('admins')
      .set({ totp_on: 0, totp_secret: '', updated_at: time.now() })
      .where('id', '=', adminNumber(adminId))
      .where('totp_on', '=', 1)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.deleteFrom('recovery_codes').where('admin_id', '=', adminNumber(adminId)).execute()
    record({ action: 'account.totp-off', target: adminId })
    return true
  })

/** Leaves a secret that has become another meanwhile. */
export async function replaceSecret(db: Db, adminId: string, former: string, secret: string): Promise<void> {
  await db
    .updateTable('admins')
    .set({ totp_secret: secret })
    .where('id', '=', adminNumber(adminId))
    .where('totp_secret', '=', former)
    .execute()
}

/** Takes the code of a step. Resolves to false where that one, or a later one, was used before, on whichever instance. */
export async function useStep(db: Db, adminId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admins')
    .set({ totp_last_step: step })
    .where('id', '=', adminNumber(adminId))
    .where('totp_on', '=', 1)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Resolves to false where there is no such code, or no longer. */
export async function useRecoveryCode(db: Db, adminId: string, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminNumber(adminId))
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
