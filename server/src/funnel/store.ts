import type { Funnel, FunnelQuery, FunnelRow, FunnelStep } from '@zhenyue/contract'
import { leadSources } from '@zhenyue/contract'
import { sql } from 'kysely'
import { heldLive } from '../db/persons.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { addWaits, countWaits, medianWait, type Part, type Span, type Waits } from './waits-store.ts'

const week = 7
const day = 24 * 60 * 60 * 1000

const spanOf = (time: Time, { from, to }: FunnelQuery): Span => ({
  since: from ? time.startOf(from) : 0,
  until: to ? time.startOf(to, 1) : Number.MAX_SAFE_INTEGER,
})

/** Each week by its Monday. */
async function weeksIn(db: Db, time: Time, { since, until }: Span): Promise<Part[]> {
  // Asked for at once, SQLite would go through all.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(created_at) from leads) as first, (select max(created_at) from leads) as last`.execute(
    db,
  )
  const { first, last } = rows[0]!
  if (first === null || last === null) return []
  const begin = Math.max(first, since)
  const end = Math.min(last + 1, until)
  const today = Date.parse(`${time.dayOf(begin)}T00:00:00Z`)
  const sinceMonday = (new Date(today).getUTCDay() + 6) % week
  let monday = new Date(today - sinceMonday * day).toISOString().slice(0, 10)
  const weeks: Part[] = []
  while (time.startOf(monday) < end) {
    const next = time.startOf(monday, week)
    weeks.push({
      key: monday,
      of: 'all',
      since: Math.max(since, time.startOf(monday)),
      until: Math.min(until, next),
    })
    monday = time.dayOf(next)
  }
  return weeks
}

/** Every name in the index once, nobody's first. */
async function assignees(db: Db): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    with recursive names (username) as (
      select (select min(assignee) from leads)
      union all
      select (select min(assignee) from leads where assignee > username) from names where username is not null)
    select username from names where username is not null`.execute(db)
  return rows.map(({ username }) => username)
}

interface Counted {
  part: Part
  leads: number
  visited: number
  waits: Waits
}

const isOf = ({ key, of }: Part) =>
  of === 'all'
    ? sql`source in (${sql.join(leadSources.map((one) => sql.lit(one)))})`
    : sql`${sql.ref(of)} = ${key}`

/** Persons by their first leads. Each figure is a stretch of an index of its own. */
async function countPart(db: Db, part: Part): Promise<Counted> {
  const inTime = sql`created_at >= ${part.since} and created_at < ${part.until}`
  const firsts = sql`from leads where ${isOf(part)} and ${inTime} and again = 0`
  const { rows } = await sql<{ uncontacted: number; visited: number }>`
    select (select count(*) ${firsts} and waited = -1) as uncontacted,
      (select count(*) ${firsts} and visited = 1) as visited`.execute(db)
  const { uncontacted, visited } = rows[0]!
  const waits = await countWaits(db, part)
  return { part, leads: uncontacted + waits.count, visited, waits }
}

/** Those who have a live booking and have not visited yet, by the keys of the parts. */
async function countLive(
  db: Db,
  span: Span,
  by: FunnelQuery['by'],
  parts: Part[],
): Promise<Map<string, number>> {
  if (parts.length === 0) return new Map()
  const key = { source: sql`held.source`, assignee: sql`held.assignee`, week: sql`weeks.key` }[by]
  const weeks = parts.map(
    (part) => sql`(${part.key}, cast(${part.since} as bigint), cast(${part.until} as bigint))`,
  )
  const { rows } = await sql<{ key: string; count: number }>`
    ${by === 'week' ? sql`with weeks (key, since, until) as (values ${sql.join(weeks)})` : sql``}
    select ${key} as key, count(*) as count from ${heldLive(db)}
      ${by === 'week' ? sql`join weeks on held.created_at >= weeks.since and held.created_at < weeks.until` : sql``}
    where held.visited = 0 and held.again = 0
      and held.created_at >= ${span.since} and held.created_at < ${span.until}
    group by ${key}`.execute(db)
  return new Map(rows.map((row) => [row.key, row.count]))
}

/** In pairs: PostgreSQL works on both at once, and leaves most of its connections to patients. */
async function countParts(db: Db, parts: Part[]): Promise<Counted[]> {
  const counted: Counted[] = []
  for (let i = 0; i < parts.length; i += 2) {
    counted.push(...(await Promise.all(parts.slice(i, i + 2).map((part) => countPart(db, part)))))
  }
  return counted
}

async function partsOf(db: Db, time: Time, by: FunnelQuery['by'], span: Span): Promise<Part[]> {
  if (by === 'week') return weeksIn(db, time, span)
  const keys = by === 'source' ? leadSources : await assignees(db)
  return keys.map((key) => Object.assign({ key, of: by }, span))
}

/** From leads to visits, by person. */
export async function readFunnel(db: Db, time: Time, query: FunnelQuery): Promise<Funnel> {
  const { by } = query
  const span = spanOf(time, query)
  const parts = await partsOf(db, time, by, span)
  const [counted, live] = await Promise.all([countParts(db, parts), countLive(db, span, by, parts)])
  const some = counted.filter(({ leads }) => leads > 0).toSorted((a, b) => (a.part.key < b.part.key ? -1 : 1))
  const rows: FunnelRow[] = []
  for (const { part, leads, visited, waits } of some) {
    const medianMinutesToFirstContact = await medianWait(db, part, waits)
    rows.push({
      key: part.key,
      leads,
      contacted: waits.reached,
      booked: visited + (live.get(part.key) ?? 0),
      visited,
      medianMinutesToFirstContact,
    })
  }
  const sum = (step: FunnelStep) => rows.reduce((total, row) => total + row[step], 0)
  const waits = addWaits(some.map((one) => one.waits))
  return {
    rows,
    total: {
      leads: sum('leads'),
      contacted: sum('contacted'),
      booked: sum('booked'),
      visited: sum('visited'),
      medianMinutesToFirstContact: await medianWait(db, { key: '', of: 'all', ...span }, waits),
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
