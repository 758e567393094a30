import { sql, type RawBuilder } from 'kysely'
import { withoutIndex } from '../db/engine.ts'
import type { Db } from '../db/types.ts'

/** From when on, and before when. */
export interface Span {
  since: number
  until: number
}

/** Persons of a time, and of one source or assignee, or of all. */
export interface Part extends Span {
  key: string
  of: 'source' | 'assignee' | 'all'
}

/** How many were first contacted, how many were reached, and how many waited five minutes less or more. */
export interface Waits {
  count: number
  reached: number
  /** In order; none of a part of all. */
  steps: { step: number; count: number }[]
}

const stepOf = sql`(waited / 300000)`

/** Indexes have waits by their steps; those of all are also counted by when the leads came. */
function waited({ key, of, since, until }: Part, came: RawBuilder<unknown>) {
  const ofKey = of === 'all' ? sql`true` : sql`${sql.ref(of)} = ${key}`
  return sql`${ofKey} and waited >= 0 and ${came} >= ${since} and ${came} < ${until}`
}

export async function countWaits(db: Db, part: Part): Promise<Waits> {
  const isAll = part.of === 'all'
  const came = isAll ? sql`created_at` : withoutIndex(db, 'created_at')
  const { rows } = await sql<{ step: number; count: number; reached: number }>`
    select ${isAll ? sql`0` : stepOf} as step, count(*) as count, count(case when reached = 1 then 1 end) as reached
    from leads where ${waited(part, came)} ${isAll ? sql`` : sql`group by ${stepOf} order by ${stepOf}`}`.execute(
    db,
  )
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    reached: rows.reduce((sum, { reached }) => sum + reached, 0),
    steps: isAll ? [] : rows,
  }
}

/** Of several parts together. */
export function addWaits(all: Waits[]): Waits {
  const steps = new Map<number, number>()
  for (const { step, count } of all.flatMap((one) => one.steps))
    steps.set(step, (steps.get(step) ?? 0) + count)
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    reached: all.reduce((sum, { reached }) => sum + reached, 0),
    steps: Array.from(steps, ([step, count]) => ({ step, count })).toSorted((a, b) => a.step - b.step),
  }
}

/** Minutes to the first contact, to a tenth: of the one in the middle, or the mean of the two. */
export async function medianWait(db: Db, part: Part, { count, steps }: Waits): Promise<number | null> {
  if (count === 0) return null
  const place = Math.floor((count - 1) / 2)
  const { step, below } = steps.length > 0 ? stepAt(steps, place) : await findStep(db, part, place)
  // Few are sorted: those of one step.
  const { rows } = await sql<{ waited: number }>`
    select waited from leads where ${stepOf} >= ${step} and ${waited(part, withoutIndex(db, 'created_at'))}
    order by ${stepOf}, waited limit ${2 - (count % 2)} offset ${place - below}`.execute(db)
  return Math.round(rows.reduce((sum, row) => sum + row.waited, 0) / rows.length / 6000) / 10
}

/** The step that has a place, and how many are below it. */
function stepAt(steps: Waits['steps'], place: number) {
  let below = 0
  for (const { step, count } of steps) {
    if (below + count > place) return { step, below }
    below += count
  }
  throw new Error('a place beyond the last')
}

/** The same where steps were not counted: as many are as it takes. */
async function findStep(db: Db, part: Part, place: number) {
  const isIn = waited(part, sql`created_at`)
  const { rows } = await sql<{ step: number; below: number }>`
    with recursive steps (step, below, next) as (
      select cast(0 as bigint), cast(0 as bigint), (select count(*) from leads where ${stepOf} = 0 and ${isIn})
      union all
      select step + 1, next, next + (select count(*) from leads where ${stepOf} = step + 1 and ${isIn})
      from steps where next <= ${place})
    select step, below from steps order by step desc limit 1`.execute(db)
  return rows[0]!
}
