import type { Funnel, FunnelQuery, FunnelRow } from '@zhenyue/contract'
import { leadSources } from '@zhenyue/contract'
import { sql, type RawBuilder } from 'kysely'
import { withoutIndex } from '../db/engine.ts'
import { liveLeads } from '../db/persons.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { medianWait, type Span } from './waits-store.ts'

const week = 7
const day = 24 * 60 * 60 * 1000

/** Leads that are counted together: of a time, and of one source or of all. */
interface Part extends Span {
  key: string
  source?: string
}

const spanOf = (time: Time, { from, to }: FunnelQuery): Span => ({
  since: from ? time.startOf(from) : 0,
  until: to ? time.startOf(to, 1) : Number.MAX_SAFE_INTEGER,
})

/** Each week by its Monday. */
async function weeksIn(db: Db, time: Time, { since, until }: Span): Promise<Part[]> {
  const { first, last } = await db
    .selectFrom('leads')
    .select((e) => [
      e.fn.min<number | null>('created_at').as('first'),
      e.fn.max<number | null>('created_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
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
      since: Math.max(since, time.startOf(monday)),
      until: Math.min(until, next),
    })
    monday = time.dayOf(next)
  }
  return weeks
}

type Counts = Omit<FunnelRow, 'medianMinutesToFirstContact'> & { waits: number }

const ofSources = (source: string | undefined) =>
  source === undefined
    ? sql`leads.source in (${sql.join(leadSources.map((one) => sql.lit(one)))})`
    : sql`leads.source = ${source}`

/** Persons by their first leads. Each figure is a stretch of an index of its own. */
async function countPart(db: Db, { key, source, since, until }: Part): Promise<Counts> {
  const count = (of: RawBuilder<unknown>) => sql`(select count(*) from leads
    where ${ofSources(source)} and created_at >= ${since} and created_at < ${until} and ${of})`
  const { rows } = await sql<Omit<Counts, 'key' | 'booked'>>`
    select ${count(sql`true`)} - ${count(sql`again = 1`)} as leads,
      ${count(sql`waited >= 0 and reached = 1`)} as contacted,
      ${count(sql`visited = 1 and again = 0`)} as visited,
      ${count(sql`waited >= 0`)} as waits`.execute(db)
  const counted = rows[0]!
  return { key, ...counted, booked: counted.visited }
}

/** Those who have a live booking and have not visited yet, added to the booked ones. */
async function addLive(db: Db, span: Span, by: FunnelQuery['by'], parts: Part[], counts: Counts[]) {
  const key = { source: sql`leads.source`, assignee: sql`leads.assignee`, week: sql`weeks.key` }[by]
  const weeks = parts.map((one) => sql`(${one.key}, cast(${one.since} as bigint), cast(${one.until} as bigint))`)
  const { rows } = await sql<{ key: string; count: number }>`
    ${by === 'week' ? sql`with weeks (key, since, until) as (values ${sql.join(weeks)})` : sql``}
    select ${key} as key, count(*) as count from leads
      ${by === 'week' ? sql`join weeks on leads.created_at >= weeks.since and leads.created_at < weeks.until` : sql``}
    where leads.id in (${liveLeads(db)}) and leads.visited = 0 and leads.again = 0
      and leads.created_at >= ${span.since} and leads.created_at < ${span.until}
    group by ${key}`.execute(db)
  for (const one of rows) {
    const row = counts.find((counted) => counted.key === one.key)
    if (row) row.booked += one.count
  }
}

/** Whoever is nobody's is counted as what is left of all. */
async function countAssignees(db: Db, span: Span): Promise<Counts[]> {
  // SQLite would take the index of the time, and sort.
  const came = withoutIndex(db, 'created_at')
  const { rows } = await sql<Counts>`
    select assignee as key, count(*) as leads, sum(reached) as contacted, sum(visited) as visited,
      sum(visited) as booked, count(case when waited >= 0 then 1 end) as waits
    from leads where assignee <> '' and again = 0
      and ${came} >= ${span.since} and ${came} < ${span.until}
    group by assignee order by assignee`.execute(db)
  // A sum comes from PostgreSQL as text.
  const some = rows.map((row) => ({
    ...row,
    contacted: Number(row.contacted),
    visited: Number(row.visited),
    booked: Number(row.booked),
  }))
  const all = await countPart(db, { key: '', ...span })
  const rest = some.reduce((left, row) => less(left, row), all)
  return rest.leads > 0 ? [rest, ...some] : some
}

const less = (all: Counts, some: Counts): Counts => ({
  key: all.key,
  leads: all.leads - some.leads,
  contacted: all.contacted - some.contacted,
  booked: all.booked - some.booked,
  visited: all.visited - some.visited,
  waits: all.waits - some.waits,
})

/** From leads to visits, by person. */
export async function readFunnel(db: Db, time: Time, query: FunnelQuery): Promise<Funnel> {
  const { by } = query
  const span = spanOf(time, query)
  const parts =
    by === 'week'
      ? await weeksIn(db, time, span)
      : leadSources.map((source) => ({ key: source, source, ...span }))
  const counts = by === 'assignee' ? await countAssignees(db, span) : []
  if (by !== 'assignee') for (const part of parts) counts.push(await countPart(db, part))
  if (counts.length > 0) await addLive(db, span, by, parts, counts)
  const rows: FunnelRow[] = []
  const some = counts.filter(({ leads }) => leads > 0).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const { waits, ...row } of some) {
    const inPart = by === 'week' ? parts.find(({ key }) => key === row.key)! : span
    const medianMinutesToFirstContact = await medianWait(db, waits, { by, key: row.key, span: inPart })
    rows.push({ ...row, medianMinutesToFirstContact })
  }
  const sum = (step: 'leads' | 'contacted' | 'booked' | 'visited' | 'waits') =>
    some.reduce((total, row) => total + row[step], 0)
  return {
    rows,
    total: {
      leads: sum('leads'),
      contacted: sum('contacted'),
      booked: sum('booked'),
      visited: sum('visited'),
      medianMinutesToFirstContact: await medianWait(db, sum('waits'), { by: 'all', key: '', span }),
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
