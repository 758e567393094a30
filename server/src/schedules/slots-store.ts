import { scheduleMessages as say, type Slot, type SlotBody } from '@zhenyue/contract'
import { audited, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { badRequest, conflict, forbidden } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { doctorNamed } from '../bookings/doctors.ts'
import { closuresOfDays, isClosedBy, overlap, whose } from '../bookings/make-slots-store.ts'
import { lockSlot, promote } from '../bookings/places-store.ts'
import { hasSlot, readSlot, slotNumber, slotsOf } from '../bookings/slots-store.ts'
import { timeSlotOf } from '../bookings/slot-times.ts'

/** Some may change the slots of one day alone. */
export function refuseOtherDay(date: string, onlyOn: string | undefined) {
  if (onlyOn !== undefined && date !== onlyOn) throw forbidden()
}

export const insertSlot = (db: Db, time: Time, body: SlotBody, actor: Actor): Promise<Slot> =>
  audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    const doctorName = await doctorNamed(trx, body.doctorId)
    if (doctorName === undefined) throw badRequest(say.unknownExpert)
    const row = {
      date: body.date,
      department_name: body.departmentName,
      doctor_id: body.doctorId,
      doctor_name: doctorName,
      start_time: body.start,
      end_time: body.end,
      places: body.places,
      taken: 0,
      state: 'open' as const,
      template_id: 0,
      is_session: 0,
      by_hand: 1,
      closure_id: 0,
      created_at: now,
      updated_at: now,
    }
    const others = await slotsOf(trx, { from: body.date, to: body.date })
    if (others.some((other) => whose(other) === whose(row) && overlap(other, row)))
      throw conflict(say.overlap)
    const closure = (await closuresOfDays(trx)).find((one) => isClosedBy(one, row))
    const { id } = await trx
      .insertInto('slots')
      .values(closure ? { ...row, state: 'closed', closure_id: closure.id } : row)
      .returning('id')
      .executeTakeFirstOrThrow()
    const slot = await readSlot(trx, id)
    record({
      action: 'slot.create',
      target: slot.id,
      changes: {
        date: ['', slot.date],
        timeSlot: ['', slot.timeSlot],
        doctorName: ['', slot.doctorName],
        places: [0, slot.places],
      },
    })
    return slot
  })

/** Resolves to undefined where there is no such slot. */
export const setPlaces = (
  db: Db,
  time: Time,
  id: string,
  places: number,
  actor: Actor,
  onlyOn?: string,
): Promise<Slot | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await lockSlot(trx, slotNumber(id))
    if (!before || before.state === 'gone') return undefined
    refuseOtherDay(before.date, onlyOn)
    if (places < before.taken) throw conflict(say.fewerThanTaken)
    const row = await trx
      .updateTable('slots')
      .set({ places, by_hand: 1, updated_at: time.now() })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await promote(trx, time, row)
    record({ action: 'slot.places', target: id, changes: { places: [before.places, places] } })
    return readSlot(trx, before.id)
  })

export const deleteSlot = (db: Db, time: Time, id: string, actor: Actor, onlyOn?: string): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const slot = await lockSlot(trx, slotNumber(id))
    if (!slot || slot.state === 'gone') return false
    refuseOtherDay(slot.date, onlyOn)
    const { waiting } = await readSlot(trx, slot.id)
    const booked = await trx
      .selectFrom('appointments')
      .select('number')
      .where('slot_id', '=', slot.id)
      .where(hasSlot)
      .limit(1)
      .executeTakeFirst()
    if (slot.taken > 0 || waiting > 0) throw conflict(say.slotInUse)
    // One that had bookings stays for them; and no template makes it again.
    if (booked || slot.template_id > 0) {
      await trx
        .updateTable('slots')
        .set({ state: 'gone', closure_id: 0, updated_at: time.now() })
        .where('id', '=', slot.id)
        .execute()
    } else await trx.deleteFrom('slots').where('id', '=', slot.id).execute()
    const changes = {
      date: [slot.date, ''] as [string, string],
      timeSlot: [timeSlotOf(slot), ''] as [string, string],
    }
    record({ action: 'slot.delete', target: id, changes })
    return true
  })
