import type { LeadFilter } from '@zhenyue/contract'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { nameHolds, withoutIndex } from '../db/engine.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const day = 24 * 60 * 60 * 1000

type Leads = SelectQueryBuilder<Schema, 'leads', object>

/** The leads that a filter lets through. */
export function filteredLeads(db: Db, time: Time, filter: LeadFilter): Leads {
  const { phone, source, keyword, startDate, endDate, last24h, booked } = filter
  let leads: Leads = db.selectFrom('leads')
  if (phone) leads = leads.where('leads.phone', '=', phone)
  // Whether somebody has booked is asked in the order of phone numbers, by the index that begins with them.
  const ofSource = booked === undefined ? 'leads.source' : withoutIndex(db, 'leads.source')
  if (source) leads = leads.where(ofSource as 'leads.source', '=', source)
  if (keyword) leads = leads.where(nameHolds('leads.name_search', keyword))
  if (startDate) leads = leads.where('leads.created_at', '>=', time.startOf(startDate))
  if (endDate) leads = leads.where('leads.created_at', '<', time.startOf(endDate, 1))
  if (last24h) leads = leads.where('leads.created_at', '>', time.now() - day)
  if (booked !== undefined) leads = leads.where((e) => isBooked(e, booked))
  return leads
}

/** Whether an appointment has the phone number of a lead. */
function isBooked({ exists, not, selectFrom }: ExpressionBuilder<Schema, 'leads'>, booked: boolean) {
  const found = exists(
    selectFrom('appointments').select('number').whereRef('patient_phone', '=', 'leads.phone'),
  )
  return booked ? found : not(found)
}

/** The rows of a page, newest first. Its ids are found in an index, and only then are the rows read. */
export function newestLeads(db: Db, leads: Leads, limit: number, offset = 0) {
  const ids = leads
    .select('leads.id')
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(limit)
    .offset(offset)
  return db
    .selectFrom('leads')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
