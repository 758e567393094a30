import { scheduleMessages as say, type Closure } from '@zhenyue/contract'
import { makeSlots } from '../bookings/make-slots-store.ts'
import { lockSlot, promote } from '../bookings/places-store.ts'
import { readRules } from '../bookings/rules-store.ts'
import { audited, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { conflict } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { findClosureRow, missingClosure, toClosure } from './closures-store.ts'

/** Opens the slots again, while staff have moved or cancelled nobody. */
export const reopenClosure = (db: Db, time: Time, id: string, actor: Actor): Promise<Closure> =>
  audited(db, time, actor, async (trx, record) => {
    const row = await findClosureRow(trx, id)
    if (!row) throw missingClosure()
    const done = await trx
      .selectFrom('closure_items')
      .select('appointment_id')
      .where('closure_id', '=', row.id)
      .where('settled_by', '=', 'staff')
      .limit(1)
      .executeTakeFirst()
    if (done) throw conflict(say.settledAlready)
    const now = time.now()
    await trx
      .updateTable('closures')
      .set({ status: 'reopened', by_days: 0, updated_at: now })
      .where('id', '=', row.id)
      .execute()
    await trx.deleteFrom('closure_items').where('closure_id', '=', row.id).execute()
    // What has not been sent yet is no longer so.
    await trx
      .updateTable('messages')
      .set({ status: 'dropped' })
      .where('key', 'like', `closed:${row.id}:%`)
      .where('status', '=', 'queued')
      .execute()
    await trx
      .updateTable('waitlist')
      .set({ status: 'waiting', closure_id: 0, updated_at: now })
      .where('closure_id', '=', row.id)
      .where('status', '=', 'ended')
      .execute()
    const slots = await trx
      .selectFrom('slots')
      .select('id')
      .where('closure_id', '=', row.id)
      .where('state', '!=', 'gone')
      .orderBy('id')
      .execute()
    const opened = { state: 'open' as const, closure_id: 0, updated_at: now }
    for (const { id } of slots) await trx.updateTable('slots').set(opened).where('id', '=', id).execute()
    // Templates may have changed meanwhile; only then is known what there is to give to those who wait.
    await makeSlots(trx, time, await readRules(trx))
    for (const { id } of slots) {
      const slot = await lockSlot(trx, id)
      if (slot) await promote(trx, time, slot)
    }
    record({ action: 'closure.reopen', target: id })
    return toClosure(trx, time, (await findClosureRow(trx, id))!)
  })
