import { leadSources, type Lead, type LeadChoice, type LeadFilter, type Page } from '@zhenyue/contract'
import type { ExpressionBuilder } from 'kysely'
import { countSlice, pageStart, totalOf, type Slice } from '../db/day-counts.ts'
import { countNamed, namesHold, newestNamed } from '../db/names.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { toLead } from './store.ts'

const day = 24 * 60 * 60 * 1000

interface Bounds {
  from: number | undefined
  before: number | undefined
}

export function boundsOf({ startDate, endDate, last24h }: LeadChoice, time: Time): Bounds {
  const starts = [startDate && time.startOf(startDate), last24h && time.now() - day + 1]
  const given = starts.filter((start) => typeof start === 'number')
  return {
    from: given.length > 0 ? Math.max(...given) : undefined,
    before: endDate ? time.startOf(endDate, 1) : undefined,
  }
}

export async function listLeads(db: Db, time: Time, filter: LeadFilter): Promise<Page<Lead>> {
  const { limit, offset } = filter
  const found = await findPage(db, filter, boundsOf(filter, time))
  const total = await totalOf(found, filter)
  return { list: found.rows.map((row) => toLead(row, time)), total, limit, offset }
}

function findPage(db: Db, filter: LeadFilter, bounds: Bounds) {
  if (filter.phone) return byPhone(db, filter, bounds)
  if (filter.booked !== undefined) return byBooking(db, filter, bounds)
  return filter.keyword ? byName(db, filter, filter.keyword, bounds) : byTime(db, filter, bounds)
}

/** Whether an appointment has the number of a lead. */
export const isBooked = (
  { exists, not, selectFrom }: ExpressionBuilder<Schema, 'leads'>,
  booked: boolean,
) => {
  const found = exists(
    selectFrom('appointments').select('number').whereRef('patient_phone', '=', 'leads.phone'),
  )
  return booked ? found : not(found)
}

/** The leads that are meant, by what each of them says. */
function matching(db: Db, { phone, source, keyword, booked }: LeadFilter, { from, before }: Bounds) {
  let rows = db.selectFrom('leads')
  if (phone) rows = rows.where('phone', '=', phone)
  if (source) rows = rows.where('source', '=', source)
  if (keyword) rows = rows.where(namesHold(keyword))
  if (booked !== undefined) rows = rows.where((e) => isBooked(e, booked))
  if (from !== undefined) rows = rows.where('created_at', '>=', from)
  if (before !== undefined) rows = rows.where('created_at', '<', before)
  return rows
}

/** There are few of one number. */
async function byPhone(db: Db, filter: LeadFilter, bounds: Bounds) {
  const { limit, offset } = filter
  const meant = matching(db, filter, bounds)
  const all = await meant.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return { rows: all.slice(offset, offset + limit), count: async () => all.length }
}

async function byBooking(db: Db, filter: LeadFilter, bounds: Bounds) {
  const meant = matching(db, filter, bounds)
  const rows = await meant
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  const count = async () =>
    (await meant.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
  return { rows, count }
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
  const named = newestNamed(db, keyword, further, limit, offset)
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
