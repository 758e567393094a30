import type { Funnel, FunnelQuery, FunnelRow } from '@zhenyue/contract'
import { sql, type RawBuilder } from 'kysely'
import { withoutIndex } from '../db/engine.ts'
import { bookingStep, isFirstOfPhone } from '../db/follow-ups.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const week = 7
const day = 24 * 60 * 60 * 1000

/** From when on, and before when. */
type Span = [since: number, until: number]

async function spanOf(db: Db, time: Time, { from, to }: FunnelQuery): Promise<Span> {
  const { first, last } = await db
    .selectFrom('leads')
    .select((e) => [
      e.fn.min<number | null>('created_at').as('first'),
      e.fn.max<number | null>('created_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
  const since = Math.max(first ?? 0, from ? time.startOf(from) : 0)
  const until = Math.min((last ?? 0) + 1, to ? time.startOf(to, 1) : Infinity)
  return [since, until]
}

/** The weeks of a time as `(key, since, until)`, each by its Monday. */
function weeksIn(time: Time, [since, until]: Span): RawBuilder<unknown> {
  const today = Date.parse(`${time.dayOf(since)}T00:00:00Z`)
  const sinceMonday = (new Date(today).getUTCDay() + 6) % week
  let monday = new Date(today - sinceMonday * day).toISOString().slice(0, 10)
  const weeks: RawBuilder<unknown>[] = []
  do {
    const next = time.startOf(monday, week)
    weeks.push(sql`(${sql.lit(monday)}, ${sql.lit(time.startOf(monday))}, ${sql.lit(next)})`)
    monday = time.dayOf(next)
  } while (time.startOf(monday) < until)
  return sql`(values ${sql.join(weeks)})`
}

/** Those whose first lead came in a time, one row each: under which key, and what happened. */
function personsIn(db: Db, time: Time, span: Span, by: FunnelQuery['by'] | 'all') {
  const [since, until] = span
  // By source and assignee numbers are gone through in their order, as they stand in the indexes of all that is asked.
  const came = by === 'week' ? sql.ref('leads.created_at') : withoutIndex(db, 'leads.created_at')
  const keys = {
    all: sql`''`,
    source: sql`leads.source`,
    assignee: sql`coalesce(follow_ups.assignee, '')`,
    week: sql`weeks.key`,
  }
  return sql`
    ${by === 'week' ? sql`with weeks (key, since, until) as ${weeksIn(time, span)}` : sql``}
    select ${keys[by]} as key, follow_ups.reached_at, ${bookingStep('leads.phone')} as step,
      case when follow_ups.first_contact_at > leads.created_at
        then follow_ups.first_contact_at - leads.created_at else 0 end as waited,
      follow_ups.first_contact_at
    from ${by === 'week' ? sql`weeks cross join leads` : sql`leads`}
      left join follow_ups on follow_ups.phone = leads.phone
    where ${came} >= ${since} and ${came} < ${until}
      ${by === 'week' ? sql`and leads.created_at >= weeks.since and leads.created_at < weeks.until` : sql``}
      and ${isFirstOfPhone}`
}

type Counts = Omit<FunnelRow, 'medianMinutesToFirstContact'>

async function countSteps(db: Db, persons: RawBuilder<unknown>): Promise<Counts[]> {
  // Kept apart, so that no engine looks for the bookings of a person once for every count.
  const { rows } = await sql<Counts>`
    with persons as materialized (${persons})
    select key, count(*) as leads, count(case when reached_at > 0 then 1 end) as contacted,
      count(step) as booked, count(case when step = 2 then 1 end) as visited
    from persons group by key order by key`.execute(db)
  return rows
}

/** The one in the middle, or the mean of the two. */
async function medians(db: Db, persons: RawBuilder<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; median: number }>`
    select key, cast(avg(waited) as double precision) as median
    from (
      select key, waited, row_number() over (partition by key order by waited) as place,
        count(*) over (partition by key) as places
      from (${persons}) as persons where first_contact_at > 0) as placed
    where place in ((places + 1) / 2, (places + 2) / 2) group by key`.execute(db)
  return new Map(rows.map(({ key, median }) => [key, Math.round(median / 6000) / 10]))
}

/** From leads to visits, by person. */
export async function readFunnel(db: Db, time: Time, query: FunnelQuery): Promise<Funnel> {
  const span = await spanOf(db, time, query)
  const persons = personsIn(db, time, span, query.by)
  const counts = await countSteps(db, persons)
  const byKey = await medians(db, persons)
  const ofAll = await medians(db, personsIn(db, time, span, 'all'))
  const rows = counts.map((row) => ({
    ...row,
    medianMinutesToFirstContact: byKey.get(row.key) ?? null,
  }))
  const sum = (step: 'leads' | 'contacted' | 'booked' | 'visited') =>
    counts.reduce((total, row) => total + row[step], 0)
  return {
    rows,
    total: {
      leads: sum('leads'),
      contacted: sum('contacted'),
      booked: sum('booked'),
      visited: sum('visited'),
      medianMinutesToFirstContact: ofAll.get('') ?? null,
    },
    erased: await countErased(db, time, query),
  }
}

async function countErased(db: Db, time: Time, { from, to }: FunnelQuery): Promise<number> {
  let erased = db.selectFrom('erased_leads')
  if (from) erased = erased.where('created_at', '>=', time.startOf(from))
  if (to) erased = erased.where('created_at', '<', time.startOf(to, 1))
  const { count } = await erased.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}
