import type { LeadQueue, LeadStage } from '@zhenyue/contract'
import { sql, type ExpressionBuilder } from 'kysely'
import { withoutIndex } from '../db/engine.ts'
import { isFollowed } from '../db/follow-ups.ts'
import { followedAs, liveLeads } from '../db/persons.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

type Leads = ExpressionBuilder<Schema, 'leads'>

// SQLite uses an index of some rows only where the statement itself says which.

const { nothing, assigned, open, closed } = followedAs

/** Leads of numbers about which nothing was ever done. */
export const isUntouched = (leads: Leads) =>
  leads.and([leads('leads.followed', '=', sql.lit(nothing)), leads.not(isFollowed('leads.phone'))])

/** The open numbers of which something was done. */
export const openFollowUps = ({ selectFrom }: Leads) =>
  selectFrom('follow_ups').select('follow_ups.phone').where('closed', '=', sql.lit(''))

/** Today are those whom to contact later today, and those whom nobody has contacted. */
export type QueuePart = Exclude<LeadQueue, 'all' | 'today'> | 'due' | 'uncontacted'

/** Whether the number of a lead is in a queue; a closed one is in none. */
export function inQueue(db: Db, leads: Leads, time: Time, part: QueuePart, username: string) {
  const now = time.now()
  const assignee = withoutIndex(db, 'leads.assignee')
  const among = (from: number, to: number) =>
    leads(
      'leads.phone',
      'in',
      openFollowUps(leads).where('next_contact_at', '>', from).where('next_contact_at', '<=', to),
    )
  const isKnown = leads.or([
    leads('leads.followed', '>', sql.lit(nothing)),
    leads.not(isFollowed('leads.phone')),
  ])
  switch (part) {
    case 'overdue':
      return among(0, now)
    case 'due':
      return among(now, time.startOf(time.dayOf(now), 1) - 1)
    case 'uncontacted':
      return leads.and([leads('leads.followed', '<=', sql.lit(assigned)), isKnown])
    case 'unassigned':
      return leads.and([isOpen(leads), leads(assignee, '=', ''), isKnown])
    case 'mine':
      return leads.and([isOpen(leads), leads(assignee, '=', username)])
  }
}

const isOpen = (leads: Leads) => leads('leads.followed', '<', sql.lit(closed))

/** Whether the number of a lead is at a stage. */
export function isAtStage(db: Db, leads: Leads, stage: LeadStage) {
  if (stage === 'closed') return leads('leads.followed', '=', sql.lit(closed))
  const isVisited = leads('leads.visited', '=', 1)
  const isBooked = sql<boolean>`leads.id in (${liveLeads(db)})`
  if (stage === 'visited') return leads.and([isOpen(leads), isVisited])
  if (stage === 'booked') return leads.and([isOpen(leads), leads.not(isVisited), isBooked])
  return leads.and([
    isOpen(leads),
    leads.not(isVisited),
    leads.not(isBooked),
    leads('leads.reached', '=', stage === 'contacted' ? 1 : 0),
  ])
}

/** How far the follow-up is of those whom a filter may let through: each is found in order by an index. */
export function statesOf(part: QueuePart | 'all' | undefined, stages: LeadStage[] | undefined) {
  if (part === 'uncontacted') return [nothing, assigned]
  if (part === 'mine' || part === 'unassigned') return [nothing, assigned, open]
  if (!stages || part === 'overdue' || part === 'due') return []
  const ofOpen = stages.some((stage) => stage !== 'closed') ? [nothing, assigned, open] : []
  return stages.includes('closed') ? [...ofOpen, closed] : ofOpen
}
