import { scheduleMessages as say, type Department, type Slot, type SlotBody } from '@zhenyue/contract'
import { sql } from 'kysely'
import { audited, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { badRequest, conflict } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { doctorNamed } from './doctors.ts'
import { closuresOfDays, isClosedBy, overlap, whose } from './make-slots.ts'
import { lockSlot, promote } from './places.ts'
import { timeSlotOf, type SlotRow } from './slot-times.ts'

export const slotNumber = (id: string) => Number(/^slot-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)

/** One that was deleted is found only `evenGone`. */
export async function findSlot(db: Db, id: string, evenGone = false): Promise<SlotRow | undefined> {
  const number = slotNumber(id)
  if (number === 0) return undefined
  const slot = await db.selectFrom('slots').selectAll().where('id', '=', number).executeTakeFirst()
  return slot?.state === 'gone' && !evenGone ? undefined : slot
}

const waiting = sql<number>`(select count(*) from waitlist where waitlist.slot_id = slots.id and waitlist.status = 'waiting')`

export interface SlotFilter {
  from: string
  to: string
  departmentName?: Department | undefined
  /** Empty for 普通号; undefined for every doctor. */
  doctorId?: string | undefined
}

/** By day and time. */
export const slotsOf = (db: Db, { from, to, departmentName, doctorId }: SlotFilter) =>
  db
    .selectFrom('slots')
    .selectAll()
    .select(waiting.as('waiting'))
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('state', '!=', 'gone')
    .$if(departmentName !== undefined, (query) => query.where('department_name', '=', departmentName!))
    .$if(doctorId !== undefined, (query) => query.where('doctor_id', '=', doctorId!))
    .orderBy('date')
    .orderBy('start_time')
    .orderBy('doctor_id')
    .execute()

export const toSlot = (row: SlotRow & { waiting: number }): Slot => ({
  id: `slot-${row.id}`,
  date: row.date,
  departmentName: row.department_name,
  doctorId: row.doctor_id,
  doctorName: row.doctor_name,
  start: row.start_time,
  end: row.end_time,
  timeSlot: timeSlotOf(row),
  places: row.places,
  taken: row.taken,
  waiting: row.waiting,
  state: row.state === 'open' ? 'open' : 'closed',
  templateId: row.template_id > 0 ? `tpl-${row.template_id}` : '',
})

async function readSlot(trx: Db, id: number): Promise<Slot> {
  const row = await trx
    .selectFrom('slots')
    .selectAll()
    .select(waiting.as('waiting'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toSlot(row)
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
): Promise<Slot | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await lockSlot(trx, slotNumber(id))
    if (!before || before.state === 'gone') return undefined
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

export const deleteSlot = (db: Db, time: Time, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const slot = await lockSlot(trx, slotNumber(id))
    if (!slot || slot.state === 'gone') return false
    const { waiting } = await readSlot(trx, slot.id)
    const booked = await trx
      .selectFrom('appointments')
      .select('number')
      .where('slot_id', '=', slot.id)
      .limit(1)
      .executeTakeFirst()
    if (slot.taken > 0 || waiting > 0) throw conflict(say.slotInUse)
    // One that had bookings stays for them; and no template makes it again.
    if (booked || slot.template_id > 0) {
      await trx
        .updateTable('slots')
        .set({ state: 'gone', updated_at: time.now() })
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

/** Slots whose number of taken places is not that of their bookings; mended where `repair` says so. */
export async function verifySlots(db: Db, repair: boolean) {
  const counted = sql<number>`(select count(*) from appointments where appointments.slot_id = slots.id and appointments.status <> 'cancelled')`
  const rows = await db
    .selectFrom('slots')
    .select(['id', 'date', 'start_time', 'end_time', 'doctor_name', 'department_name', 'taken', 'places'])
    .select(counted.as('counted'))
    .whereRef('taken', '!=', counted)
    .orderBy('id')
    .execute()
  if (repair) {
    for (const { id } of rows) {
      await db.transaction().execute(async (trx) => {
        await lockSlot(trx, id)
        await trx
          .updateTable('slots')
          .set({
            taken: counted,
            places: sql<number>`case when places < ${counted} then ${counted} else places end`,
          })
          .where('id', '=', id)
          .execute()
      })
    }
  }
  return rows
}
