import { randomBytes } from 'node:crypto'
import {
  scheduleMessages as say,
  type BookingRules,
  type WaitlistEntry,
  type WaitlistJoin,
  type WaitlistRow,
} from '@zhenyue/contract'
import { sql, type Selectable } from 'kysely'
import { audited, type Actor, type Changes } from '../db/audit.ts'
import { inTransaction } from '../db/engine.ts'
import { recordEvent } from '../db/outbox.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { SlotRow } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { noPlace } from '../bookings/no-place.ts'
import { recordConsent } from '../bookings/consents-store.ts'
import { phoneRefusal } from '../bookings/phone-limits-store.ts'
import { lockSlot } from '../bookings/places-store.ts'
import { readRules } from '../bookings/rules-store.ts'
import { findSlot, slotNumber } from '../bookings/slots-store.ts'
import { cutoffOf, stateOf, timeSlotOf } from '../bookings/slot-times.ts'

type Row = Selectable<Schema['waitlist']>

/** How many waited before, and the entry itself. */
const position = sql<number>`(select count(*) from waitlist as ahead where ahead.slot_id = waitlist.slot_id and ahead.status = 'waiting' and ahead.number <= waitlist.number)`

const withSlot = (db: Db) =>
  db
    .selectFrom('waitlist')
    .innerJoin('slots', 'slots.id', 'waitlist.slot_id')
    .selectAll('waitlist')
    .select([
      'slots.date',
      'slots.start_time',
      'slots.end_time',
      'slots.department_name',
      'slots.doctor_name',
      'slots.is_session',
      'slots.state',
    ])
    .select(position.as('position'))

type Shown = Row &
  Pick<
    SlotRow,
    'date' | 'start_time' | 'end_time' | 'department_name' | 'doctor_name' | 'is_session' | 'state'
  > & {
    position: number
  }

/** That the time is over needs no job: it is seen by the clock. */
function toEntry(time: Time, rules: BookingRules, row: Shown): WaitlistEntry {
  const isOver = row.state !== 'open' || time.now() >= cutoffOf(time, rules, row)
  const status = row.status === 'waiting' && isOver ? 'ended' : row.status
  return {
    id: row.id,
    slotId: `slot-${row.slot_id}`,
    date: row.date,
    timeSlot: timeSlotOf(row),
    departmentName: row.department_name,
    doctorName: row.doctor_name,
    status,
    position: status === 'waiting' ? row.position : 0,
    createdAt: time.show(row.created_at),
    ...(row.appointment_id && { appointmentId: row.appointment_id }),
  }
}

const isId = (id: string) => /^wl-[\w-]{24}$/.test(id)

export async function findWaiting(db: Db, time: Time, id: string): Promise<WaitlistEntry | undefined> {
  if (!isId(id)) return undefined
  const row = await withSlot(db).where('waitlist.id', '=', id).executeTakeFirst()
  return row && toEntry(time, await readRules(db), row)
}

/** The number of an entry, where there is one. */
export async function phoneWaiting(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('waitlist').select('patient_phone').where('id', '=', id).executeTakeFirst()
  return row?.patient_phone
}

/** Those of a phone number who still wait. */
export async function waitingOf(db: Db, time: Time, phone: string): Promise<WaitlistEntry[]> {
  const rules = await readRules(db)
  const rows = await withSlot(db)
    .where('waitlist.patient_phone', '=', phone)
    .where('waitlist.status', '=', 'waiting')
    .orderBy('waitlist.number')
    .execute()
  return rows.map((row) => toEntry(time, rules, row)).filter(({ status }) => status === 'waiting')
}

/** Those who wait, as staff see them: for one slot, or for all to come. */
export async function listWaiting(db: Db, time: Time, slotId?: string): Promise<WaitlistRow[]> {
  const rules = await readRules(db)
  let query = withSlot(db).orderBy('slots.date').orderBy('slots.start_time').orderBy('waitlist.number')
  query = slotId
    ? query.where('waitlist.slot_id', '=', slotNumber(slotId))
    : query
        .where('waitlist.status', '=', 'waiting')
        .where('slots.date', '>=', time.dayOf(time.now()))
        .limit(1000)
  return (await query.execute()).map((row) =>
    Object.assign(toEntry(time, rules, row), {
      patientName: row.patient_name,
      patientAge: row.patient_age,
      patientPhone: row.patient_phone,
      symptom: row.symptom,
    }),
  )
}

/** Joins the queue of a full slot. */
export async function joinWaitlist(db: Db, time: Time, body: WaitlistJoin): Promise<WaitlistEntry> {
  return inTransaction(db, async (trx) => {
    const rules = await readRules(trx)
    const found = await findSlot(trx, body.slotId)
    if (!found || rules.departments[found.department_name].mode === 'off') throw notFound(say.slotNotFound)
    if (!rules.waitlist) throw conflict(say.waitlistOff)
    const slot = (await lockSlot(trx, found.id)) ?? found
    const state = stateOf(time, rules, slot)
    if (state === 'open') throw conflict(say.hasPlaces)
    const refuse = (reason: Parameters<typeof noPlace>[3]) =>
      noPlace(trx, time, rules, reason, slot.department_name, slot)
    if (state !== 'full') throw await refuse(state)
    const visit = { phone: body.patientPhone, departmentName: slot.department_name, date: slot.date }
    const refusal = await phoneRefusal(trx, time, rules, visit)
    if (refusal) throw await refuse(refusal)
    const waits = await trx
      .selectFrom('waitlist')
      .select('number')
      .where('slot_id', '=', slot.id)
      .where('patient_phone', '=', body.patientPhone)
      .where('status', '=', 'waiting')
      .executeTakeFirst()
    if (waits) throw conflict(say.waitsAlready)
    const now = time.now()
    const id = `wl-${randomBytes(18).toString('base64url')}`
    await trx
      .insertInto('waitlist')
      .values({
        id,
        slot_id: slot.id,
        patient_name: body.patientName,
        patient_age: body.patientAge,
        patient_phone: body.patientPhone,
        symptom: body.symptom,
        status: 'waiting',
        appointment_id: '',
        closure_id: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
    if (body.consent) {
      const about = { phone: body.patientPhone, subject: id, channel: 'waitlist' } as const
      await recordConsent(trx, time, body.consent, about)
    }
    await recordEvent(trx, time, {
      type: 'waitlist.joined',
      record: id,
      data: { id, slotId: `slot-${slot.id}` },
    })
    return (await findWaiting(trx, time, id))!
  })
}

/**
 * Leaves the queue, or is taken off it by staff; to leave again changes nothing. Resolves to undefined for an unknown
 * entry.
 */
export async function leaveWaitlist(
  db: Db,
  time: Time,
  id: string,
  actor: Actor | undefined,
): Promise<WaitlistEntry | undefined> {
  if (!isId(id)) return undefined
  const leave = (db: Db) =>
    db
      .updateTable('waitlist')
      .set({ status: 'left', updated_at: time.now() })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .returning('patient_phone')
      .executeTakeFirst()
  if (!actor) await leave(db)
  else {
    await audited(db, time, actor, async (trx, record) => {
      const left = await leave(trx)
      if (!left) return
      const changes: Changes = { status: ['waiting', 'left'] }
      record({ action: 'waitlist.leave', target: id, changes, phone: left.patient_phone })
    })
  }
  return findWaiting(db, time, id)
}
