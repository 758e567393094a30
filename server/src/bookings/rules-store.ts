import { defaultBookingRules, type BookingRules } from '@zhenyue/contract'
import type { Db } from '../db/types.ts'

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

export const forgetRecentRules = (db: Db) => lastRead.delete(db)
