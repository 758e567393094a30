import type { Time } from '../time.ts'
import { audited, type Actor } from './audit.ts'
import { withoutIndex } from './engine.ts'
import type { Db } from './types.ts'

const actions = { lead: 'lead.read-phone', appointment: 'appointment.read-phone' }

interface PhoneRead {
  kind: keyof typeof actions
  id: string
  find: (trx: Db) => Promise<string | undefined>
  /** How many the account may read in a day. */
  most: number
}

/**
 * Reads one whole phone number, and writes that to the audit log, by which reads are counted: on all instances, as
 * staff act one after another. Resolves to undefined where there is no such record.
 */
export const readPhone = (
  db: Db,
  time: Time,
  { kind, id, find, most }: PhoneRead,
  actor: Actor,
): Promise<{ phone: string } | 'too many' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const phone = await find(trx)
    if (phone === undefined) return undefined
    if (most < Infinity && (await countReads(trx, time, actor)) >= most) return 'too many'
    record({ action: actions[kind], target: id, phone })
    return { phone }
  })

/** Of today; days are few rows, and an account may have many. */
async function countReads(trx: Db, time: Time, { username }: Actor): Promise<number> {
  const { count } = await trx
    .selectFrom('audit')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('at', '>=', time.startOf(time.dayOf(time.now())))
    .where(withoutIndex(trx, 'actor'), '=', username)
    .where(withoutIndex(trx, 'action'), 'in', Object.values(actions))
    .executeTakeFirstOrThrow()
  return count
}
