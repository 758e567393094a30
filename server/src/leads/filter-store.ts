import type { LeadFilter } from '@zhenyue/contract'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { nameHolds } from '../db/engine.ts'
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
  if (source) leads = leads.where('leads.source', '=', source)
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
export const newestLeads = (db: Db, leads: Leads, limit: number, offset = 0) =>
  db
    .selectFrom(
      leads
        .select('leads.id')
        .orderBy('leads.created_at', 'desc')
        .orderBy('leads.id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('page'),
    )
    .innerJoin('leads', 'leads.id', 'page.id')
    .selectAll('leads')
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.id', 'desc')
    .execute()
