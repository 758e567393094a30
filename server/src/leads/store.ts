import { leadSources, type Lead, type LeadFilter, type LeadSubmit, type Page } from '@zhenyue/contract'
import { sql, type Selectable } from 'kysely'
import { audited, type Actor } from '../db/audit.ts'
import { forgetAnswers } from '../db/idempotency.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

const day = 24 * 60 * 60 * 1000

/** Resolves to undefined when this phone has already submitted through this source. */
export async function insertLead(db: Db, time: Time, lead: LeadSubmit): Promise<Lead | undefined> {
  const now = time.now()
  const row = await db
    .insertInto('leads')
    .values({
      ...lead,
      name_search: lead.name.toLowerCase(),
      questionnaire: JSON.stringify(lead.questionnaire),
      remark: '',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['phone', 'source']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toLead(row, time)
}

export async function listLeads(db: Db, time: Time, filter: LeadFilter): Promise<Page<Lead>> {
  const { phone, source, keyword, startDate, endDate, limit, offset } = filter
  let matching = db.selectFrom('leads')
  if (phone) matching = matching.where('phone', '=', phone)
  if (source) matching = matching.where('source', '=', source)
  if (keyword) {
    matching = matching.where(sql<boolean>`name_search like ${likePattern(keyword)} escape '\\'`)
  }
  if (startDate) matching = matching.where('created_at', '>=', time.startOf(startDate))
  if (endDate) matching = matching.where('created_at', '<', time.startOf(endDate, 1))
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { list: rows.map((row) => toLead(row, time)), total, limit, offset }
}

export async function findLead(db: Db, time: Time, id: string): Promise<Lead | undefined> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', leadNumber(id)).executeTakeFirst()
  return row && toLead(row, time)
}

/** Reads a number for someone who sees numbers masked. */
export const readLeadPhone = (db: Db, time: Time, id: string, actor: Actor): Promise<string | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const lead = await findLead(trx, time, id)
    if (lead) record({ action: 'lead.read-phone', target: id })
    return lead?.phone
  })

export const setLeadRemark = (
  db: Db,
  time: Time,
  id: string,
  remark: string,
  actor: Actor,
): Promise<Lead | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findLead(trx, time, id)
    if (!before) return undefined
    const row = await trx
      .updateTable('leads')
      .set({ remark, updated_at: time.now() })
      .where('id', '=', leadNumber(id))
      .returningAll()
      .executeTakeFirstOrThrow()
    record({ action: 'lead.remark', target: id, changes: { remark: [before.remark, remark] } })
    return toLead(row, time)
  })

export const deleteLead = (db: Db, time: Time, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const deleted = await trx
      .deleteFrom('leads')
      .where('id', '=', leadNumber(id))
      .returning('phone')
      .executeTakeFirst()
    if (!deleted) return false
    await forgetAnswers(trx, deleted.phone)
    record({ action: 'lead.delete', target: id })
    return true
  })

export async function leadStats(db: Db, time: Time) {
  const every = db
    .selectFrom('leads')
    .select(['source', 'created_at'])
    .unionAll(db.selectFrom('erased_leads').select(['source', 'created_at']))
  const rows = await db
    .selectFrom(every.as('every'))
    .select((e) => [
      'source',
      e.fn.countAll<number>().as('total'),
      e.fn
        .countAll<number>()
        .filterWhere('created_at', '>', time.now() - day)
        .as('recent'),
    ])
    .groupBy('source')
    .execute()
  const bySource = Object.fromEntries(leadSources.map((source) => [source, 0])) as Record<
    Lead['source'],
    number
  >
  for (const { source, total } of rows) bySource[source] = total
  return {
    total: rows.reduce((sum, row) => sum + row.total, 0),
    last24h: rows.reduce((sum, row) => sum + row.recent, 0),
    bySource,
  }
}

function toLead(row: Selectable<Schema['leads']>, time: Time): Lead {
  const { id, name_search: _, questionnaire, created_at, updated_at, ...same } = row
  return {
    ...same,
    id: `lead-${id}`,
    questionnaire: JSON.parse(questionnaire),
    createdAt: time.show(created_at),
    updatedAt: time.show(updated_at),
  }
}

/** No lead has the number 0. */
const leadNumber = (id: string) => Number(/^lead-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)
const likePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
