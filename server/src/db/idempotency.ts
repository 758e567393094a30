import { createHash } from 'node:crypto'
import type { Time } from '../time.ts'
import { inTransaction } from './engine.ts'
import type { Db } from './types.ts'

const kept = 24 * 60 * 60 * 1000

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

export interface IdempotentRequest {
  operation: string
  /** What the caller sent as Idempotency-Key, if anything. */
  key: string | undefined
  body: unknown
  /** Whose answer is kept, so that it can be erased. */
  phone: string
}

/** Deletes the kept answers about a person. */
export async function forgetAnswers(db: Db, phone: string): Promise<void> {
  await db.deleteFrom('idempotency').where('phone', '=', phone).execute()
}

/** Deletes what is kept no longer. */
export async function purgeAnswers(db: Db, now: number): Promise<void> {
  await db.deleteFrom('idempotency').where('expires_at', '<=', now).execute()
}

/** Resolves to this where the key was used for something else. */
export const usedForAnother = Symbol('used for another')

/**
 * Does the work of a request once for each key; a repeated request gets the first answer.
 * An answer of undefined is a refusal; it is not kept.
 */
export function idempotent<T>(
  db: Db,
  time: Time,
  { operation, key, body, phone }: IdempotentRequest,
  work: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined | typeof usedForAnother> {
  if (key === undefined) return work(db)
  return inTransaction(db, async (trx) => {
    const now = time.now()
    const hashed = digest(`${operation} ${key}`)
    const bodyDigest = digest(JSON.stringify(body))
    await purgeAnswers(trx, now)
    // A second request with the key waits here until the first is decided.
    const claimed = await trx
      .insertInto('idempotency')
      .values({ key: hashed, body_digest: bodyDigest, answer: '', phone, expires_at: now + kept })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    const own = trx.updateTable('idempotency').where('key', '=', hashed)
    if (!claimed) {
      const first = await trx
        .selectFrom('idempotency')
        .selectAll()
        .where('key', '=', hashed)
        .executeTakeFirstOrThrow()
      return first.body_digest === bodyDigest ? (JSON.parse(first.answer) as T) : usedForAnother
    }
    const answer = await work(trx)
    if (answer === undefined) await trx.deleteFrom('idempotency').where('key', '=', hashed).execute()
    else await own.set({ answer: JSON.stringify(answer) }).execute()
    return answer
  })
}
