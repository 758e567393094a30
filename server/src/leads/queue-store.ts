import type { LeadQueue } from '@zhenyue/contract'
import { sql, type ExpressionBuilder } from 'kysely'
import { isFollowed } from '../db/follow-ups.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

type Leads = ExpressionBuilder<Schema, 'leads'>

// SQLite uses an index of some rows only where the statement itself says which.

/** Leads of numbers about which nothing was ever done. */
export const isUntouched = (leads: Leads) =>
  leads.and([leads('leads.followed', '=', sql.lit(0)), leads.not(isFollowed('leads.phone'))])

/** The open numbers of which something was done. */
export const openFollowUps = ({ selectFrom }: Leads) =>
  selectFrom('follow_ups').select('follow_ups.phone').where('closed', '=', sql.lit(''))

/** Whether the number of a lead is in a queue; a closed one is in none. */
export function inQueue(leads: Leads, time: Time, queue: Exclude<LeadQueue, 'all'>, username: string) {
  const now = time.now()
  const open = openFollowUps(leads)
  const among = (phones: typeof open) => leads('leads.phone', 'in', phones)
  switch (queue) {
    case 'overdue':
      return among(open.where('next_contact_at', '>', 0).where('next_contact_at', '<=', now))
    case 'today': {
      const tomorrow = time.startOf(time.dayOf(now), 1)
      const due = open.where('next_contact_at', '>', now).where('next_contact_at', '<', tomorrow)
      // What was only assigned has no next contact either.
      const uncontacted = open.where('next_contact_at', '=', 0).where('last_contact_at', '=', 0)
      return leads.or([isUntouched(leads), among(due), among(uncontacted)])
    }
    case 'unassigned':
      return leads.or([isUntouched(leads), among(open.where('assignee', '=', ''))])
    case 'mine':
      return among(open.where('assignee', '=', username))
  }
}
