import { isPressing, selfTestLevels, type Lead, type LeadSubmit, type SelfTestLevel } from '@zhenyue/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import { audited, blankRecord, type Actor, type Changes } from '../db/audit.ts'
import { foldCase, inTransaction } from '../db/engine.ts'
import { forgetFollowUps, makeDue } from '../db/follow-ups.ts'
import { forgetAnswers } from '../db/idempotency.ts'
import { leadEvent, recordEvent } from '../db/outbox.ts'
import { keepPersons, progress } from '../db/persons.ts'
import { wanted } from '../db/subscriptions.ts'
import { forgetConsents, recordConsent } from '../bookings/consents-store.ts'
import type { Db } from '../db/types.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

const insert = prepare((db, lead: Insertable<Schema['leads']>) =>
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
      unannounced: wanted('lead.created'),
      urgency: lead.urgency,
      flags: lead.flags,
      followed: sql`coalesce(
        (select ${sql.raw(progress)} from follow_ups where phone = ${lead.phone}), 0)`,
      again: lead.again,
    })
    // Of its number and source, or of its number.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** A lead of a number that has others: these keep together what is known of the person. */
async function insertAgain(db: Db, lead: Insertable<Schema['leads']>) {
  const others = await db.selectFrom('leads').select('source').where('phone', '=', lead.phone).execute()
  if (others.some(({ source }) => source === lead.source)) return []
  return inTransaction(db, async (trx) => {
    const inserted = await insert(trx, { ...lead, again: 1 })
    await keepPersons(trx, [lead.phone])
    return inserted
  })
}

/** What the service found in a self-test. */
export interface Found {
  level: SelfTestLevel
  flags: string[]
}

/** Resolves to undefined when this phone has already submitted through this source. */
export async function insertLead(
  db: Db,
  time: Time,
  { consent, ...lead }: LeadSubmit,
  found?: Found,
): Promise<Pick<Lead, 'id' | 'createdAt'> | undefined> {
  const cannotWait = found !== undefined && isPressing(found.level)
  if (!consent && !cannotWait) return insertAlone(db, time, lead, found)
  return inTransaction(db, async (trx) => {
    const inserted = await insertAlone(trx, time, lead, found)
    if (!inserted) return undefined
    const about = { phone: lead.phone, subject: inserted.id, channel: 'lead' } as const
    if (consent) await recordConsent(trx, time, consent, about)
    const mayCall = consent?.purposes.includes('follow-up') ?? false
    if (cannotWait) await makeDue(trx, time, lead.phone, { evenIfNotToCall: mayCall })
    return inserted
  })
}

async function insertAlone(db: Db, time: Time, lead: Omit<LeadSubmit, 'consent'>, found?: Found) {
  const now = time.now()
  const row = {
    ...lead,
    name_search: foldCase(lead.name),
    questionnaire: JSON.stringify(lead.questionnaire),
    remark: '',
    created_at: now,
    updated_at: now,
    urgency: found ? selfTestLevels.indexOf(found.level) : -1,
    flags: JSON.stringify(found?.flags ?? []),
    again: 0,
  }
  const first = await insert(db, row)
  const [inserted] = first.length > 0 ? first : await insertAgain(db, row)
  return inserted && { id: `lead-${inserted.id}`, createdAt: time.show(now) }
}

export async function findLead(db: Db, time: Time, id: string): Promise<Lead | undefined> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', leadNumber(id)).executeTakeFirst()
  return row && toLead(row, time)
}

/** Staff change remarks one after another, so that what `isStale` looks at is what is changed. */
export const setLeadRemark = (
  db: Db,
  time: Time,
  id: string,
  remark: string,
  actor: Actor,
  isStale: (current: Lead) => boolean = () => false,
): Promise<Lead | 'stale' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findLead(trx, time, id)
    if (!before) return undefined
    if (isStale(before)) return 'stale'
    const row = await trx
      .updateTable('leads')
      .set({ remark, updated_at: time.now() })
      .where('id', '=', leadNumber(id))
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes: Changes = { remark: [before.remark, remark] }
    record({ action: 'lead.remark', target: id, changes, phone: before.phone })
    await recordEvent(trx, time, leadEvent('lead.updated', before))
    return toLead(row, time)
  })

export const deleteLead = (db: Db, time: Time, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const deleted = await trx
      .deleteFrom('leads')
      .where('id', '=', leadNumber(id))
      .returning(['phone', 'source', 'unannounced'])
      .executeTakeFirst()
    if (!deleted) return false
    const { source, unannounced } = deleted
    if (unannounced) await recordEvent(trx, time, leadEvent('lead.created', { id, source }))
    await recordEvent(trx, time, leadEvent('lead.deleted', { id, source }))
    await forgetAnswers(trx, deleted.phone)
    await forgetConsents(trx, [deleted.phone])
    await forgetFollowUps(trx, [deleted.phone])
    const blanked = await blankRecord(trx, id)
    record({ action: 'lead.delete', target: id, phone: deleted.phone, blanked })
    return true
  })

export function toLead(row: Selectable<Schema['leads']>, time: Time): Lead {
  const { id, name, phone, symptom, questionnaire, source, score, remark, created_at, updated_at } = row
  return {
    id: `lead-${id}`,
    name,
    phone,
    symptom,
    questionnaire: JSON.parse(questionnaire),
    source,
    score,
    remark,
    createdAt: time.show(created_at),
    updatedAt: time.show(updated_at),
  }
}

/** A lead with what was found when it came in. */
export interface KeptLead {
  lead: Lead
  found: Found | undefined
}

export function toKept(row: Selectable<Schema['leads']>, time: Time): KeptLead {
  const level = selfTestLevels[row.urgency]
  return { lead: toLead(row, time), found: level && { level, flags: JSON.parse(row.flags) } }
}

/** No lead has the number 0. */
export const leadNumber = (id: string) => Number(/^lead-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)
