import {
  scheduleMessages as say,
  type Alternative,
  type Appointment,
  type AppointmentCreate,
  type BookingRefusal,
  type BookingRules,
  type Department,
} from '@zhenyue/contract'
import { insertBooking } from './row-store.ts'
import { inTransaction } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import { badRequest, notFound, Refusal } from '../http/errors.ts'
import type { SlotRow } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { toAvailable } from './available.ts'
import { phoneRefusal } from './phone-limits-store.ts'
import { takeExtraPlace, takePlace, visitOf } from './places-store.ts'
import { readRules } from './rules-store.ts'
import { findSlot, slotsOf } from './slots-store.ts'
import {
  addDays,
  dayPartNames,
  partOf,
  releaseOf,
  startOfSlot,
  stateOf,
  stateOfDay,
  timeSlotOf,
} from './slot-times.ts'

/** Refusals that tell something about a phone number. */
export const aboutPhone: BookingRefusal[] = ['blocked', 'same-day', 'too-many']

/** A place cannot be had, and where there are others. */
export class NoPlace extends Refusal {
  readonly reason: BookingRefusal
  constructor(reason: BookingRefusal, message: string, alternatives: Alternative[]) {
    super(409, message)
    this.reason = reason
    this.data = { reason, alternatives }
  }
}

function messageFor(time: Time, rules: BookingRules, reason: BookingRefusal, date: string): string {
  switch (reason) {
    case 'none':
      return say.none
    case 'closed':
      return say.closed
    case 'soon':
      return say.soon(time.show(releaseOf(time, rules, date)).slice(5, 16))
    case 'late':
      return say.late
    case 'full':
      return rules.waitlist ? say.full : say.fullWithoutWaitlist
    case 'blocked':
      return say.blocked
    case 'same-day':
      return say.sameDay(rules.perPhonePerDay)
    case 'too-many':
      return say.tooMany(rules.openPerPhone)
  }
}

/** Up to three slots of the department that can be booked, the nearest in time first. */
async function alternativesTo(
  db: Db,
  time: Time,
  rules: BookingRules,
  departmentName: Department,
  wanted: { date: string; start_time: string; id?: number },
  reason: BookingRefusal,
): Promise<Alternative[]> {
  if (reason === 'blocked' || reason === 'too-many') return []
  const today = time.dayOf(time.now())
  const slots = await slotsOf(db, { from: today, to: addDays(today, rules.advanceDays), departmentName })
  const moment = startOfSlot(time, wanted)
  const distance = (slot: SlotRow) => Math.abs(startOfSlot(time, slot) - moment)
  return slots
    .filter((slot) => slot.id !== wanted.id && stateOf(time, rules, slot) === 'open')
    .filter((slot) => reason !== 'same-day' || slot.date !== wanted.date)
    .toSorted((one, other) => distance(one) - distance(other) || one.id - other.id)
    .slice(0, 3)
    .map((slot) => Object.assign(toAvailable(time, rules, slot, slot.waiting), { date: slot.date }))
}

export async function noPlace(
  db: Db,
  time: Time,
  rules: BookingRules,
  reason: BookingRefusal,
  departmentName: Department,
  wanted: { date: string; start_time: string; id?: number },
): Promise<NoPlace> {
  const alternatives = await alternativesTo(db, time, rules, departmentName, wanted, reason)
  return new NoPlace(reason, messageFor(time, rules, reason, wanted.date), alternatives)
}

/** Who books: the rules bind patients; staff may go past them, except the number of places. */
export type Booker = 'patient' | 'staff'

/** Why a slot cannot be booked, as it looks now. */
export function slotRefusal(
  time: Time,
  rules: BookingRules,
  slot: SlotRow,
  booker: Booker,
): BookingRefusal | undefined {
  if (booker === 'staff')
    return slot.state !== 'open' ? 'closed' : slot.taken >= slot.places ? 'full' : undefined
  const state = stateOf(time, rules, slot)
  return state === 'open' ? undefined : state
}

type Wish = Pick<AppointmentCreate, 'date' | 'departmentName' | 'doctorId' | 'doctorName' | 'timeSlot'>

const agrees = (slot: SlotRow, { date, departmentName, doctorId, doctorName, timeSlot }: Wish) =>
  (!date || date === slot.date) &&
  (!departmentName || departmentName === slot.department_name) &&
  (!doctorId || doctorId === slot.doctor_id) &&
  (!doctorName || doctorName === slot.doctor_name) &&
  (!timeSlot || timeSlot === timeSlotOf(slot) || timeSlot === partOf(slot.start_time))

const fits = (slot: SlotRow, { doctorId, timeSlot }: Wish) =>
  (doctorId === undefined || doctorId === slot.doctor_id) &&
  (!dayPartNames.includes(timeSlot) || timeSlot === partOf(slot.start_time))

/** The slot that is meant: that of the id, or the earliest that fits and can be booked. */
async function chooseSlot(
  db: Db,
  time: Time,
  rules: BookingRules,
  draft: AppointmentCreate,
  booker: Booker,
): Promise<SlotRow> {
  if (draft.slotId) {
    const slot = await findSlot(db, draft.slotId)
    if (!slot || rules.departments[slot.department_name].mode === 'off') throw notFound(say.slotNotFound)
    if (!agrees(slot, draft)) throw badRequest(say.disagrees)
    return slot
  }
  const { date, departmentName } = draft as { date: string; departmentName: Department }
  const ofDay = await slotsOf(db, { from: date, to: date, departmentName })
  const named = ofDay.filter((slot) => timeSlotOf(slot) === draft.timeSlot)
  const fitting = (named.length > 0 ? named : ofDay).filter((slot) => fits(slot, draft))
  const free = fitting.find((slot) => !slotRefusal(time, rules, slot, booker))
  if (free) return free
  const states = fitting.map((slot) => stateOf(time, rules, slot))
  const reason = stateOfDay(states)
  const wanted = fitting[0] ?? { date, start_time: '00:00' }
  throw await noPlace(db, time, rules, reason === 'open' ? 'full' : reason, departmentName, {
    date,
    start_time: wanted.start_time,
  })
}

export interface Booking {
  draft: AppointmentCreate
  booker: Booker
  leadId?: number
  /** Adds a place where the slot is full. */
  isExtra?: boolean
}

/** Books a place in a department that has slots. */
export async function book(
  db: Db,
  time: Time,
  { draft, booker, leadId = 0, isExtra = false }: Booking,
): Promise<Appointment> {
  for (;;) {
    const rules = await readRules(db)
    const slot = await chooseSlot(db, time, rules, draft, booker)
    // A slot that is full costs one read and no lock.
    const refusal = slotRefusal(time, rules, slot, booker)
    if (refusal && !(refusal === 'full' && isExtra)) {
      throw await noPlace(db, time, rules, refusal, slot.department_name, slot)
    }
    const appointment = await inTransaction(db, async (trx) => {
      const taken = await (isExtra ? takeExtraPlace : takePlace)(trx, slot.id)
      // Someone was quicker: look again.
      if (!taken) return undefined
      if (booker === 'patient') {
        const visit = { phone: draft.patientPhone, departmentName: slot.department_name, date: slot.date }
        const refusal = await phoneRefusal(trx, time, rules, visit)
        if (refusal) throw await noPlace(trx, time, rules, refusal, slot.department_name, slot)
      }
      const { patientName, patientAge, patientPhone, symptom } = draft
      return insertBooking(trx, time, {
        patientName,
        patientAge,
        patientPhone,
        symptom,
        ...visitOf(taken),
        leadId,
        ...(booker === 'staff' && { via: 'staff' }),
      })
    })
    if (appointment) return appointment
  }
}
