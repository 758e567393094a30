import {
  maskPhone,
  type Appointment,
  type Attendance,
  type EventType,
  type PatientCorrection,
} from '@zhenyue/contract'
import { audited, blankRecord, differences, type Actor, type Changes } from '../db/audit.ts'
import { foldCase } from '../db/engine.ts'
import { forgetAnswers } from '../db/idempotency.ts'
import { appointmentEvent, recordEvent } from '../db/outbox.ts'
import { keepPersons } from '../db/persons.ts'
import type { Db } from '../db/types.ts'
import { findAppointment } from '../bookings/appointment-store.ts'
import { forgetItems } from '../bookings/closure-items-store.ts'
import { releasePlace } from '../bookings/places-store.ts'
import { startOfSlot } from '../bookings/slot-times.ts'
import { forgetConsents, moveConsent } from '../bookings/consents-store.ts'
import { findSlot } from '../bookings/slots-store.ts'
import type { Time } from '../time.ts'
import { isId } from '../bookings/ids.ts'
import { columns, toAppointment } from '../bookings/row-store.ts'

/** Staff change remarks one after another, so that what `isStale` looks at is what is changed. */
export const setAppointmentRemark = (
  db: Db,
  time: Time,
  id: string,
  remark: string,
  actor: Actor,
  isStale: (current: Appointment) => boolean = () => false,
): Promise<Appointment | 'stale' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findAppointment(trx, time, id)
    if (!before) return undefined
    if (isStale(before)) return 'stale'
    const row = await trx
      .updateTable('appointments')
      .set({ remark, updated_at: time.now() })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    const changes: Changes = { remark: [before.remark, remark] }
    record({ action: 'appointment.remark', target: id, changes, phone: before.patientPhone })
    await recordEvent(trx, time, appointmentEvent('appointment.updated', before))
    return toAppointment(row, time)
  })

export async function deleteAppointment(db: Db, time: Time, id: string, actor: Actor): Promise<boolean> {
  if (!isId(id)) return false
  return audited(db, time, actor, async (trx, record) => {
    const deleted = await trx
      .deleteFrom('appointments')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!deleted) return false
    const appointment = toAppointment(deleted, time)
    const event = (type: EventType) => recordEvent(trx, time, appointmentEvent(type, appointment))
    if (deleted.unannounced) await event('appointment.created')
    await event('appointment.deleted')
    if (deleted.slot_id > 0) {
      if (deleted.status !== 'cancelled') await releasePlace(trx, time, deleted.slot_id)
      await forgetItems(trx, time, id)
    }
    await trx.deleteFrom('messages').where('appointment_id', '=', id).execute()
    await forgetAnswers(trx, deleted.patient_phone)
    await forgetConsents(trx, [deleted.patient_phone])
    await keepPersons(trx, [deleted.patient_phone])
    const blanked = await blankRecord(trx, id)
    record({ action: 'appointment.delete', target: id, phone: deleted.patient_phone, blanked })
    return true
  })
}

/** Corrects who it is for. Resolves to undefined where there is no such appointment. */
export const correctPatient = (
  db: Db,
  time: Time,
  id: string,
  { patientName, patientAge, patientPhone }: PatientCorrection,
  actor: Actor,
): Promise<Appointment | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findAppointment(trx, time, id)
    if (!before) return undefined
    const row = await trx
      .updateTable('appointments')
      .set({
        patient_name: patientName,
        patient_name_search: foldCase(patientName),
        patient_age: patientAge,
        patient_phone: patientPhone,
        updated_at: time.now(),
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    const corrected = toAppointment(row, time)
    await forgetAnswers(trx, before.patientPhone)
    await moveConsent(trx, id, before.patientPhone, patientPhone)
    await keepPersons(trx, [before.patientPhone, patientPhone])
    const shown = ({ patientName, patientAge, patientPhone }: Appointment) => ({
      patientName,
      patientAge,
      patientPhone: maskPhone(patientPhone),
    })
    record({
      action: 'appointment.correct',
      target: id,
      changes: differences(shown(before), shown(corrected)),
      phone: patientPhone,
    })
    await recordEvent(trx, time, appointmentEvent('appointment.updated', corrected))
    return corrected
  })

/** Says whether the patient came. Resolves to why not, or to undefined where there is no such appointment. */
export const setAttendance = (
  db: Db,
  time: Time,
  id: string,
  attendance: Attendance,
  actor: Actor,
): Promise<Appointment | 'not confirmed' | 'too early' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findAppointment(trx, time, id)
    if (!before) return undefined
    if (before.status !== 'confirmed' || !before.slotId) return 'not confirmed'
    const slot = await findSlot(trx, before.slotId, true)
    if (attendance === 'no-show' && slot && time.now() < startOfSlot(time, slot)) return 'too early'
    const row = await trx
      .updateTable('appointments')
      .set({ attendance, forgiven: 0, updated_at: time.now() })
      .where('id', '=', id)
      .where('status', '=', 'confirmed')
      .returning(columns)
      .executeTakeFirst()
    if (!row) return 'not confirmed'
    const changes: Changes = { attendance: [before.attendance, attendance] }
    record({ action: 'appointment.attendance', target: id, changes, phone: before.patientPhone })
    const after = toAppointment(row, time)
    await recordEvent(trx, time, appointmentEvent('appointment.updated', after))
    return after
  })
