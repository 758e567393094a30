import { createHash, randomBytes } from 'node:crypto'
import { maskPhone } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import type { Time } from '../time.ts'
import { allPersonsIn, auditKeys, personIn, sign, type AuditKey } from './audit-keys.ts'
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
  /** The number of the person it is about, so that the entry is found when that person is erased. */
  phone?: string | undefined
  /** The entries whose values went with this change. */
  blanked?: number[]
  /** When it was done, where that was not just now. */
  at?: number
}
export type Changes = Record<string, [before: unknown, after: unknown]>

type Row = Selectable<Schema['audit']>
type Covered = Omit<Row, 'changes' | 'salt' | 'person' | 'hash'>

/** Salted, so that what was blanked cannot be guessed from it. */
export const changesDigest = ({ changes, salt, person }: Pick<Row, 'changes' | 'salt' | 'person'>) =>
  createHash('sha256')
    .update(JSON.stringify([changes, salt, person]))
    .digest('base64url')

export const chainHash = (key: AuditKey, before: string, row: Covered) =>
  sign(
    key,
    before,
    row.number,
    row.at,
    row.actor,
    row.action,
    row.target,
    row.address,
    row.changes_digest,
    row.blanked,
    row.key_id,
  )

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
    const [key] = auditKeys(db)
    const rows: Row[] = []
    for (const { action, target, changes, phone, blanked = [], at = time.now() } of entries) {
      const values = {
        changes: JSON.stringify(changes ?? {}, brief),
        salt: randomBytes(16).toString('base64url'),
        person: phone === undefined ? null : personIn(db, phone),
      }
      const covered: Covered = {
        number: ++number,
        at,
        actor: actor.username,
        action,
        target,
        address: actor.address,
        changes_digest: changesDigest(values),
        blanked: blanked.length > 0 ? JSON.stringify(blanked) : null,
        key_id: key.id,
      }
      hash = chainHash(key, hash, covered)
      rows.push({ ...covered, ...values, hash })
    }
    for (let from = 0; from < rows.length; from += 500) {
      await trx
        .insertInto('audit')
        .values(rows.slice(from, from + 500))
        .execute()
    }
    if (entries.length > 0) await heads.set({ number, hash }).execute()
    return result
  })

const blank = { changes: null, salt: null, person: null }

/**
 * Forgets the values of the entries about a record: what was changed may tell of a person; that it was changed, by
 * whom and when, stays. Answers the numbers of the entries, which the entry of the deletion has to name.
 */
export async function blankRecord(trx: Db, target: string): Promise<number[]> {
  const rows = await trx
    .updateTable('audit')
    .set(blank)
    .where('target', '=', target)
    // Entries without values stay as they are, and are found when the person is erased.
    .where('changes', '!=', '{}')
    .returning('number')
    .execute()
  return rows.map((row) => row.number)
}

/** The same for all entries about a person, also where the record itself is gone. */
export async function blankPerson(trx: Db, phone: string): Promise<number[]> {
  const rows = await trx
    .updateTable('audit')
    .set(blank)
    .where('person', 'in', allPersonsIn(trx, phone))
    .returning('number')
    .execute()
  return rows.map((row) => row.number)
}

/** The fields that differ between two states of a record. */
export function differences(before: object, after: object): Changes {
  const was = before as Record<string, unknown>
  const is = after as Record<string, unknown>
  const changed = Object.keys({ ...was, ...is }).filter(
    (field) => field !== 'updatedAt' && JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, [was[field] ?? null, is[field] ?? null]]))
}

/** Records an export by its filter. Nothing in the entry identifies a person but the number it was filtered by, keyed. */
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
    record({ action, target: '', changes: { filter: [null, shown], rows: [null, rows] }, phone })
  })
