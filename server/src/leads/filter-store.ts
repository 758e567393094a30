import { selfTestLevels, type LeadFilter, type LeadOrder } from '@zhenyue/contract'
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely'
import { nameHolds, phoneEndsWith, withoutIndex } from '../db/engine.ts'
import { liveLeads } from '../db/persons.ts'
import { leadNumber } from './store.ts'
import { inQueue, isAtStage, statesOf, type QueuePart } from './queue-store.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const day = 24 * 60 * 60 * 1000

type Expressions = ExpressionBuilder<Schema, 'leads'>
type Leads = SelectQueryBuilder<Schema, 'leads', object>

/** Which leads are meant, and by whom: `mine` is of whoever asks. */
export type AskedLeads = Omit<LeadFilter, 'queue'> & {
  username: string
  queue?: QueuePart | 'today' | 'all' | undefined
}

/**
 * The leads that a filter lets through. The order they will be read in says which index serves best; without one they
 * are only counted.
 */
export function filteredLeads(db: Db, time: Time, filter: AskedLeads, order?: LeadOrder): Leads {
  const { ids, phone, phoneEnd, source, level, keyword, startDate, endDate, last24h, booked } = filter
  const { queue, stage, assignee, step, username, flag, minScore } = filter
  let leads: Leads = db.selectFrom('leads')
  if (ids) leads = leads.where('leads.id', 'in', ids.map(leadNumber))
  if (phone) leads = leads.where('leads.phone', '=', phone)
  if (phoneEnd) leads = leads.where(phoneEndsWith('leads.phone', phoneEnd))
  // Whether somebody has booked is counted in the order of phone numbers, by the index that begins with them.
  const isRanked = (order ?? 'newest') !== 'newest' || queue !== undefined || stage !== undefined
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
  if (booked !== undefined) leads = leads.where((e) => isBooked(e, booked, order !== undefined))
  // Of those in a queue or at a stage few are anybody's, while of all leads many are.
  const isOfFew = (queue !== undefined && queue !== 'all') || stage !== undefined
  const whose = isOfFew ? withoutIndex(db, 'leads.assignee') : sql<string>`leads.assignee`
  if (assignee !== undefined) leads = leads.where(whose, '=', assignee === 'none' ? '' : assignee)
  if (queue === 'today')
    leads = leads.where((e) => e.or(today.map((part) => inQueue(db, e, time, part, username))))
  else if (queue && queue !== 'all') leads = leads.where((e) => inQueue(db, e, time, queue, username))
  if (queue) leads = leads.where('leads.stands', '=', sql.lit(1))
  if (stage) leads = leads.where((e) => e.or(stage.map((one) => isAtStage(db, e, one))))
  if (step) leads = leads.where('leads.again', '=', sql.lit(0))
  if (step === 'contacted') leads = leads.where('leads.reached', '=', 1)
  if (step === 'visited') leads = leads.where(isVisited)
  if (step === 'booked') leads = leads.where((e) => e.or([isVisited, isComing(db)]))
  return leads
}

/** Flags are kept as JSON, where each stands in quotation marks. */
const hasFlag = (id: string) =>
  sql<boolean>`leads.flags like ${`%"${id.replaceAll('_', '\\_')}"%`} escape '\\'`

const isVisited = sql<boolean>`leads.visited = 1`
const isComing = (db: Db) => sql<boolean>`leads.visited = 0 and leads.id in (${liveLeads(db)})`

/** In the order in which they are shown. */
export const today = ['due', 'uncontacted'] as const

/** The same in parts that have nothing in common; where an order is given, an index has each in that order. */
export function leadParts(db: Db, time: Time, filter: AskedLeads, order?: LeadOrder): Leads[] {
  const { queue, stage, step } = filter
  if (queue === 'today')
    return today.flatMap((part) => leadParts(db, time, { ...filter, queue: part }, order))
  if (step === 'booked') {
    const leads = filteredLeads(db, time, { ...filter, step: 'leads' }, order)
    return [leads.where(isVisited), leads.where(isComing(db))]
  }
  const leads = filteredLeads(db, time, filter, order)
  const states = order ? statesOf(queue, stage) : []
  return states.length === 0
    ? [leads]
    : states.map((state) => leads.where('leads.followed', '=', sql.lit(state)))
}

/** Whether an appointment has the phone number of a lead. */
function isBooked({ exists, not, selectFrom }: Expressions, booked: boolean, isOfPage: boolean) {
  const same = selectFrom('appointments').select('number').whereRef('patient_phone', '=', 'leads.phone')
  // For a page PostgreSQL would join both tables first; an offset makes it look for each lead, until the page is full.
  const found = exists(isOfPage ? same.limit(1).offset(0) : same)
  return booked ? found : not(found)
}

/** The rows of a page. Its ids are found in an index, and only then are the rows read. */
export function leadPage(db: Db, parts: Leads[], order: LeadOrder, limit: number, offset = 0) {
  const best = (leads: Leads, most: number) => sorted(leads.select('leads.id'), order).limit(most)
  const ofPart = (leads: Leads) => db.selectFrom(best(leads, offset + limit).as('part')).select('part.id')
  const [first, ...others] = parts
  const ids =
    others.length === 0
      ? best(first!, limit).offset(offset)
      : best(
          db.selectFrom('leads').where(
            'leads.id',
            'in',
            others.reduce((all, part) => all.unionAll(ofPart(part)), ofPart(first!)),
          ),
          limit,
        ).offset(offset)
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
