import { createHash, createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuditKeys, Db } from './types.ts'

export interface AuditKey {
  /** Tells keys apart, and nothing of the key. */
  id: string
  key: Uint8Array
}

/** By the adapter of a database, which transactions on it share. */
const keysOf = new WeakMap<object, AuditKey[]>()
const adapterOf = (db: Kysely<any>) => db.getExecutor().adapter

const idOf = (key: Uint8Array) =>
  createHash('sha256').update('zhenyue audit key').update(key).digest('base64url').slice(0, 8)

export const useAuditKeys = (db: Db, keys: AuditKeys) =>
  keysOf.set(
    adapterOf(db),
    keys.map((key) => ({ id: idOf(key), key })),
  )

/** The keys that the audit log is, and was, signed with; new entries are signed with the first. */
export function auditKeys(db: Db): [AuditKey, ...AuditKey[]] {
  const keys = keysOf.get(adapterOf(db))
  if (!keys) throw new Error('a database without audit keys')
  return keys as [AuditKey, ...AuditKey[]]
}

export const sign = ({ key }: AuditKey, ...parts: unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

/** Whom an entry is about: without the key nobody can try numbers out. */
const personOf = (key: AuditKey, phone: string) => sign(key, 'person', phone)

export const personIn = (db: Db, phone: string) => personOf(auditKeys(db)[0], phone)

/** Under every key, as entries may be older than the current one. */
export const allPersonsIn = (db: Db, phone: string) => auditKeys(db).map((key) => personOf(key, phone))
