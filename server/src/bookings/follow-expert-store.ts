import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { makeSlots } from './make-slots-store.ts'
import { readRules } from './rules-store.ts'

/** Templates and slots follow a doctor's name; those of a doctor who is disabled or deleted are disabled. */
export async function followExpert(
  trx: Db,
  time: Time,
  doctorId: string,
  name: string | undefined,
): Promise<void> {
  const own = await trx
    .selectFrom('templates')
    .select('id')
    .where('doctor_id', '=', doctorId)
    .limit(1)
    .executeTakeFirst()
  if (name === undefined) {
    if (!own) return
    await trx
      .updateTable('templates')
      .set({ enabled: 0, updated_at: time.now() })
      .where('doctor_id', '=', doctorId)
      .execute()
    await makeSlots(trx, time, await readRules(trx))
    return
  }
  // One that is too long for an appointment stays as it was there.
  if ([...name].length > 20) return
  await trx.updateTable('templates').set({ doctor_name: name }).where('doctor_id', '=', doctorId).execute()
  await trx
    .updateTable('slots')
    .set({ doctor_name: name })
    .where('doctor_id', '=', doctorId)
    .where('date', '>=', time.dayOf(time.now()))
    .execute()
}
