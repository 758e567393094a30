import { createHash } from 'node:crypto'
import type { Expression } from 'kysely'
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

const keyOf = ({ operation, key }: IdempotentRequest) => digest(`${operation} ${key}`)
const bodyOf = ({ body }: IdempotentRequest) => digest(JSON.stringify(body))

/** What is kept of a request beside its answer. */
export interface Claim {
  key: string
  bodyDigest: string
  phone: string
  now: number
  expiresAt: number
}

export function claimOf(time: Time, request: IdempotentRequest): Claim {
  const now = time.now()
  const { phone } = request
  return { key: keyOf(request), bodyDigest: bodyOf(request), phone, now, expiresAt: now + kept }
}

/** Gives a row where the key is free, or its time is over. A second request waits until the first is decided. */
export function claimKey(
  db: Db,
  { key, bodyDigest, phone, now, expiresAt }: Claim,
  answer: string | Expression<string>,
) {
  const values = { body_digest: bodyDigest, answer, phone, expires_at: expiresAt }
  return db
    .insertInto('idempotency')
    .values({ key, ...values })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(values).where('idempotency.expires_at', '<=', now),
    )
    .returning('key')
}

/** What the first request with this key was answered, if there was one. */
export async function firstAnswer<T>(
  db: Db,
  time: Time,
  request: IdempotentRequest,
): Promise<T | typeof usedForAnother | undefined> {
  if (request.key === undefined) return undefined
  const first = await db
    .selectFrom('idempotency')
    .select(['body_digest', 'answer'])
    .where('key', '=', keyOf(request))
    .where('expires_at', '>', time.now())
    .executeTakeFirst()
  if (!first) return undefined
  return first.body_digest === bodyOf(request) ? (JSON.parse(first.answer) as T) : usedForAnother
}

/**
 * Does the work of a request once for each key; a repeated request gets the first answer.
 * An answer of undefined is a refusal; it is not kept.
 */
export function idempotent<T>(
  db: Db,
  time: Time,
  request: IdempotentRequest,
  work: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined | typeof usedForAnother> {
  if (request.key === undefined) return work(db)
  return inTransaction(db, async (trx) => {
    const claimed = await claimKey(trx, claimOf(time, request), '').executeTakeFirst()
    if (!claimed) return firstAnswer<T>(trx, time, request)
    const answer = await work(trx)
    const key = keyOf(request)
    if (answer === undefined) await trx.deleteFrom('idempotency').where('key', '=', key).execute()
    else {
      const kept = { answer: JSON.stringify(answer) }
      await trx.updateTable('idempotency').set(kept).where('key', '=', key).execute()
    }
    return answer
  })
}
