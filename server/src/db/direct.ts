import type { Db } from './open.ts'

/** Runs a statement by itself and answers its rows, past all that a query builder does on the way. */
export type Run = (sql: string, values: readonly unknown[]) => Promise<unknown[]>

/** Databases that have such a way. A transaction has none. */
export const direct = new WeakMap<Db, Run>()

export type Read = (sql: string, values: readonly unknown[]) => unknown[]

/** Those that answer what is read at once. */
export const atOnce = new WeakMap<Db, Read>()
