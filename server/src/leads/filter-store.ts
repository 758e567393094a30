import { selfTestLevels, type LeadFilter, type LeadOrder } from '@zhenyue/contract'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { nameHolds, withoutIndex } from '../db/engine.ts'
import { leadNumber } from './store.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const day = 24 * 60 * 60 * 1000

type Leads = SelectQueryBuilder<Schema, 'leads', object>

/** The leads that a filter lets through. The order they will be read in says which index serves best. */
export function filteredLeads(db: Db, time: Time, filter: LeadFilter, order: LeadOrder = 'newest'): Leads {
  const { ids, phone, phoneEnd, source, level, keyword, startDate, endDate, last24h, booked } = filter
  let leads: Leads = db.selectFrom('leads')
  if (ids) leads = leads.where('leads.id', 'in', ids.map(leadNumber))
  if (phone) leads = leads.where('leads.phone', '=', phone)
  if (phoneEnd) leads = leads.where('leads.id', 'in', (e) => withPhoneEnd(e, phoneEnd))
  // Whether somebody has booked is asked in the order of phone numbers, by the index that begins with them.
  const isRanked = order !== 'newest'
  const ofSource = booked === undefined && !isRanked ? 'leads.source' : withoutIndex(db, 'leads.source')
  const at = isRanked ? withoutIndex(db, 'leads.created_at').$castTo<number>() : ('leads.created_at' as const)
  if (source) leads = leads.where(ofSource as 'leads.source', '=', source)
  if (level)
    leads = leads.where(
      'leads.urgency',
      'in',
      level.map((one) => selfTestLevels.indexOf(one)),
    )
  if (keyword) leads = leads.where(nameHolds('leads.name_search', keyword))
  if (startDate) leads = leads.where(at, '>=', time.startOf(startDate))
  if (endDate) leads = leads.where(at, '<', time.startOf(endDate, 1))
  if (last24h) leads = leads.where(at, '>', time.now() - day)
  if (booked !== undefined) leads = leads.where((e) => isBooked(e, booked))
  return leads
}

/** Looked through in the index of phone numbers. */
const withPhoneEnd = ({ selectFrom }: ExpressionBuilder<Schema, 'leads'>, end: string) =>
  selectFrom('leads as same').select('same.id').where('same.phone', 'like', `%${end}`)

/** Whether an appointment has the phone number of a lead. */
function isBooked({ exists, not, selectFrom }: ExpressionBuilder<Schema, 'leads'>, booked: boolean) {
  const found = exists(
    selectFrom('appointments').select('number').whereRef('patient_phone', '=', 'leads.phone'),
  )
  return booked ? found : not(found)
}

/** The rows of a page. Its ids are found in an index, and only then are the rows read. */
export function leadPage(db: Db, leads: Leads, order: LeadOrder, limit: number, offset = 0) {
  const ids = sorted(leads.select('leads.id'), order).limit(limit).offset(offset)
  return sorted(db.selectFrom('leads').selectAll().where('id', 'in', ids), order).execute()
}

const ranks = { score: 'leads.score', urgency: 'leads.urgency' } as const

/** Newest first, or by score or urgency and of the same newest first. */
const sorted = <O>(leads: SelectQueryBuilder<Schema, 'leads', O>, order: LeadOrder) =>
  (order === 'newest' ? leads : leads.orderBy(ranks[order], 'desc'))
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.id', 'desc')
