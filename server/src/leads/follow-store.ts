import type { Follow, Lead } from '@zhenyue/contract'
import { stageOfLead } from '../db/follow-ups.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const mostPeople = 20

/** What is done about some numbers. */
export async function readFollows(db: Db, time: Time, phones: string[]): Promise<Map<string, Follow>> {
  if (phones.length === 0) return new Map()
  const rows = await db
    .selectFrom('leads')
    .leftJoin('follow_ups', 'follow_ups.phone', 'leads.phone')
    .select(['leads.phone', 'follow_ups.assignee', 'next_contact_at', 'closed', 'last_contact_at'])
    .select(stageOfLead.as('stage'))
    .select((e) =>
      e
        .selectFrom('contacts')
        .select((c) => c.fn.countAll<number>().as('count'))
        .whereRef('contacts.phone', '=', 'leads.phone')
        .as('contacts'),
    )
    .where('leads.phone', 'in', phones)
    .where('leads.stands', '=', 1)
    .execute()
  const names = await db
    .selectFrom('leads')
    .select(['phone', 'name'])
    .where('phone', 'in', phones)
    .union(
      db
        .selectFrom('appointments')
        .select(['patient_phone as phone', 'patient_name as name'])
        .where('patient_phone', 'in', phones),
    )
    .orderBy('name')
    .execute()
  const people = Map.groupBy(names, ({ phone }) => phone)
  const shown = (at: number | null) => (at ? time.show(at) : '')
  return new Map(
    rows.map((row) => [
      row.phone,
      {
        assignee: row.assignee ?? '',
        stage: row.stage,
        nextContactAt: shown(row.next_contact_at),
        closed: row.closed ?? '',
        contacts: row.contacts ?? 0,
        lastContactAt: shown(row.last_contact_at),
        people: people
          .get(row.phone)!
          .slice(0, mostPeople)
          .map(({ name }) => name),
      },
    ]),
  )
}

/** Leads with what is done about their numbers. */
export async function withFollow<L extends Lead>(db: Db, time: Time, leads: L[]) {
  const follows = await readFollows(db, time, [...new Set(leads.map(({ phone }) => phone))])
  return leads.map((lead) => ({ ...lead, follow: follows.get(lead.phone) }))
}
