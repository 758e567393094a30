import { createHash, randomBytes } from 'node:crypto'
import { maskPhone } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import type { Time } from '../time.ts'
import { inTransaction } from './engine.ts'
import type { Db } from './types.ts'
import type { Schema } from './schema.ts'

/** Who acts: an administrator, or someone at the terminal of the machine. */
export interface Actor {
  username: string
  address: string
}

export const atTerminal: Actor = { username: 'terminal', address: '' }

/** What an administrator did, as it is recorded. */
export interface AuditEntry {
  action: string
  /** The id of what it was done to. */
  target: string
  changes?: Changes
}
export type Changes = Record<string, [before: unknown, after: unknown]>

type Covered = Omit<Selectable<Schema['audit']>, 'changes' | 'salt' | 'hash'>

const digest = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Salted, so that what was erased cannot be guessed from it. */
export const changesDigest = (changes: string, salt: string) => digest(changes, salt)

export const chainHash = (before: string, row: Covered) =>
  digest(before, row.number, row.at, row.actor, row.action, row.target, row.address, row.changes_digest)

/** Of long texts, mostly pictures, only the beginning is kept. */
const brief = (_key: string, value: unknown) =>
  typeof value === 'string' && value.length > 500 ? `${value.slice(0, 60)}… (${value.length})` : value

/**
 * Runs a change and writes its audit entries in one transaction.
 * It first locks the end of the chain, so such transactions run one after another: what `work` reads is what it changes.
 */
export const audited = <T>(
  db: Db,
  time: Time,
  actor: Actor,
  work: (trx: Db, record: (entry: AuditEntry) => void) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (trx) => {
    const heads = trx.updateTable('audit_head').where('id', '=', 1)
    const head = await heads
      .set((e) => ({ number: e.ref('number') }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const entries: AuditEntry[] = []
    const result = await work(trx, (entry) => entries.push(entry))

    let { number, hash } = head
    for (const entry of entries) {
      const changes = JSON.stringify(entry.changes ?? {}, brief)
      const salt = randomBytes(16).toString('base64url')
      const covered: Covered = {
        number: ++number,
        at: time.now(),
        actor: actor.username,
        action: entry.action,
        target: entry.target,
        address: actor.address,
        changes_digest: changesDigest(changes, salt),
      }
      hash = chainHash(hash, covered)
      await trx
        .insertInto('audit')
        .values({ ...covered, changes, salt, hash })
        .execute()
    }
    if (entries.length > 0) await heads.set({ number, hash }).execute()
    return result
  })

/** The fields that differ between two states of a record. */
export function differences(before: object, after: object): Changes {
  const was = before as Record<string, unknown>
  const is = after as Record<string, unknown>
  const changed = Object.keys({ ...was, ...is }).filter(
    (field) => field !== 'updatedAt' && JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, [was[field] ?? null, is[field] ?? null]]))
}

/** Records an export by its filter. Nothing in the entry identifies a person, as it could not be erased again. */
export const recordExport = (
  db: Db,
  time: Time,
  action: string,
  { phone, keyword, ...filter }: { phone?: string | undefined; keyword?: string | undefined },
  rows: number,
  actor: Actor,
): Promise<void> =>
  audited(db, time, actor, async (_trx, record) => {
    const shown = {
      ...filter,
      ...(phone && { phone: maskPhone(phone) }),
      ...(keyword && { keyword: `${[...keyword][0]}**` }),
    }
    record({ action, target: '', changes: { filter: [null, shown], rows: [null, rows] } })
  })
