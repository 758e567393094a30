import { sql, type RawBuilder } from 'kysely'
import { countedDay } from './counting.ts'
import type { Db } from './open.ts'

// How many rows there are, and where the page after many rows begins, without walking over them:
// whole days are counted already, and only the rest of a day is looked at.

const countsOf = { leads: 'lead_counts', appointments: 'appointment_counts' } as const

/** Some of the rows of a list: created within a time, and of one source or status. */
export interface Slice {
  table: keyof typeof countsOf
  column?: 'source' | 'status'
  value?: string | undefined
  from?: number | undefined
  before?: number | undefined
}

const ofValue = ({ column, value }: Slice) =>
  column && value !== undefined ? sql`and ${sql.ref(column)} = ${value}` : sql``

/** A number of rows, as an expression. */
type Count = RawBuilder<number>

const rowsBetween = (slice: Slice, from: number, before: number): Count =>
  sql`(select count(*) from ${sql.table(slice.table)}
    where created_at >= ${from} and created_at < ${before} ${ofValue(slice)})`

/** The days that are whole within the slice: from the first to before the end. */
function wholeDays({ from, before }: Slice) {
  const ever = 100_000_000
  const first = from === undefined ? -ever : Math.ceil(from / countedDay)
  const end = before === undefined ? ever : Math.floor(before / countedDay)
  return first < end ? { first, end } : undefined
}

const countsWithin = (slice: Slice, { first, end }: { first: number; end: number }) =>
  sql`from ${sql.table(countsOf[slice.table])}
    where erased = 0 and day >= ${first} and day < ${end} ${ofValue(slice)}`

async function evaluate(db: Db, count: Count): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select ${count} as count`.execute(db)
  // Sums of bigint are numeric, which PostgreSQL hands over as text.
  return Number(rows[0]!.count)
}

export async function countSlice(db: Db, slice: Slice): Promise<number> {
  const days = wholeDays(slice)
  if (!days) return evaluate(db, rowsBetween(slice, slice.from!, slice.before!))
  const none = sql<number>`0`
  const head = slice.from === undefined ? none : rowsBetween(slice, slice.from, days.first * countedDay)
  const tail = slice.before === undefined ? none : rowsBetween(slice, days.end * countedDay, slice.before)
  const whole = sql`coalesce((select sum(count) ${countsWithin(slice, days)}), 0)`
  return evaluate(db, sql`${head} + ${whole} + ${tail}`)
}

/** Fewer rows than this are walked over. */
const few = 1000

/** Where a page of the newest first begins: among what was created before a moment, after some rows. */
export async function pageStart(db: Db, slice: Slice, offset: number) {
  const start = { before: slice.before, offset }
  const days = wholeDays(slice)
  if (offset < few || !days) return start
  const partial =
    slice.before === undefined
      ? 0
      : await evaluate(db, rowsBetween(slice, days.end * countedDay, slice.before))
  const { rows } = await sql<{ day: number; newer: number | string }>`
    select day, newer from (
      select day, sum(sum(count)) over (order by day desc) - sum(count) as newer
      ${countsWithin(slice, days)} group by day
    ) as days
    where newer <= ${offset - partial} order by day limit 1
  `.execute(db)
  const [found] = rows
  if (!found) return start
  return { before: (found.day + 1) * countedDay, offset: offset - partial - Number(found.newer) }
}

/** Counts only where the page does not tell: one that is not full is the last. */
export async function totalOf(
  { rows, count }: { rows: unknown[]; count(): Promise<number> },
  { limit, offset }: { limit: number; offset: number },
): Promise<number> {
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return isLast ? offset + rows.length : count()
}
