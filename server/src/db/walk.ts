import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

type Walked = 'leads' | 'appointments'
export type Matching<T extends Walked> = SelectQueryBuilder<Schema, T, object>

/** So many rows are looked at in one go, however few of them are wanted: nobody waits long for the database. */
const stretch = 1000
/** So many are handed on in one go: nobody waits long for what is made of them. */
const page = 100

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
  const key = keys[table]
  const place = sql`(created_at, ${sql.ref(key)})`
  const placeOf = (row: any) => sql`(${row.created_at}, ${row[key]})`
  const newestFirst = (rows: SelectQueryBuilder<any, any, any>) =>
    rows.orderBy('created_at', 'desc').orderBy(key, 'desc')
  const all = within((db as Kysely<any>).selectFrom(table) as never) as SelectQueryBuilder<any, any, any>
  let rest = all
  for (;;) {
    const end = await newestFirst(rest.select(['created_at', key]))
      .offset(stretch - 1)
      .limit(1)
      .executeTakeFirst()
    const here = end ? rest.where(sql<boolean>`${place} >= ${placeOf(end)}`) : rest
    const rows = await newestFirst((wanted(here as never) as typeof here).selectAll())
      .limit(page)
      .execute()
    yield rows as Selectable<Schema[T]>[]
    const last = rows.length === page ? rows.at(-1) : end
    if (!last) return
    rest = all.where(sql<boolean>`${place} < ${placeOf(last)}`)
  }
}
