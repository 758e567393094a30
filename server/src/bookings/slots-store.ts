import type { Department, Slot } from '@zhenyue/contract'
import { sql } from 'kysely'
import type { SlotRow } from '../db/schema.ts'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Time } from '../time.ts'
import { prepare } from '../db/prepared.ts'
import type { Db } from '../db/types.ts'
import { lockSlot, promote } from './places-store.ts'
import { timeSlotOf } from './slot-times.ts'

export const slotNumber = (id: string) => Number(/^slot-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)

/** By name, as a prepared query for `*` would break where a later release adds a column. */
const slotColumns = [
  'id',
  'date',
  'department_name',
  'doctor_id',
  'doctor_name',
  'start_time',
  'end_time',
  'places',
  'taken',
  'state',
  'template_id',
  'is_session',
  'by_hand',
  'closure_id',
  'created_at',
  'updated_at',
] as const satisfies (keyof SlotRow)[]

const slotOf = prepare((db, { id }: { id: number }) =>
  db.selectFrom('slots').select(slotColumns).where('id', '=', id),
)

/** One that was deleted is found only `evenGone`. */
export async function findSlot(db: Db, id: string, evenGone = false): Promise<SlotRow | undefined> {
  const number = slotNumber(id)
  if (number === 0) return undefined
  const [slot] = await slotOf(db, { id: number })
  return slot?.state === 'gone' && !evenGone ? undefined : slot
}

/** Slots with free places as read within the last second: at the release minute all ask for the same few. */
const lately = new WeakMap<Db, { since: number; slots: Map<string, SlotRow> }>()

/** A slot that may be up to a second old: whoever takes a place of it has to check that it still is as seen. */
export async function recentSlot(db: Db, id: string): Promise<SlotRow | undefined> {
  const now = performance.now()
  let recent = lately.get(db)
  if (!recent || now - recent.since > 1000) lately.set(db, (recent = { since: now, slots: new Map() }))
  const known = recent.slots.get(id)
  if (known) return known
  const slot = await findSlot(db, id)
  if (slot?.state === 'open' && slot.taken < slot.places) recent.slots.set(id, slot)
  return slot
}

export const forgetRecentSlots = (db: Db) => lately.delete(db)

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

export async function readSlot(trx: Db, id: number): Promise<Slot> {
  const row = await trx
    .selectFrom('slots')
    .selectAll()
    .select(waiting.as('waiting'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toSlot(row)
}

/** Part of the text: only with it may a query use the index of bookings by slot, which leaves those without one out. */
export const hasSlot = sql<boolean>`appointments.slot_id > 0`

/** How many bookings occupy a place of a slot. */
const counted = sql<number>`(select count(*) from appointments where appointments.slot_id = slots.id and ${hasSlot} and appointments.status <> 'cancelled')`

/** Slots whose number of taken places is not that of their bookings. */
export const verifySlots = (db: Db) =>
  db
    .selectFrom('slots')
    .select(['id', 'date', 'start_time', 'end_time', 'doctor_name', 'department_name', 'taken', 'places'])
    .select(counted.as('counted'))
    .whereRef('taken', '!=', counted)
    .orderBy('id')
    .execute()

/** Mends those that differ, and answers what they were. A place that turns out to be free goes to those who wait. */
export async function repairSlots(db: Db, time: Time, actor: Actor) {
  const wrong = await verifySlots(db)
  for (const { id } of wrong) {
    await audited(db, time, actor, async (trx, record) => {
      const before = await lockSlot(trx, id)
      if (!before) return
      const row = await trx
        .updateTable('slots')
        .set({
          taken: counted,
          places: sql<number>`case when places < ${counted} then ${counted} else places end`,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const shown = ({ taken, places }: SlotRow) => ({ taken, places })
      const changes = differences(shown(before), shown(row))
      record({ action: 'slot.repair', target: `slot-${id}`, changes })
      await promote(trx, time, row)
    })
  }
  return wrong
}
