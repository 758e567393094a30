import { defaultBookingRules, type BookingRules } from '@zhenyue/contract'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { makeSlots } from './make-slots-store.ts'

export async function readRules(db: Db): Promise<BookingRules> {
  const row = await db.selectFrom('booking_rules').select('document').executeTakeFirst()
  return row ? (JSON.parse(row.document) as BookingRules) : defaultBookingRules
}

/** What was read last, for a second: every booking asks, and rules hardly ever change. */
const lastRead = new WeakMap<Db, { at: number; rules: BookingRules }>()

/** The rules as they were within the last second; at once those that this instance has saved. */
export async function recentRules(db: Db): Promise<BookingRules> {
  const last = lastRead.get(db)
  const now = performance.now()
  if (last && now - last.at < 1000) return last.rules
  const rules = await readRules(db)
  if (!db.isTransaction) lastRead.set(db, { at: now, rules })
  return rules
}

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
  lastRead.delete(db)
  return saved
}
