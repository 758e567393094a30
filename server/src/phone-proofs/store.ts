import { inTransaction } from '../db/engine.ts'
import { countTry, triesKey } from '../db/tries.ts'
import type { Db } from '../db/types.ts'

const minute = 60_000
const hour = 60 * minute
const perPhone = [
  { most: 1, within: minute },
  { most: 5, within: hour },
  { most: 10, within: 24 * hour },
]
const perAddress = [{ most: 20, within: hour }]

export interface NewProof {
  id: string
  phone: string
  codeDigest: string
  expiresAt: number
}

/**
 * Keeps a proof that waits for its code. Resolves to 0, or to the milliseconds until another may be asked for: then
 * nothing is kept or counted.
 */
export async function insertProof(
  db: Db,
  proof: NewProof,
  { network, now }: { network: string; now: number },
): Promise<number> {
  const refused = new Error('too many')
  let wait = 0
  try {
    await inTransaction(db, async (trx) => {
      wait = await countTry(trx, triesKey('code-phone', proof.phone), now, perPhone)
      wait ||= await countTry(trx, triesKey('code-address', network), now, perAddress)
      if (wait > 0) throw refused
      await trx.deleteFrom('phone_proofs').where('expires_at', '<=', now).execute()
      await trx
        .insertInto('phone_proofs')
        .values({
          id: proof.id,
          phone: proof.phone,
          code_digest: proof.codeDigest,
          tries: 0,
          expires_at: proof.expiresAt,
        })
        .execute()
    })
  } catch (error) {
    if (error !== refused) throw error
  }
  return wait
}

const mostTries = 5

/** Counts a try of a code by one statement. Resolves to undefined where there is nothing to try, or no longer. */
export const takeTry = (db: Db, id: string, now: number) =>
  db
    .updateTable('phone_proofs')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', now)
    .returning(['phone', 'code_digest'])
    .executeTakeFirst()

/** Resolves to false where another request used it first. */
export async function useProof(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('phone_proofs').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function purgeProofs(db: Db, now: number): Promise<void> {
  await db.deleteFrom('phone_proofs').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('code_hours')
    .where('hour', '<', hourOf(now) - 24)
    .execute()
}

/** Whether anyone with this number has ever turned to the hospital. */
export async function isKnown(db: Db, phone: string): Promise<boolean> {
  const lead = await db
    .selectFrom('leads')
    .select('id')
    .where('phone', '=', phone)
    .limit(1)
    .executeTakeFirst()
  const booking = await db
    .selectFrom('appointments')
    .select('number')
    .where('patient_phone', '=', phone)
    .limit(1)
    .executeTakeFirst()
  const waiting = await db
    .selectFrom('waitlist')
    .select('number')
    .where('patient_phone', '=', phone)
    .limit(1)
    .executeTakeFirst()
  return [lead, booking, waiting].some((one) => one !== undefined)
}

const hourOf = (now: number) => Math.floor(now / hour)

/** The milliseconds until codes are sent again, where as many were sent in this hour as may be; else 0. */
export async function budgetWait(db: Db, budget: number, now: number): Promise<number> {
  const row = await db
    .selectFrom('code_hours')
    .select('sent')
    .where('hour', '=', hourOf(now))
    .executeTakeFirst()
  return (row?.sent ?? 0) < budget ? 0 : (hourOf(now) + 1) * hour - now
}

/** Counts a code that is about to be sent. Resolves to false where it is one too many. */
export async function takeFromBudget(db: Db, budget: number, now: number): Promise<boolean> {
  if (budget === 0) return false
  const row = await db
    .insertInto('code_hours')
    .values({ hour: hourOf(now), sent: 1 })
    .onConflict((conflict) =>
      conflict
        .column('hour')
        .doUpdateSet((e) => ({ sent: e('code_hours.sent', '+', 1) }))
        .where('code_hours.sent', '<', budget),
    )
    .returning('hour')
    .executeTakeFirst()
  return row !== undefined
}
