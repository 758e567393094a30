import { scheduleMessages as say, type Closure, type ClosureBody } from '@zhenyue/contract'
import { settleClosure } from '../bookings/closure-items-store.ts'
import { isClosedBy } from '../bookings/make-slots-store.ts'
import { slotNumber, slotsOf } from '../bookings/slots-store.ts'
import { audited, type Actor } from '../db/audit.ts'
import { newMessage, recordEvent } from '../db/outbox.ts'
import { isSubscribed } from '../db/subscriptions.ts'
import type { Db } from '../db/types.ts'
import { badRequest } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { findClosureRow, toClosure } from './closures-store.ts'

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
    const [first] = meant
    const areAll = (key: 'department_name' | 'doctor_id') =>
      slotIds && first && meant.every((slot) => slot[key] === first[key])
    const row = await trx
      .insertInto('closures')
      .values({
        reason,
        ...range,
        from_day: range.from_day || days[0]!,
        to_day: range.to_day || days.at(-1)!,
        // Single slots say by themselves whose they are.
        ...(areAll('department_name') && { department_name: first!.department_name }),
        ...(areAll('doctor_id') && { doctor_id: first!.doctor_id }),
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
    const made = await findClosureRow(trx, id)
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
