import { sql } from 'kysely'
import { audited, type Actor } from '../db/audit.ts'
import { blankFollowUp } from '../db/follow-ups.ts'
import { leadEvent, recordEvents } from '../db/outbox.ts'
import { keepPersons } from '../db/persons.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { isUntouched, openFollowUps } from './queue-store.ts'
import { toKept, type KeptLead } from './store.ts'

/** The best of those that nobody has, by the highest score, then the oldest. */
function unassigned(db: Db, most: number) {
  const best = (query: ReturnType<typeof all>) =>
    query.orderBy('leads.score', 'desc').orderBy('leads.created_at').orderBy('leads.id').limit(most)
  const all = () => db.selectFrom('leads').select('leads.id').where('leads.stands', '=', sql.lit(1))
  // Each by an index of its own.
  const untouched = best(all().where(isUntouched))
  const givenBack = best(
    all().where((e) => e('leads.phone', 'in', openFollowUps(e).where('assignee', '=', ''))),
  )
  const ids = db
    .selectFrom(untouched.as('untouched'))
    .select('id')
    .unionAll(db.selectFrom(givenBack.as('given_back')).select('id'))
  return best(db.selectFrom('leads').select('leads.id').where('leads.id', 'in', ids))
}

/**
 * Gives numbers that nobody has to whoever asks. Staff act one after another, and the statement takes none that
 * somebody has: two who claim at once never get the same.
 */
export const claimLeads = (db: Db, time: Time, count: number, actor: Actor): Promise<KeptLead[]> =>
  audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    const { phone: _, ...values } = { ...blankFollowUp('', now), assignee: actor.username }
    const columns = Object.keys(values) as (keyof typeof values)[]
    const taken = await trx
      .insertInto('follow_ups')
      .columns(['phone', ...columns])
      .expression((e) =>
        e
          .selectFrom('leads')
          .select('leads.phone')
          .select(columns.map((name) => typed(values[name]).as(name)))
          .where('leads.id', 'in', unassigned(trx, count)),
      )
      .onConflict((conflict) =>
        conflict
          .column('phone')
          .doUpdateSet({ assignee: actor.username, updated_at: now })
          .where('follow_ups.assignee', '=', '')
          .where('follow_ups.closed', '=', ''),
      )
      .returning('phone')
      .execute()
    if (taken.length === 0) return []
    const phones = taken.map(({ phone }) => phone)
    await keepPersons(trx, phones)
    const rows = await trx
      .selectFrom('leads')
      .selectAll()
      .where('phone', 'in', phones)
      .where('stands', '=', 1)
      .orderBy('score', 'desc')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const claimed = rows.map((row) => toKept(row, time))
    for (const { lead } of claimed) {
      const changes = { assignee: ['', actor.username] as [string, string] }
      record({ action: 'lead.claim', target: lead.id, changes, phone: lead.phone })
    }
    await recordEvents(
      trx,
      time,
      claimed.map(({ lead }) => leadEvent('lead.updated', lead)),
    )
    return claimed
  })

/** PostgreSQL takes the type of a selected value from the value alone. */
const typed = (value: string | number) =>
  sql<string | number>`cast(${value} as ${sql.raw(typeof value === 'number' ? 'bigint' : 'text')})`
