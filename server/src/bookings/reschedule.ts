import { appointmentMessages, scheduleMessages as say, type Appointment } from '@zhenyue/contract'
import { isId } from './ids.ts'
import { columns, settleWaiting, toAppointment } from './row-store.ts'
import { audited, type Actor, type AuditEntry } from '../db/audit.ts'
import { inTransaction } from '../db/engine.ts'
import { appointmentEvent, recordEvent } from '../db/outbox.ts'
import type { Db } from '../db/types.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { slotRefusal } from './book.ts'
import { noPlace } from './no-place.ts'
import { settleItems } from './closure-items-store.ts'
import { phoneRefusal } from './phone-limits-store.ts'
import { releasePlace, takePlace, visitOf } from './places-store.ts'
import { readRules } from './rules-store.ts'
import { findSlot } from './slots-store.ts'
import { startOfSlot } from './slot-times.ts'

const readRow = (db: Db, id: string) =>
  db
    .selectFrom('appointments')
    .select([...columns, 'own_moves'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Moves an appointment to another slot: the new place is taken and the old one free in one transaction. */
export async function reschedule(
  db: Db,
  time: Time,
  id: string,
  slotId: string,
  actor: Actor | undefined,
): Promise<Appointment> {
  const missing = () => notFound(appointmentMessages.notFound)
  if (!isId(id)) throw missing()
  for (;;) {
    const row = await readRow(db, id)
    if (!row) throw missing()
    const isLive = row.status === 'pending' || row.status === 'confirmed'
    if (!isLive) throw conflict(say.endedCannotMove)
    if (row.slot_id === 0) throw conflict(say.withoutSlotCannotMove)
    if (row.attendance !== '') throw conflict(say.endedCannotMove)
    const old = await db
      .selectFrom('slots')
      .selectAll()
      .where('id', '=', row.slot_id)
      .executeTakeFirstOrThrow()
    const rules = await readRules(db)
    const isOwn = !actor && old.state === 'open'
    if (!actor && time.now() >= startOfSlot(time, old)) throw conflict(say.endedCannotMove)
    if (isOwn && rules.maxMoves > 0 && row.own_moves >= rules.maxMoves)
      throw conflict(say.movedTooOften(rules.maxMoves))
    const wanted = await findSlot(db, slotId)
    if (!wanted || rules.departments[wanted.department_name].mode === 'off') throw notFound(say.slotNotFound)
    if (wanted.department_name !== row.department_name) throw badRequest(say.otherDepartment)
    if (wanted.id === row.slot_id) throw conflict(say.sameSlot)
    const booker = actor ? 'staff' : 'patient'
    const refusal = slotRefusal(time, rules, wanted, booker)
    if (refusal) throw await noPlace(db, time, rules, refusal, wanted.department_name, wanted)

    const move = async (trx: Db, record?: (entry: AuditEntry) => void) => {
      const { slotId: _, ...visit } = visitOf(wanted)
      const moved = await trx
        .updateTable('appointments')
        .set((e) => ({
          slot_id: wanted.id,
          date: visit.date,
          doctor_id: visit.doctorId,
          doctor_name: visit.doctorName,
          time_slot: visit.timeSlot,
          moves: e('moves', '+', 1),
          own_moves: e('own_moves', '+', isOwn ? 1 : 0),
          updated_at: time.now(),
        }))
        .where('id', '=', id)
        .where('slot_id', '=', row.slot_id)
        .where('status', '=', row.status)
        .where('attendance', '=', '')
        .returning(columns)
        .executeTakeFirst()
      if (!moved) return undefined
      // Slots are locked in one order, so that opposing moves do not wait for each other.
      if (row.slot_id < wanted.id) await releasePlace(trx, time, row.slot_id)
      if (!(await takePlace(trx, wanted.id))) {
        const now = (await findSlot(trx, slotId)) ?? wanted
        const reason = slotRefusal(time, rules, now, booker) ?? 'full'
        throw await noPlace(trx, time, rules, reason, wanted.department_name, wanted)
      }
      const taken = { id, phone: row.patient_phone, slotId: wanted.id, now: time.now() }
      await settleWaiting(trx, taken)
      if (row.slot_id > wanted.id) await releasePlace(trx, time, row.slot_id)
      if (!actor) {
        const visit = {
          phone: row.patient_phone,
          departmentName: wanted.department_name,
          date: wanted.date,
        }
        const refusal = await phoneRefusal(trx, time, rules, visit, id)
        if (refusal) throw await noPlace(trx, time, rules, refusal, wanted.department_name, wanted)
      }
      await settleItems(trx, time, id, 'moved', actor ? 'staff' : 'patient')
      const appointment = toAppointment(moved, time)
      await recordEvent(trx, time, appointmentEvent('appointment.rescheduled', appointment))
      record?.({
        action: 'appointment.reschedule',
        target: id,
        phone: row.patient_phone,
        changes: {
          date: [row.date, appointment.date],
          timeSlot: [row.time_slot, appointment.timeSlot],
          ...(row.doctor_name !== appointment.doctorName && {
            doctorName: [row.doctor_name, appointment.doctorName],
          }),
        },
      })
      return appointment
    }
    const appointment = actor ? await audited(db, time, actor, move) : await inTransaction(db, move)
    if (appointment) return appointment
  }
}
