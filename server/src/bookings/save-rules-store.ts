import type { BookingRules } from '@zhenyue/contract'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { makeSlots } from './make-slots-store.ts'
import { forgetRecentRules, readRules } from './rules-store.ts'

/** Staff change rules one after another, so that what `isStale` looks at is what is changed. */
export async function saveRules(
  db: Db,
  time: Time,
  rules: BookingRules,
  actor: Actor,
  isStale: (current: BookingRules) => boolean,
): Promise<BookingRules | 'stale'> {
  const saved = await audited(db, time, actor, async (trx, record) => {
    const before = await readRules(trx)
    if (isStale(before)) return 'stale' as const
    const values = { document: JSON.stringify(rules), updated_at: time.now() }
    await trx
      .insertInto('booking_rules')
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    await makeSlots(trx, time, rules, { onlyMissing: true })
    record({ action: 'booking-rules.update', target: '', changes: differences(before, rules) })
    return rules
  })
  forgetRecentRules(db)
  return saved
}
