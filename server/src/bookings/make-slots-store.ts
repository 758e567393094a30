import type { BookingRules, SlotCounts } from '@zhenyue/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { SlotRow } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { promote } from './places-store.ts'
import { addDays, startOfSlot, weekdayOfDate } from './slot-times.ts'

type TemplateRow = Selectable<Schema['templates']>
type Wanted = Insertable<Schema['slots']>

/** Days beyond those that can be booked, so that staff see what comes. */
const beyond = 7

/** Whose time it is: a doctor's, or that of a department as a whole. */
export const whose = ({ doctor_id, department_name }: { doctor_id: string; department_name: string }) =>
  doctor_id || `普通号 ${department_name}`

const sameTime = (
  slot: Pick<SlotRow, 'doctor_id' | 'department_name' | 'date' | 'start_time' | 'end_time'>,
) => [whose(slot), slot.date, slot.start_time, slot.end_time].join(' ')

export const overlap = (
  one: { start_time: string; end_time: string },
  other: { start_time: string; end_time: string },
) => one.start_time < other.end_time && other.start_time < one.end_time

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** The pieces of a template's time on one day. */
function piecesOf(template: TemplateRow, date: string, now: number): Wanted[] {
  const start = minutesOf(template.start_time)
  const end = minutesOf(template.end_time)
  const length = template.slot_minutes || end - start
  return Array.from({ length: Math.floor((end - start) / length) }, (_, i) => ({
    date,
    department_name: template.department_name,
    doctor_id: template.doctor_id,
    doctor_name: template.doctor_name,
    start_time: clockOf(start + i * length),
    end_time: clockOf(start + (i + 1) * length),
    places: template.places,
    taken: 0,
    state: 'open',
    template_id: template.id,
    is_session: template.slot_minutes === 0 ? 1 : 0,
    by_hand: 0,
    closure_id: 0,
    created_at: now,
    updated_at: now,
  }))
}

async function wantedSlots(trx: Db, now: number, dates: string[]): Promise<Wanted[]> {
  const templates = await trx.selectFrom('templates').selectAll().where('enabled', '=', 1).execute()
  const special = await trx
    .selectFrom('calendar_days')
    .selectAll()
    .where('date', '>=', dates[0]!)
    .where('date', '<=', dates.at(-1)!)
    .execute()
  const specialDays = new Map(special.map((day) => [day.date, day]))
  return dates.flatMap((date) => {
    const day = specialDays.get(date)
    if (day?.kind === 'off') return []
    const weekday = day ? day.weekday : weekdayOfDate(date)
    const held = templates.filter(
      ({ weekday: own, valid_from, valid_to }) =>
        own === weekday && (!valid_from || valid_from <= date) && (!valid_to || date <= valid_to),
    )
    return held.flatMap((template) => piecesOf(template, date, now))
  })
}

/** Closures by days, which also close what is made later. */
export const closuresOfDays = (trx: Db) =>
  trx.selectFrom('closures').selectAll().where('by_days', '=', 1).execute()

export const isClosedBy = (
  closure: Pick<Selectable<Schema['closures']>, 'from_day' | 'to_day' | 'department_name' | 'doctor_id'>,
  slot: Pick<SlotRow, 'date' | 'department_name' | 'doctor_id'>,
) =>
  closure.from_day <= slot.date &&
  slot.date <= closure.to_day &&
  (!closure.department_name || closure.department_name === slot.department_name) &&
  (closure.doctor_id === '*' || closure.doctor_id === slot.doctor_id)

/** Those who wait for a slot. */
const whoWaits = (trx: Db, id: number) =>
  trx.selectFrom('waitlist').select('number').where('slot_id', '=', id).where('status', '=', 'waiting')

/**
 * Makes the slots of the days to come what templates and calendar want. What has begun, was made or changed by hand,
 * closed or deleted is left alone. Changes of templates run one after another, as all of them are audited.
 */
export async function makeSlots(
  trx: Db,
  time: Time,
  rules: BookingRules,
  { onlyMissing = false } = {},
): Promise<SlotCounts> {
  const now = time.now()
  const today = time.dayOf(now)
  const dates = Array.from({ length: rules.advanceDays + beyond + 1 }, (_, i) => addDays(today, i))
  const isAhead = (slot: Pick<SlotRow, 'date' | 'start_time'>) => startOfSlot(time, slot) > now
  const wanted = (await wantedSlots(trx, now, dates)).filter(isAhead)
  const wantedByTime = new Map(wanted.map((slot) => [sameTime(slot), slot]))
  const existing = await trx
    .selectFrom('slots')
    .selectAll()
    .where('date', '>=', today)
    .orderBy('id')
    .execute()
  const counts = { made: 0, removed: 0, kept: 0 }
  const staying: SlotRow[] = []
  const mayHaveRoom: SlotRow[] = []

  for (const slot of existing) {
    const isOurs = slot.template_id > 0 && !slot.by_hand && slot.state !== 'gone' && !slot.closure_id
    const target = wantedByTime.get(sameTime(slot))
    if (target || !isOurs || onlyMissing || !isAhead(slot) || slot.date > dates.at(-1)!) {
      wantedByTime.delete(sameTime(slot))
      if (slot.state !== 'gone') staying.push(slot)
    }
    if (!isOurs || onlyMissing || !isAhead(slot) || slot.date > dates.at(-1)!) continue
    if (target) {
      const { places, template_id, doctor_name, department_name, is_session } = target
      const isSame =
        slot.places === places &&
        slot.template_id === template_id &&
        slot.state === 'open' &&
        slot.doctor_name === doctor_name &&
        slot.department_name === department_name &&
        slot.is_session === is_session
      if (isSame) continue
      const changed = await trx
        .updateTable('slots')
        .set({
          places,
          template_id,
          doctor_name,
          department_name,
          is_session,
          state: 'open',
          updated_at: now,
        })
        .where('id', '=', slot.id)
        .where('taken', '<=', places)
        .returningAll()
        .executeTakeFirst()
      if (changed) mayHaveRoom.push(changed)
      else counts.kept++
      continue
    }
    const { numDeletedRows } = await trx
      .deleteFrom('slots')
      .where('id', '=', slot.id)
      .where('taken', '=', 0)
      .where(({ not, exists }) => not(exists(whoWaits(trx, slot.id))))
      .executeTakeFirst()
    if (numDeletedRows > 0n) {
      counts.removed++
      continue
    }
    await trx
      .updateTable('slots')
      .set({ state: 'closed', updated_at: now })
      .where('id', '=', slot.id)
      .execute()
    staying.push(slot)
    counts.kept++
  }

  const closures = await closuresOfDays(trx)
  const made: Wanted[] = []
  for (const slot of wantedByTime.values()) {
    const others = [...staying, ...made].filter(
      (other) => whose(other) === whose(slot) && other.date === slot.date,
    )
    if (others.some((other) => overlap(other, slot))) continue
    const closure = closures.find((one) => isClosedBy(one, slot))
    made.push(closure ? { ...slot, state: 'closed', closure_id: closure.id } : slot)
  }
  for (let i = 0; i < made.length; i += 200) {
    await trx
      .insertInto('slots')
      .values(made.slice(i, i + 200))
      .execute()
  }
  counts.made = made.length
  // After all changes of slots, as slots are locked before phones.
  for (const slot of mayHaveRoom) await promote(trx, time, slot, rules)
  return counts
}
