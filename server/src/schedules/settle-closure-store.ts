import {
  appointmentMessages,
  type ClosureItem,
  type ClosureItemState,
  type SettleBody,
} from '@zhenyue/contract'
import { NoPlace } from '../bookings/no-place.ts'
import { reschedule } from '../bookings/reschedule.ts'
import { slotsOf } from '../bookings/slots-store.ts'
import { transition } from '../bookings/transitions.ts'
import { audited, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { notFound } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { findClosureRow, itemsOf, missingClosure } from './closures-store.ts'

const isSettled = (state: ClosureItemState) => state === 'moved' || state === 'cancelled'

export async function settleItem(
  db: Db,
  time: Time,
  id: string,
  appointmentId: string,
  body: SettleBody,
  actor: Actor,
): Promise<ClosureItem> {
  const row = await findClosureRow(db, id)
  if (!row) throw missingClosure()
  const item = async () =>
    (await itemsOf(db, time, row.id)).find((one) => one.appointmentId === appointmentId)
  if (!(await item())) throw notFound(appointmentMessages.notFound)
  if (body.action === 'move') await reschedule(db, time, appointmentId, body.slotId, actor)
  else if (body.action === 'cancel') {
    if (!(await transition(db, time, appointmentId, 'cancel', actor)))
      throw notFound(appointmentMessages.notFound)
  } else {
    await audited(db, time, actor, async (trx, record) => {
      const called = await trx
        .updateTable('closure_items')
        .set({ state: 'called', note: body.note, needs_call: 0, updated_at: time.now() })
        .where('closure_id', '=', row.id)
        .where('appointment_id', '=', appointmentId)
        .where('state', 'in', ['open', 'called'])
        .returning('appointment_id')
        .executeTakeFirst()
      if (called) {
        record({ action: 'closure.call', target: appointmentId, changes: { note: ['', body.note] } })
      }
    })
  }
  return (await item())!
}

/** Moves all that are open to the same times of another doctor or day, as far as there are places. */
export async function moveAll(
  db: Db,
  time: Time,
  id: string,
  { doctorId, date }: { doctorId?: string | undefined; date?: string | undefined },
  actor: Actor,
): Promise<{ moved: number; left: number }> {
  const row = await findClosureRow(db, id)
  if (!row) throw missingClosure()
  const counts = { moved: 0, left: 0 }
  for (const { appointment, state } of await itemsOf(db, time, row.id)) {
    if (!appointment || isSettled(state)) continue
    const day = date ?? appointment.date
    const doctor = doctorId ?? appointment.doctorId
    const slots = await slotsOf(db, {
      from: day,
      to: day,
      departmentName: appointment.departmentName,
      doctorId: doctor,
    })
    const same = slots.find(
      (slot) =>
        appointment.timeSlot.endsWith(` ${slot.start_time}-${slot.end_time}`) &&
        slot.state === 'open' &&
        slot.taken < slot.places,
    )
    try {
      if (!same) counts.left++
      else {
        await reschedule(db, time, appointment.id, `slot-${same.id}`, actor)
        counts.moved++
      }
    } catch (error) {
      // Someone took the last place, or the patient has cancelled meanwhile.
      if (!(error instanceof NoPlace) && (error as { status?: number }).status !== 409) throw error
      counts.left++
    }
  }
  return counts
}
