import type { Funnel, FunnelQuery, FunnelRow } from '@zhenyue/contract'
import { leadSources } from '@zhenyue/contract'
import { sql } from 'kysely'
import { liveLeads } from '../db/persons.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { medianWait, type Span } from './waits-store.ts'

const week = 7
const day = 24 * 60 * 60 * 1000

/** Persons that are counted together: of a time, and of one source or assignee, or of all sources. */
interface Part extends Span {
  key: string
  of: 'source' | 'assignee' | 'all'
}

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

type Counts = Omit<FunnelRow, 'medianMinutesToFirstContact'> & { waits: number }

const partOf = ({ key, of }: Part) =>
  of === 'all'
    ? sql`leads.source in (${sql.join(leadSources.map((one) => sql.lit(one)))})`
    : sql`${sql.ref(`leads.${of}`)} = ${key}`

/** Persons by their first leads. Each figure is a stretch of an index of its own. */
async function countPart(db: Db, part: Part): Promise<Counts> {
  const some = (of: string) => sql`from leads
    where ${partOf(part)} and created_at >= ${part.since} and created_at < ${part.until} and ${sql.raw(of)}`
  const count = (of: string) => sql`(select count(*) ${some(of)})`
  const firsts = part.of === 'assignee' ? count('again = 0') : sql`${count('true')} - ${count('again = 1')}`
  const { rows } = await sql<Omit<Counts, 'key' | 'booked'>>`
    select ${firsts} as leads, ${count('visited = 1 and again = 0')} as visited,
      count(*) as waits, count(case when reached = 1 then 1 end) as contacted
    ${some('waited >= 0')}`.execute(db)
  const counted = rows[0]!
  return { key: part.key, ...counted, booked: counted.visited }
}

/** Those who have a live booking and have not visited yet, added to the booked ones. */
async function addLive(db: Db, span: Span, by: FunnelQuery['by'], parts: Part[], counts: Counts[]) {
  const key = { source: sql`leads.source`, assignee: sql`leads.assignee`, week: sql`weeks.key` }[by]
  const weeks = parts.map(
    (one) => sql`(${one.key}, cast(${one.since} as bigint), cast(${one.until} as bigint))`,
  )
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
  const counts: Counts[] = []
  for (const part of parts) counts.push(await countPart(db, part))
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
