import type { Lead, LeadSubmit } from '@zhenyue/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import { audited, type Actor } from '../db/audit.ts'
import { rowsOf } from '../db/engine.ts'
import { forgetAnswers } from '../db/idempotency.ts'
import { foldLetters, forgetName } from '../db/names.ts'
import type { Db } from '../db/open.ts'
import { prepare } from '../db/prepared.ts'
import { together } from '../db/together.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

type NewLead = Insertable<Schema['leads']>

const insertOne = prepare((db, lead: NewLead) =>
  db
    .insertInto('leads')
    .values({
      name: lead.name,
      name_search: lead.name_search,
      phone: lead.phone,
      symptom: lead.symptom,
      questionnaire: lead.questionnaire,
      source: lead.source,
      score: lead.score,
      remark: lead.remark,
      created_at: lead.created_at,
      updated_at: lead.updated_at,
    })
    .onConflict((conflict) => conflict.columns(['phone', 'source']).doNothing())
    .returning('id'),
)

const inOneOrder = (a: NewLead, b: NewLead) => {
  const [one, other] = [a, b].map(({ source, phone }) => `${source} ${phone}`) as [string, string]
  return one < other ? -1 : 1
}

const texts = ['name', 'name_search', 'phone', 'symptom', 'questionnaire', 'source', 'remark'] as const
const numbers = ['score', 'created_at', 'updated_at'] as const

const insertAll = prepare((db, { rows }: { rows: string }) => {
  const text = (i: number) => sql`item.value ->> ${sql.lit(i)}`
  const number = (i: number) => sql`cast(${text(texts.length + i)} as bigint)`
  return db
    .insertInto('leads')
    .columns([...texts, ...numbers])
    .expression(
      sql`select ${sql.join([...texts.map((_, i) => text(i)), ...numbers.map((_, i) => number(i))])}
        from ${rowsOf(db, rows)} as item where true`,
    )
    .onConflict((conflict) => conflict.columns(['phone', 'source']).doNothing())
    .returning(['id', 'phone', 'source'])
})

/** Answers the number of each, undefined for one that is there already. */
async function insertMany(db: Db, leads: NewLead[]): Promise<(number | undefined)[]> {
  // Two who do so at once must not wait for each other in a circle.
  const rows = leads.toSorted(inOneOrder).map((lead) => [...texts, ...numbers].map((name) => lead[name]))
  const inserted = await insertAll(db, { rows: JSON.stringify(rows) })
  const ids = new Map(inserted.map(({ id, phone, source }) => [`${phone} ${source}`, id]))
  return leads.map(({ phone, source }) => {
    const key = `${phone} ${source}`
    const id = ids.get(key)
    // Of two alike the first has it.
    ids.delete(key)
    return id
  })
}

const insert = together(async (db, lead: NewLead) => (await insertOne(db, lead))[0]?.id, insertMany)

/** Resolves to undefined when this phone has already submitted through this source. */
export async function insertLead(
  db: Db,
  time: Time,
  lead: LeadSubmit,
): Promise<Pick<Lead, 'id' | 'createdAt'> | undefined> {
  const now = time.now()
  const number = await insert(db, {
    ...lead,
    name_search: foldLetters(lead.name),
    questionnaire: JSON.stringify(lead.questionnaire),
    remark: '',
    created_at: now,
    updated_at: now,
  })
  if (number === undefined) return undefined
  return { id: `lead-${number}`, createdAt: time.show(now) }
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
      .returning(['id', 'phone', 'name_search', 'created_at'])
      .executeTakeFirst()
    if (!deleted) return false
    await forgetName(trx, deleted)
    await forgetAnswers(trx, deleted.phone)
    record({ action: 'lead.delete', target: id })
    return true
  })

export function toLead(row: Selectable<Schema['leads']>, time: Time): Lead {
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
