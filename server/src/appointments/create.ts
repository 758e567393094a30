import {
  scheduleMessages as say,
  type Appointment,
  type AppointmentCreate,
  type Department,
  type StaffBooking,
} from '@zhenyue/contract'
import { audited, type Actor } from '../db/audit.ts'
import { inTransaction } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import { notFound } from '../http/errors.ts'
import { book } from '../bookings/book.ts'
import { recordConsent } from '../bookings/consents-store.ts'
import { recentRules } from '../bookings/rules-store.ts'
import type { Time } from '../time.ts'
import { insertAppointment, insertBooking, type Draft } from '../bookings/row-store.ts'

/** Of a department without slots the wish is the booking. */
const asWished = (draft: AppointmentCreate): Draft => ({
  ...(draft as AppointmentCreate & { date: string; departmentName: Department }),
  doctorId: draft.doctorId ?? '',
})

const hasSlots = async (db: Db, { slotId, departmentName }: AppointmentCreate) =>
  slotId !== '' || (await recentRules(db)).departments[departmentName!].mode === 'on'

export async function createAppointment(
  db: Db,
  time: Time,
  { consent, ...draft }: AppointmentCreate,
): Promise<Appointment> {
  const create = async (db: Db) =>
    (await hasSlots(db, draft))
      ? book(db, time, { draft, booker: 'patient' })
      : insertAppointment(db, time, asWished(draft))
  if (!consent) return create(db)
  return inTransaction(db, async (trx) => {
    const appointment = await create(trx)
    const about = { phone: draft.patientPhone, subject: appointment.id, channel: 'appointment' } as const
    await recordConsent(trx, time, consent, about)
    return appointment
  })
}

/** By staff, for a caller: the rules for phones do not apply. */
export const bookForPatient = (
  db: Db,
  time: Time,
  { leadId, extra, reason, ...draft }: StaffBooking,
  actor: Actor,
): Promise<Appointment> =>
  audited(db, time, actor, async (trx, record) => {
    const lead = Number(/^lead-([1-9]\d{0,14})$/.exec(leadId)?.[1] ?? 0)
    const known =
      leadId === '' ||
      (await trx.selectFrom('leads').select('id').where('id', '=', lead).executeTakeFirst()) !== undefined
    if (!known) throw notFound(say.leadNotFound)
    const appointment = (await hasSlots(trx, draft))
      ? await book(trx, time, { draft, booker: 'staff', leadId: lead, isExtra: extra })
      : await insertBooking(trx, time, { ...asWished(draft), slotId: 0, via: 'staff', leadId: lead })
    record({
      action: 'appointment.book',
      target: appointment.id,
      phone: appointment.patientPhone,
      changes: {
        date: ['', appointment.date],
        timeSlot: ['', appointment.timeSlot],
        ...(extra && { extra: [false, true] }),
        ...(reason && { reason: ['', reason] }),
      },
    })
    return appointment
  })
