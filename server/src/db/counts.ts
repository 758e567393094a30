import { sql } from 'kysely'
import type { Schema } from './schema.ts'
import type { Db } from './types.ts'

/**
 * How many rows have each of some values. Each is a stretch of an index: to look at the value of every row takes
 * PostgreSQL twice as long.
 */
export async function countEach<T extends keyof Schema, K extends string>(
  db: Db,
  table: T,
  column: keyof Schema[T] & string,
  keys: readonly K[],
): Promise<Record<K, number>> {
  const counts = keys.map(
    (key) =>
      sql`(select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${sql.lit(key)}) as ${sql.ref(key)}`,
  )
  const { rows } = await sql<Record<K, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0]!
}
