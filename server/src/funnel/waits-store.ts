import type { FunnelQuery } from '@zhenyue/contract'
import { sql } from 'kysely'
import { withoutIndex } from '../db/engine.ts'
import type { Db } from '../db/types.ts'

/** From when on, and before when. */
export interface Span {
  since: number
  until: number
}

interface Of {
  by: FunnelQuery['by'] | 'all'
  key: string
  span: Span
}

/** Minutes to the first contact, to a tenth: of the one in the middle, or the mean of the two. */
export async function medianWait(db: Db, count: number, { by, key, span }: Of): Promise<number | null> {
  if (count === 0) return null
  const place = Math.floor((count - 1) / 2)
  const most = 2 - (count % 2)
  const middle =
    by === 'week'
      ? await middleOfWeek(db, span, place, most)
      : await middleOf(db, { by, key, span }, place, most)
  return Math.round(middle.reduce((sum, wait) => sum + wait, 0) / middle.length / 6000) / 10
}

/** Gone to in an index that has them in order. */
async function middleOf(db: Db, { by, key, span }: Of, place: number, most: number): Promise<number[]> {
  const came = withoutIndex(db, 'created_at')
  let waits = db
    .selectFrom('leads')
    .select('waited')
    .where('waited', '>=', sql.lit(0))
    .where(sql<boolean>`${came} >= ${span.since} and ${came} < ${span.until}`)
  if (by !== 'all') waits = waits.where(sql.ref(by), '=', key)
  const rows = await waits.orderBy('waited').limit(most).offset(place).execute()
  return rows.map(({ waited }) => waited)
}

/** An index of all waits has them by steps of five minutes: those below are counted, and few are sorted. */
async function middleOfWeek(db: Db, { since, until }: Span, place: number, most: number): Promise<number[]> {
  const inWeek = sql`waited >= 0 and created_at >= ${since} and created_at < ${until}`
  const { rows } = await sql<{ step: number; below: number }>`
    with recursive steps (step, below, next) as (
      select cast(0 as bigint), cast(0 as bigint),
        (select count(*) from leads where waited / 300000 = 0 and ${inWeek})
      union all
      select step + 1, next, next + (select count(*) from leads where waited / 300000 = step + 1 and ${inWeek})
      from steps where next <= ${place})
    select step, below from steps order by step desc limit 1`.execute(db)
  const { step, below } = rows[0]!
  const found = await sql<{ waited: number }>`
    select waited from leads where waited / 300000 >= ${step} and ${inWeek}
    order by waited / 300000, waited limit ${most} offset ${place - below}`.execute(db)
  return found.rows.map(({ waited }) => waited)
}
