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
 * Does the work of a request once for each key, in a transaction; a repeated request gets the first answer. What is
 * thrown gives the key back with all else.
 */
export async function answerOnce<T>(
  trx: Db,
  time: Time,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T | typeof usedForAnother> {
  if (request.key === undefined) return work()
  const claimed = await claimKey(trx, claimOf(time, request), '').executeTakeFirst()
  // Whoever cannot claim it has waited for the answer.
  if (!claimed) return (await firstAnswer<T>(trx, time, request))!
  const answer = await work()
  const kept = { answer: JSON.stringify(answer) }
  await trx.updateTable('idempotency').set(kept).where('key', '=', keyOf(request)).execute()
  return answer
}

class Refused extends Error {}

/** The same in a transaction of its own. An answer of undefined is a refusal; it is not kept. */
export async function idempotent<T>(
  db: Db,
  time: Time,
  request: IdempotentRequest,
  work: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined | typeof usedForAnother> {
  if (request.key === undefined) return work(db)
  try {
    return await inTransaction(db, (trx) =>
      answerOnce(trx, time, request, async () => {
        const answer = await work(trx)
        // The claim is undone, not deleted: a deletion would have SQLite clean its whole file.
        if (answer === undefined) throw new Refused()
        return answer
      }),
    )
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
