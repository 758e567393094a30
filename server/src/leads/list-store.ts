import { leadSources, type LeadListQuery, type Page } from '@zhenyue/contract'
import { sql } from 'kysely'
import { countEach } from '../db/counts.ts'
import { readPage, scanInBatches } from '../db/page.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { filteredLeads, leadPage, leadParts, type AskedLeads } from './filter-store.ts'
import { toKept, type KeptLead } from './store.ts'

type Asked = Omit<LeadListQuery, 'queue'> & AskedLeads

const day = 24 * 60 * 60 * 1000

export async function listLeads(db: Db, time: Time, query: Asked): Promise<Page<KeptLead>> {
  const { limit, offset, queue } = query
  const order = query.order ?? (queue === 'overdue' || queue === 'today' ? 'due' : 'newest')
  if (queue === 'today' && order === 'due') return listToday(db, time, query)
  const { rows, total } = await readPage(
    query,
    () => leadPage(db, leadParts(db, time, query, order), order, limit, offset),
    () => countLeads(db, time, query),
  )
  return { list: rows.map((row) => toKept(row, time)), total, limit, offset }
}

/** First those for whom there is a time, then the others, newest first: each part in the order of its index. */
async function listToday(db: Db, time: Time, query: Asked): Promise<Page<KeptLead>> {
  const { limit, offset } = query
  const due = await listLeads(db, time, { ...query, queue: 'due', order: 'due' })
  const rest = { ...query, queue: 'uncontacted', order: 'newest' } as const
  const room = { limit: limit - due.list.length, offset: Math.max(0, offset - due.total) }
  if (room.limit === 0) return { ...due, total: due.total + (await countLeads(db, time, rest)) }
  const others = await listLeads(db, time, { ...rest, ...room })
  return { list: [...due.list, ...others.list], total: due.total + others.total, limit, offset }
}

export async function countLeads(db: Db, time: Time, filter: AskedLeads): Promise<number> {
  let total = 0
  for (const part of leadParts(db, time, filter)) {
    const { count } = await part.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    total += count
  }
  return total
}

/** Every lead of a filter, newest first, in batches. */
export async function* scanLeads(db: Db, time: Time, filter: AskedLeads): AsyncGenerator<KeptLead[]> {
  type Row = Awaited<ReturnType<typeof leadPage>>[number]
  const batches = scanInBatches<Row>((after, limit) => {
    const leads = filteredLeads(db, time, filter, 'newest')
    const rest = after
      ? leads.where(sql<boolean>`(leads.created_at, leads.id) < (${after.created_at}, ${after.id})`)
      : leads
    return leadPage(db, [rest], 'newest', limit)
  })
  for await (const rows of batches) yield rows.map((row) => toKept(row, time))
}

/** Persons who were erased are counted too. */
export async function leadStats(db: Db, time: Time) {
  const bySource = await countEach(db, 'leads', 'source', leadSources)
  const erased = await countEach(db, 'erased_leads', 'source', leadSources)
  for (const source of leadSources) bySource[source] += erased[source]
  let last24h = 0
  const since = time.now() - day
  for (const table of ['leads', 'erased_leads'] as const) {
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
