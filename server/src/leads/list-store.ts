import { leadSources, type Lead, type LeadListQuery, type Page } from '@zhenyue/contract'
import { sql } from 'kysely'
import { scanInBatches, totalOf } from '../db/page.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { filteredLeads, leadPage, type AskedLeads } from './filter-store.ts'
import { toKept, type KeptLead } from './store.ts'

const day = 24 * 60 * 60 * 1000

export async function listLeads(
  db: Db,
  time: Time,
  query: LeadListQuery & AskedLeads,
): Promise<Page<KeptLead>> {
  const { limit, offset, queue } = query
  const order = query.order ?? (queue === 'overdue' || queue === 'today' ? 'due' : 'newest')
  const rows = await leadPage(db, filteredLeads(db, time, query, order), order, limit, offset)
  const total = await totalOf(rows, query, () => countLeads(db, time, query))
  return { list: rows.map((row) => toKept(row, time)), total, limit, offset }
}

export async function countLeads(db: Db, time: Time, filter: AskedLeads): Promise<number> {
  const { count } = await filteredLeads(db, time, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Every lead of a filter, newest first, in batches. */
export async function* scanLeads(db: Db, time: Time, filter: AskedLeads): AsyncGenerator<KeptLead[]> {
  type Row = Awaited<ReturnType<typeof leadPage>>[number]
  const batches = scanInBatches<Row>((after, limit) => {
    const leads = filteredLeads(db, time, filter)
    const rest = after
      ? leads.where(sql<boolean>`(leads.created_at, leads.id) < (${after.created_at}, ${after.id})`)
      : leads
    return leadPage(db, rest, 'newest', limit)
  })
  for await (const rows of batches) yield rows.map((row) => toKept(row, time))
}

/** Persons who were erased are counted too. */
export async function leadStats(db: Db, time: Time) {
  const bySource = Object.fromEntries(leadSources.map((source) => [source, 0])) as Record<
    Lead['source'],
    number
  >
  let last24h = 0
  const since = time.now() - day
  for (const table of ['leads', 'erased_leads'] as const) {
    const counts = await db
      .selectFrom(table)
      .select((e) => ['source', e.fn.countAll<number>().as('count')])
      .groupBy('source')
      .execute()
    for (const { source, count } of counts) bySource[source] += count
    const recent = await db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
    last24h += recent.count
  }
  return {
    total: Object.values(bySource).reduce((sum, count) => sum + count, 0),
    last24h,
    bySource,
  }
}
