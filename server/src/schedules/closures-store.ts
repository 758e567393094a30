import {
  appointmentMessages,
  scheduleMessages as say,
  type Closure,
  type ClosureBody,
  type ClosureItem,
  type ClosureItemState,
  type SettleBody,
  type WholeClosure,
} from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { toAppointment, columns } from '../bookings/row-store.ts'
import { transition } from '../bookings/transitions.ts'
import { audited, type Actor } from '../db/audit.ts'
import { isSubscribed, newMessage, recordEvent } from '../db/outbox.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { NoPlace } from '../bookings/book.ts'
import { settleClosure } from '../bookings/closure-items-store.ts'
import { isClosedBy } from '../bookings/make-slots-store.ts'
import { reschedule } from '../bookings/reschedule.ts'
import { promote } from '../bookings/places-store.ts'
import { slotNumber, slotsOf } from '../bookings/slots-store.ts'

type Row = Selectable<Schema['closures']>

const numberOf = (id: string) => Number(/^cls-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)
const missing = () => notFound(say.closureNotFound)

async function toClosure(db: Db, time: Time, row: Row): Promise<Closure> {
  const items = { open: 0, moved: 0, cancelled: 0, called: 0 }
  const states = await db
    .selectFrom('closure_items')
    .select((e) => ['state', e.fn.countAll<number>().as('count')])
    .where('closure_id', '=', row.id)
    .groupBy('state')
    .execute()
  for (const { state, count } of states) items[state] = count
  const { slots } = await db
    .selectFrom('slots')
    .select((e) => e.fn.countAll<number>().as('slots'))
    .where('closure_id', '=', row.id)
    .executeTakeFirstOrThrow()
  return {
    id: `cls-${row.id}`,
    reason: row.reason,
    from: row.from_day,
    to: row.to_day,
    departmentName: row.department_name,
    doctorId: row.doctor_id,
    status: row.status,
    slots,
    items,
    createdAt: time.show(row.created_at),
  }
}

export async function listClosures(db: Db, time: Time): Promise<Closure[]> {
  const rows = await db.selectFrom('closures').selectAll().orderBy('id', 'desc').limit(500).execute()
  return Promise.all(rows.map((row) => toClosure(db, time, row)))
}

const findRow = (db: Db, id: string) =>
  db.selectFrom('closures').selectAll().where('id', '=', numberOf(id)).executeTakeFirst()

async function itemsOf(db: Db, time: Time, closureId: number): Promise<ClosureItem[]> {
  const items = await db.selectFrom('closure_items').selectAll().where('closure_id', '=', closureId).execute()
  const ids = items.map(({ appointment_id }) => appointment_id)
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('appointments').select(columns).where('id', 'in', ids).execute()
  const appointments = new Map(rows.map((row) => [row.id, toAppointment(row, time)]))
  const list = items.map(({ appointment_id, state, needs_call, note }) => ({
    appointmentId: appointment_id,
    state,
    needsCall: needs_call === 1,
    note,
    appointment: appointments.get(appointment_id) ?? null,
  }))
  const when = ({ appointment }: ClosureItem) => `${appointment?.date} ${appointment?.timeSlot}`
  return list.toSorted((one, other) => when(one).localeCompare(when(other)))
}

export async function readClosure(db: Db, time: Time, id: string): Promise<WholeClosure> {
  const row = await findRow(db, id)
  if (!row) throw missing()
  return { ...(await toClosure(db, time, row)), list: await itemsOf(db, time, row.id) }
}

/** Closes slots at once; every live booking of them becomes an item. */
export const insertClosure = (db: Db, time: Time, body: ClosureBody, actor: Actor): Promise<Closure> =>
  audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    const { slotIds, reason } = body
    const range = {
      from_day: body.from ?? '',
      to_day: body.to ?? '',
      department_name: body.departmentName ?? ('' as const),
      doctor_id: body.doctorId ?? '*',
    }
    const numbers = new Set(slotIds?.map(slotNumber))
    const from = body.from ?? '0000-01-01'
    const to = body.to ?? '9999-12-31'
    const isMeant = (slot: { id: number } & Parameters<typeof isClosedBy>[1]) =>
      slotIds ? numbers.has(slot.id) : isClosedBy({ ...range, from_day: from, to_day: to }, slot)
    const slots = slotIds
      ? await trx
          .selectFrom('slots')
          .selectAll()
          .where('id', 'in', [...numbers])
          .where('state', '!=', 'gone')
          .execute()
      : await slotsOf(trx, { from, to })
    // Those of another closure stay with it.
    const meant = slots.filter((slot) => isMeant(slot) && slot.closure_id === 0)
    if (meant.length === 0 && !(await hasTemplates(trx, body))) throw badRequest(say.nothingToClose)
    const days = meant.map(({ date }) => date).toSorted()
    const row = await trx
      .insertInto('closures')
      .values({
        reason,
        ...range,
        from_day: range.from_day || days[0]!,
        to_day: range.to_day || days.at(-1)!,
        status: 'open',
        by_days: slotIds ? 0 : 1,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const ids = meant.map(({ id }) => id).toSorted((one, other) => one - other)
    // In their order, as every booking locks them.
    for (const id of ids) {
      await trx
        .updateTable('slots')
        .set({ state: 'closed', closure_id: row.id, updated_at: now })
        .where('id', '=', id)
        .execute()
    }
    if (ids.length > 0) {
      await trx
        .updateTable('waitlist')
        .set({ status: 'ended', closure_id: row.id, updated_at: now })
        .where('slot_id', 'in', ids)
        .where('status', '=', 'waiting')
        .execute()
      await addItems(trx, time, row.id, ids)
    }
    const id = `cls-${row.id}`
    await recordEvent(trx, time, {
      type: 'closure.created',
      record: id,
      data: { id, from: row.from_day, to: row.to_day },
    })
    record({
      action: 'closure.create',
      target: id,
      changes: { reason: ['', reason], from: ['', row.from_day], to: ['', row.to_day] },
    })
    await settleClosure(trx, time, row.id)
    const made = await findRow(trx, id)
    return toClosure(trx, time, made!)
  })

/** Every live booking of slots that were closed, and what its patient is told. */
async function addItems(trx: Db, time: Time, closureId: number, slotIds: number[]) {
  const now = time.now()
  const booked = await trx
    .selectFrom('appointments')
    .select(['id', 'slot_id', 'patient_phone'])
    .where('slot_id', 'in', slotIds)
    .where('status', 'in', ['pending', 'confirmed'])
    .where('attendance', '=', '')
    .execute()
  if (booked.length === 0) return
  const areTold = await isSubscribed(trx, 'message-closed')
  for (let i = 0; i < booked.length; i += 500) {
    const some = booked.slice(i, i + 500)
    await trx
      .insertInto('closure_items')
      .values(
        some.map(({ id, slot_id }) => ({
          closure_id: closureId,
          appointment_id: id,
          slot_id,
          state: 'open' as const,
          // Nobody is told by a message: someone has to phone.
          needs_call: areTold ? 0 : 1,
          note: '',
          settled_by: '' as const,
          updated_at: now,
        })),
      )
      .execute()
    if (!areTold) continue
    await trx
      .insertInto('messages')
      .values(
        some.map(({ id, patient_phone }) =>
          newMessage(
            { key: `closed:${closureId}:${id}`, kind: 'closed', phone: patient_phone, appointmentId: id },
            now,
          ),
        ),
      )
      .execute()
  }
}

async function hasTemplates(trx: Db, { slotIds, departmentName, doctorId }: ClosureBody): Promise<boolean> {
  if (slotIds) return false
  const row = await trx
    .selectFrom('templates')
    .select('id')
    .where('enabled', '=', 1)
    .$if(departmentName !== undefined, (query) => query.where('department_name', '=', departmentName!))
    .$if(doctorId !== undefined, (query) => query.where('doctor_id', '=', doctorId!))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const isSettled = (state: ClosureItemState) => state === 'moved' || state === 'cancelled'

export async function settleItem(
  db: Db,
  time: Time,
  id: string,
  appointmentId: string,
  body: SettleBody,
  actor: Actor,
): Promise<ClosureItem> {
  const row = await findRow(db, id)
  if (!row) throw missing()
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
  const row = await findRow(db, id)
  if (!row) throw missing()
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

/** Opens the slots again, while staff have moved or cancelled nobody. */
export const reopenClosure = (db: Db, time: Time, id: string, actor: Actor): Promise<Closure> =>
  audited(db, time, actor, async (trx, record) => {
    const row = await findRow(trx, id)
    if (!row) throw missing()
    const done = await trx
      .selectFrom('closure_items')
      .select('appointment_id')
      .where('closure_id', '=', row.id)
      .where('settled_by', '=', 'staff')
      .limit(1)
      .executeTakeFirst()
    if (done) throw conflict(say.settledAlready)
    const now = time.now()
    await trx
      .updateTable('closures')
      .set({ status: 'settled', by_days: 0, updated_at: now })
      .where('id', '=', row.id)
      .execute()
    await trx.deleteFrom('closure_items').where('closure_id', '=', row.id).execute()
    // What has not been sent yet is no longer so.
    await trx
      .updateTable('messages')
      .set({ status: 'dropped' })
      .where('key', 'like', `closed:${row.id}:%`)
      .where('status', '=', 'queued')
      .execute()
    await trx
      .updateTable('waitlist')
      .set({ status: 'waiting', closure_id: 0, updated_at: now })
      .where('closure_id', '=', row.id)
      .where('status', '=', 'ended')
      .execute()
    const slots = await trx
      .selectFrom('slots')
      .select('id')
      .where('closure_id', '=', row.id)
      .orderBy('id')
      .execute()
    for (const { id } of slots) {
      const slot = await trx
        .updateTable('slots')
        .set({ state: 'open', closure_id: 0, updated_at: now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await promote(trx, time, slot)
    }
    record({ action: 'closure.reopen', target: id })
    return toClosure(trx, time, (await findRow(trx, id))!)
  })
