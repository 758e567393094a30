import { createHash, randomBytes } from 'node:crypto'
import { maskPhone } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import type { Time } from '../time.ts'
import { inTransaction } from './engine.ts'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

/** Who acts: an administrator, or someone at the terminal of the machine. */
export interface Actor {
  username: string
  address: string
}

export const atTerminal: Actor = { username: 'terminal', address: '' }

export interface Deed {
  action: string
  /** The id of the record it was done to. */
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

/** Long texts, pictures above all, are told by their beginning. */
const brief = (_key: string, value: unknown) =>
  typeof value === 'string' && value.length > 500 ? `${value.slice(0, 60)}… (${value.length})` : value

/**
 * Runs what someone does together with its rows in the audit log: both are kept, or neither.
 * Those who act wait for each other at the end of the chain, so what `work` reads is what it changes.
 */
export const audited = <T>(
  db: Db,
  time: Time,
  actor: Actor,
  work: (trx: Db, record: (deed: Deed) => void) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (trx) => {
    const heads = trx.updateTable('audit_head').where('id', '=', 1)
    const head = await heads
      .set((e) => ({ number: e.ref('number') }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const deeds: Deed[] = []
    const result = await work(trx, (deed) => deeds.push(deed))

    let { number, hash } = head
    for (const deed of deeds) {
      const changes = JSON.stringify(deed.changes ?? {}, brief)
      const salt = randomBytes(16).toString('base64url')
      const covered: Covered = {
        number: ++number,
        at: time.now(),
        actor: actor.username,
        action: deed.action,
        target: deed.target,
        address: actor.address,
        changes_digest: changesDigest(changes, salt),
      }
      hash = chainHash(hash, covered)
      await trx
        .insertInto('audit')
        .values({ ...covered, changes, salt, hash })
        .execute()
    }
    if (deeds.length > 0) await heads.set({ number, hash }).execute()
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

/** What was taken out as a file, by its filter. Nothing in it tells of one person: that could not be erased again. */
export const recordExport = (
  db: Db,
  time: Time,
  action: string,
  { phone, keyword, ...choice }: { phone?: string | undefined; keyword?: string | undefined },
  rows: number,
  actor: Actor,
): Promise<void> =>
  audited(db, time, actor, async (_trx, record) => {
    const filter = {
      ...choice,
      ...(phone && { phone: maskPhone(phone) }),
      ...(keyword && { keyword: `${[...keyword][0]}**` }),
    }
    record({ action, target: '', changes: { filter: [null, filter], rows: [null, rows] } })
  })
