import { leadSources, type Lead, type LeadChoice, type LeadFilter, type Page } from '@zhenyue/contract'
import { countSlice, pageStart, totalOf, type Slice } from '../db/day-counts.ts'
import { countNamed, leadsNamed, namesHold } from '../db/names.ts'
import type { Db } from '../db/open.ts'
import type { Time } from '../time.ts'
import { toLead } from './store.ts'

const day = 24 * 60 * 60 * 1000

interface Bounds {
  from: number | undefined
  before: number | undefined
}

export async function listLeads(db: Db, time: Time, filter: LeadFilter): Promise<Page<Lead>> {
  const { startDate, endDate, limit, offset } = filter
  const bounds: Bounds = {
    from: startDate ? time.startOf(startDate) : undefined,
    before: endDate ? time.startOf(endDate, 1) : undefined,
  }
  const found = await findPage(db, filter, bounds)
  const total = await totalOf(found, filter)
  return { list: found.rows.map((row) => toLead(row, time)), total, limit, offset }
}

function findPage(db: Db, filter: LeadFilter, bounds: Bounds) {
  if (filter.phone) return byPhone(db, filter, bounds)
  return filter.keyword ? byName(db, filter, filter.keyword, bounds) : byTime(db, filter, bounds)
}

/** There are few of one number. */
async function byPhone(
  db: Db,
  { phone, source, keyword, limit, offset }: LeadFilter,
  { from, before }: Bounds,
) {
  let matching = db.selectFrom('leads').where('phone', '=', phone!)
  if (source) matching = matching.where('source', '=', source)
  if (keyword) matching = matching.where(namesHold(keyword))
  if (from !== undefined) matching = matching.where('created_at', '>=', from)
  if (before !== undefined) matching = matching.where('created_at', '<', before)
  const newestFirst = matching.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const all = await newestFirst.execute()
  return { rows: all.slice(offset, offset + limit), count: async () => all.length }
}

async function byTime(db: Db, { source, limit, offset }: LeadFilter, { from, before }: Bounds) {
  const slice: Slice = { table: 'leads', column: 'source', value: source, from, before }
  const start = await pageStart(db, slice, offset)
  let matching = db.selectFrom('leads').selectAll()
  if (source) matching = matching.where('source', '=', source)
  if (from !== undefined) matching = matching.where('created_at', '>=', from)
  if (start.before !== undefined) matching = matching.where('created_at', '<', start.before)
  const rows = await matching
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(start.offset)
    .execute()
  return { rows, count: () => countSlice(db, slice) }
}

async function byName(
  db: Db,
  { source, limit, offset }: LeadFilter,
  keyword: string,
  { from, before }: Bounds,
) {
  const further = { from, before, source }
  const named = leadsNamed(db, keyword, further)
    .orderBy('day', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where('id', 'in', (e) => e.selectFrom(named.as('named')).select('named.id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { rows, count: () => countNamed(db, keyword, further) }
}

/** How many leads are meant. */
export const countLeads = async (db: Db, time: Time, choice: LeadChoice): Promise<number> =>
  (await listLeads(db, time, { ...choice, masked: undefined, limit: 1, offset: 0 })).total

export async function leadStats(db: Db, time: Time) {
  const counted = await db
    .selectFrom('lead_counts')
    .select((e) => ['source', e.fn.sum<number | string>('count').as('count')])
    .groupBy('source')
    .execute()
  const since = time.now() - day
  const recent = await db
    .selectFrom('leads')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_at', '>', since)
    .unionAll(
      db
        .selectFrom('erased_leads')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('created_at', '>', since),
    )
    .execute()
  const bySource = Object.fromEntries(leadSources.map((source) => [source, 0])) as Record<
    Lead['source'],
    number
  >
  for (const { source, count } of counted) bySource[source] = Number(count)
  return {
    total: Object.values(bySource).reduce((sum, count) => sum + count, 0),
    last24h: recent.reduce((sum, { count }) => sum + count, 0),
    bySource,
  }
}
