import type { Appointment, AppointmentStatus } from '@zhenyue/contract'
import { audited, type Actor, type Changes } from '../db/audit.ts'
import { inTransaction } from '../db/engine.ts'
import { appointmentEvent, recordEvent } from '../db/outbox.ts'
import { keepPersons } from '../db/persons.ts'
import { prepare } from '../db/prepared.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { settleItems } from './closure-items-store.ts'
import { releasePlace } from './places-store.ts'
import { isId } from './ids.ts'
import { columns, toAppointment } from './row-store.ts'

const find = prepare((db, { id }: { id: string }) =>
  db.selectFrom('appointments').select(columns).where('id', '=', id),
)

export async function findAppointment(db: Db, time: Time, id: string): Promise<Appointment | undefined> {
  if (!isId(id)) return undefined
  const [row] = await find(db, { id })
  return row && toAppointment(row, time)
}

/** What receivers are told of a step. */
const eventOf = {
  pending: 'appointment.created',
  confirmed: 'appointment.confirmed',
  completed: 'appointment.completed',
  cancelled: 'appointment.cancelled',
} as const

/** Resolves to undefined when there is no such appointment in the state `from`. Patients leave no audit row. */
export async function moveAppointment(
  db: Db,
  time: Time,
  id: string,
  { action, from, to }: { action: string; from: AppointmentStatus; to: AppointmentStatus },
  actor: Actor | undefined,
): Promise<Appointment | undefined> {
  if (!isId(id)) return undefined
  const move = async (db: Db) => {
    const row = await db
      .updateTable('appointments')
      .set({ status: to, updated_at: time.now() })
      // Whoever was seen has come.
      .$if(to === 'completed', (query) =>
        query.set((e) => ({
          attendance: e
            .case()
            .when('slot_id', '>', 0)
            .then('arrived' as const)
            .else(e.ref('attendance'))
            .end(),
        })),
      )
      .where('id', '=', id)
      .where('status', '=', from)
      .returning(columns)
      .executeTakeFirst()
    if (!row) return undefined
    if (to === 'cancelled' && row.slot_id > 0) {
      await releasePlace(db, time, row.slot_id)
      await settleItems(db, time, id, 'cancelled', actor ? 'staff' : 'patient')
    }
    if (to === 'completed') await keepPersons(db, [row.patient_phone])
    const moved = toAppointment(row, time)
    await recordEvent(db, time, appointmentEvent(eventOf[to], moved))
    return moved
  }
  if (!actor) return inTransaction(db, move)
  return audited(db, time, actor, async (trx, record) => {
    const moved = await move(trx)
    if (!moved) return undefined
    const changes: Changes = { status: [from, to] }
    record({ action: `appointment.${action}`, target: id, changes, phone: moved.patientPhone })
    return moved
  })
}
