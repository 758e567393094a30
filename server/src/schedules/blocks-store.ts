import { audited, type Actor } from '../db/audit.ts'
import { findAppointment } from '../bookings/appointment-store.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

/** Forgets the no-shows of a phone number; answers whether there is such a number. */
export const forgiveNoShows = (
  db: Db,
  time: Time,
  { phone, appointmentId }: { phone?: string | undefined; appointmentId?: string | undefined },
  actor: Actor,
): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const whose = phone ?? (appointmentId && (await findAppointment(trx, time, appointmentId))?.patientPhone)
    if (!whose) return false
    await trx
      .updateTable('appointments')
      .set({ forgiven: 1 })
      .where('patient_phone', '=', whose)
      .where('attendance', '=', 'no-show')
      .execute()
    record({ action: 'block.lift', target: appointmentId ?? '', phone: whose })
    return true
  })
