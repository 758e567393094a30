import {
  allows,
  followUpMessages as say,
  type Assignee,
  type Contact,
  type ContactBody,
  type Follow,
} from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, type Actor, type AuditEntry } from '../db/audit.ts'
import { findFollowUp, saveFollowUp } from '../db/follow-ups.ts'
import { leadEvent, recordEvent } from '../db/outbox.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { readFollows } from './follow-store.ts'
import { findLead, leadNumber } from './store.ts'

const toContact = (row: Selectable<Schema['contacts']>, time: Time): Contact => ({
  id: `contact-${row.id}`,
  at: time.show(row.at),
  by: row.actor,
  channel: row.channel,
  outcome: row.outcome,
  note: row.note,
})

const mostShown = 200

/** Resolves to undefined when there is no such lead. */
export async function listContacts(db: Db, time: Time, id: string): Promise<Contact[] | undefined> {
  const lead = await db
    .selectFrom('leads')
    .select('phone')
    .where('id', '=', leadNumber(id))
    .executeTakeFirst()
  if (!lead) return undefined
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('phone', '=', lead.phone)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => toContact(row, time))
}

/** What is done about the number of one lead; `change` answers what to record, or a text that says why not. */
const changeFollowUp = <T>(
  db: Db,
  time: Time,
  id: string,
  actor: Actor,
  change: (
    trx: Db,
    phone: string,
    before: Selectable<Schema['follow_ups']> | undefined,
  ) => Promise<{ entry: Pick<AuditEntry, 'action' | 'changes'>; result: T } | string>,
): Promise<{ id: string; follow: Follow; result: T } | string | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const lead = await findLead(trx, time, id)
    if (!lead) return undefined
    const { phone } = lead
    const changed = await change(trx, phone, await findFollowUp(trx, phone))
    if (typeof changed === 'string') return changed
    record({ ...changed.entry, target: id, phone })
    await recordEvent(trx, time, leadEvent('lead.updated', lead))
    const follow = (await readFollows(trx, time, [phone])).get(phone)!
    return { id, follow, result: changed.result }
  })

const momentIn = (time: Time, text: string) =>
  time.momentOf(text.slice(0, 10), text.slice(11, 16)) + Number(text.slice(17)) * 1000

/** Answers a text where it cannot be. */
export const addContact = (db: Db, time: Time, id: string, body: ContactBody, actor: Actor) =>
  changeFollowUp(db, time, id, actor, async (trx, phone, before) => {
    if (before?.closed) return say.isClosed
    const { channel, outcome, note, nextContactAt, close } = body
    const now = time.now()
    const row = await trx
      .insertInto('contacts')
      .values({ phone, at: now, actor: actor.username, channel, outcome, note })
      .returningAll()
      .executeTakeFirstOrThrow()
    await saveFollowUp(trx, time, phone, {
      first_contact_at: before?.first_contact_at || now,
      last_contact_at: now,
      reached_at: before?.reached_at || (outcome === 'reached' ? now : 0),
      next_contact_at: nextContactAt ? momentIn(time, nextContactAt) : 0,
      closed: close ?? '',
    })
    return {
      entry: {
        action: 'lead.contact',
        changes: {
          contact: [null, { channel, outcome, note }],
          ...(nextContactAt && { nextContactAt: [shown(before?.next_contact_at), nextContactAt] }),
          ...(close && { closed: ['', close] }),
        },
      },
      result: toContact(row, time),
    }

    function shown(at: number | undefined) {
      return at ? time.show(at) : ''
    }
  })

/** Whoever works with leads; others could not see them. */
export async function listAssignees(db: Db): Promise<Assignee[]> {
  const accounts = await db
    .selectFrom('admins')
    .select(['username', 'nickname', 'role'])
    .where('disabled', '=', 0)
    .orderBy('username')
    .execute()
  return accounts
    .filter(({ role }) => allows(role, 'leads.work'))
    .map(({ username, nickname }) => ({ username, nickname }))
}

const canFollowUp = async (trx: Db, username: string) =>
  (await listAssignees(trx)).some((one) => one.username === username)

/** Answers a text where it cannot be: `forbidden` where it concerns others. */
export const assignLead = (
  db: Db,
  time: Time,
  id: string,
  { username, isOwnAlone }: { username: string; isOwnAlone: boolean },
  actor: Actor,
) =>
  changeFollowUp(db, time, id, actor, async (trx, phone, before) => {
    const assignee = before?.assignee ?? ''
    const concernsOthers = [assignee, username].some((one) => one !== '' && one !== actor.username)
    if (isOwnAlone && concernsOthers) return 'forbidden'
    if (username !== '' && !(await canFollowUp(trx, username))) return say.unknownAssignee
    await saveFollowUp(trx, time, phone, { assignee: username })
    return {
      entry: { action: 'lead.assign', changes: { assignee: [assignee, username] } },
      result: undefined,
    }
  })

/** What is open again is due at once. Answers a text where it cannot be. */
export const reopenLead = (db: Db, time: Time, id: string, actor: Actor) =>
  changeFollowUp(db, time, id, actor, async (trx, phone, before) => {
    if (!before?.closed) return say.notClosed
    await saveFollowUp(trx, time, phone, { closed: '', next_contact_at: time.now() })
    return { entry: { action: 'lead.reopen', changes: { closed: [before.closed, ''] } }, result: undefined }
  })
