import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

type Walked = 'leads' | 'appointments'
export type Matching<T extends Walked> = SelectQueryBuilder<Schema, T, object>

/** So many rows are looked at in one go, however few of them are wanted: nobody waits long for the database. */
const stretch = 1000

const keys = { leads: 'id', appointments: 'number' } as const

/**
 * Some of the rows of a table, the newest first, a stretch at a time.
 * `within` is what an index can tell apart, `wanted` what else is asked of each row.
 */
export async function* walk<T extends Walked>(
  db: Db,
  table: T,
  within: (rows: Matching<T>) => Matching<T>,
  wanted: (rows: Matching<T>) => Matching<T>,
): AsyncGenerator<Selectable<Schema[T]>[]> {
  const key = sql.ref(keys[table])
  const place = sql`(created_at, ${key})`
  const newestFirst = (rows: SelectQueryBuilder<any, any, any>) =>
    rows.orderBy('created_at', 'desc').orderBy(key, 'desc')
  const all = within((db as Kysely<any>).selectFrom(table) as never) as SelectQueryBuilder<any, any, any>
  let rest = all
  for (;;) {
    const end = await newestFirst(rest.select(['created_at', key.as('key')]))
      .offset(stretch - 1)
      .limit(1)
      .executeTakeFirst()
    const until = end && sql`(${end.created_at}, ${end.key})`
    const here = until ? rest.where(sql<boolean>`${place} >= ${until}`) : rest
    yield (await newestFirst(
      (wanted(here as never) as SelectQueryBuilder<any, any, any>).selectAll(),
    ).execute()) as Selectable<Schema[T]>[]
    if (!until) return
    rest = all.where(sql<boolean>`${place} < ${until}`)
  }
}
