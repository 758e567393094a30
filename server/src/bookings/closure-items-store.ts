import type { ClosureItemState } from '@zhenyue/contract'
import { recordEvent } from '../db/outbox.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

const settled: ClosureItemState[] = ['moved', 'cancelled']

/** A closure is settled once every patient of it is; then that is told. */
export async function settleClosure(trx: Db, time: Time, closureId: number): Promise<void> {
  const open = await trx
    .selectFrom('closure_items')
    .select('appointment_id')
    .where('closure_id', '=', closureId)
    .where('state', 'not in', settled)
    .limit(1)
    .executeTakeFirst()
  if (open) return
  const closure = await trx
    .updateTable('closures')
    .set({ status: 'settled', updated_at: time.now() })
    .where('id', '=', closureId)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()
  if (!closure) return
  const id = `cls-${closureId}`
  const data = { id, from: closure.from_day, to: closure.to_day }
  await recordEvent(trx, time, { type: 'closure.settled', record: id, data })
}

/** A patient of a closure was moved or has cancelled, by staff or by themselves. */
export async function settleItems(
  trx: Db,
  time: Time,
  appointmentId: string,
  state: 'moved' | 'cancelled',
  by: 'staff' | 'patient',
): Promise<void> {
  const items = await trx
    .updateTable('closure_items')
    .set({ state, settled_by: by, updated_at: time.now() })
    .where('appointment_id', '=', appointmentId)
    .where('state', 'not in', settled)
    .returning('closure_id')
    .execute()
  for (const { closure_id } of items) await settleClosure(trx, time, closure_id)
}

/** Forgets a patient who was erased. */
export async function forgetItems(trx: Db, time: Time, appointmentId: string): Promise<void> {
  const items = await trx
    .deleteFrom('closure_items')
    .where('appointment_id', '=', appointmentId)
    .returning('closure_id')
    .execute()
  for (const { closure_id } of items) await settleClosure(trx, time, closure_id)
}
