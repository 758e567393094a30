import { selfTestLevels, type LeadFilter, type LeadOrder } from '@zhenyue/contract'
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely'
import { nameHolds, withoutIndex } from '../db/engine.ts'
import { bookingStep, isFirstOfPhone, standsForPhone, stageOf, wasReached } from '../db/follow-ups.ts'
import { leadNumber } from './store.ts'
import { inQueue } from './queue-store.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const day = 24 * 60 * 60 * 1000

type Leads = SelectQueryBuilder<Schema, 'leads', object>

/** Which leads are meant, and by whom: `mine` is of whoever asks. */
export type AskedLeads = LeadFilter & { username: string }

/** The leads that a filter lets through. The order they will be read in says which index serves best. */
export function filteredLeads(db: Db, time: Time, filter: AskedLeads, order: LeadOrder = 'newest'): Leads {
  const { ids, phone, phoneEnd, source, level, keyword, startDate, endDate, last24h, booked } = filter
  const { queue, stage, assignee, step, username, flag, minScore } = filter
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
  if (flag) leads = leads.where((e) => e.or(flag.map(hasFlag)))
  if (minScore !== undefined) leads = leads.where('leads.score', '>=', minScore)
  if (keyword) leads = leads.where(nameHolds('leads.name_search', keyword))
  if (startDate) leads = leads.where(at, '>=', time.startOf(startDate))
  if (endDate) leads = leads.where(at, '<', time.startOf(endDate, 1))
  if (last24h) leads = leads.where(at, '>', time.now() - day)
  if (booked !== undefined) leads = leads.where((e) => isBooked(e, booked))
  if (assignee !== undefined) leads = leads.where((e) => isOf(e, assignee === 'none' ? '' : assignee))
  if (queue && queue !== 'all') leads = leads.where((e) => inQueue(e, time, queue, username))
  if (queue) leads = leads.where(standsForPhone)
  if (stage) leads = leads.where(stageOf('leads.phone'), 'in', stage)
  if (step) leads = leads.where(isFirstOfPhone)
  if (step === 'contacted') leads = leads.where(wasReached('leads.phone'))
  if (step === 'booked') leads = leads.where(bookingStep('leads.phone'), 'is not', null)
  if (step === 'visited') leads = leads.where(bookingStep('leads.phone'), '=', 2)
  return leads
}

/** Flags are kept as JSON, where each stands in quotation marks. */
const hasFlag = (id: string) =>
  sql<boolean>`leads.flags like ${`%"${id.replaceAll('_', '\\_')}"%`} escape '\\'`

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

/** What nobody has may have no row. */
function isOf({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'leads'>, username: string) {
  const taken = selectFrom('follow_ups')
    .select('follow_ups.phone')
    .whereRef('follow_ups.phone', '=', 'leads.phone')
  return username === ''
    ? not(exists(taken.where('assignee', '!=', '')))
    : exists(taken.where('assignee', '=', username))
}

/** The rows of a page. Its ids are found in an index, and only then are the rows read. */
export function leadPage(db: Db, leads: Leads, order: LeadOrder, limit: number, offset = 0) {
  const ids = sorted(leads.select('leads.id'), order).limit(limit).offset(offset)
  return sorted(db.selectFrom('leads').selectAll().where('id', 'in', ids), order).execute()
}

const ranks = { score: 'leads.score', urgency: 'leads.urgency' } as const

/** Whoever is to be contacted next comes first, then those of whom no time is said. */
const nextContact = sql`coalesce((
  select nullif(next_contact_at, 0) from follow_ups where follow_ups.phone = leads.phone), 9000000000000000)`

/** Newest first, or by something else and of the same newest first. */
function sorted<O>(leads: SelectQueryBuilder<Schema, 'leads', O>, order: LeadOrder) {
  const ranked =
    order === 'newest'
      ? leads
      : order === 'due'
        ? leads.orderBy(nextContact)
        : leads.orderBy(ranks[order], 'desc')
  return ranked.orderBy('leads.created_at', 'desc').orderBy('leads.id', 'desc')
}
