import type { Time } from '../time.ts'
import { isSqlite } from './engine.ts'
import { appointmentEvent, leadEvent, recordEvents } from './outbox.ts'
import type { Db } from './types.ts'

/** Whether any new record is marked: asked every second, and mostly none is. */
async function hasMarked(db: Db): Promise<boolean> {
  for (const table of ['leads', 'appointments'] as const) {
    const one = await db
      .selectFrom(table as 'leads')
      .select('unannounced')
      .where('unannounced', '=', 1)
      .limit(1)
      .executeTakeFirst()
    if (one) return true
  }
  return false
}

/** Turns so many of the new records that are marked into events. */
export async function announceNew(db: Db, time: Time, most: number): Promise<void> {
  if (!(await hasMarked(db))) return
  await db.transaction().execute(async (trx) => {
    const marked = (table: 'leads' | 'appointments', key: 'id' | 'number') =>
      trx
        .selectFrom(table as 'leads')
        .select(key as 'id')
        .where('unannounced', '=', 1)
        .orderBy(key as 'id')
        .limit(most)
        .$if(!isSqlite(trx), (query) => query.forUpdate().skipLocked())
    const leads = await trx
      .updateTable('leads')
      .set({ unannounced: 0 })
      .where('id', 'in', marked('leads', 'id'))
      .returning(['id', 'source', 'created_at'])
      .execute()
    const booked = await trx
      .updateTable('appointments')
      .set({ unannounced: 0 })
      .where('number', 'in', marked('appointments', 'number'))
      .returning(['id', 'date', 'department_name', 'patient_phone', 'created_at', 'slot_id'])
      .execute()
    await recordEvents(
      trx,
      time,
      leads.map(({ id, source, created_at: at }) =>
        Object.assign(leadEvent('lead.created', { id: `lead-${id}`, source }), { at }),
      ),
    )
    await recordEvents(
      trx,
      time,
      booked.map(({ id, date, department_name, patient_phone, slot_id, created_at: at }) => {
        const slotId = slot_id > 0 ? `slot-${slot_id}` : undefined
        const told = { id, status: 'pending', date, departmentName: department_name, slotId }
        const event = appointmentEvent('appointment.created', { ...told, patientPhone: patient_phone })
        return Object.assign(event, { at })
      }),
    )
  })
}
