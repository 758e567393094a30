import {
  scheduleMessages as say,
  type Appointment,
  type AppointmentCreate,
  type BookingRefusal,
  type BookingRules,
  type Department,
} from '@zhenyue/contract'
import type { Db, Statement } from '../db/types.ts'
import { badRequest, notFound } from '../http/errors.ts'
import type { SlotRow } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { noPlace } from './no-place.ts'
import { refusalSeen, withinLimits } from './phone-limits-store.ts'
import { takeAsSeen, takeExtraPlace, takePlace, visitOf } from './places-store.ts'
import { insertBooking, type SlotDraft } from './row-store.ts'
import { readRules, recentRules } from './rules-store.ts'
import { findSlot, forgetRecentSlots, recentSlot, slotsOf } from './slots-store.ts'
import { dayPartNames, partOf, stateOf, stateOfDay, timeSlotOf } from './slot-times.ts'

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
    const slot = await (booker === 'patient' ? recentSlot : findSlot)(db, draft.slotId)
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

type Person = Pick<AppointmentCreate, 'patientName' | 'patientAge' | 'patientPhone' | 'symptom'>
const personOf = ({ patientName, patientAge, patientPhone, symptom }: Person): Person => ({
  patientName,
  patientAge,
  patientPhone,
  symptom,
})

/**
 * The booking of a place as a patient wants it, and the statements that have to give a row for it. Where they gave
 * none, a second look says why, if it is not that someone was quicker.
 */
export async function seekPlace(
  db: Db,
  time: Time,
  draft: AppointmentCreate,
  isSecondLook: boolean,
): Promise<{ booking: SlotDraft; conditions: Statement[] }> {
  if (isSecondLook) forgetRecentSlots(db)
  const rules = await recentRules(db)
  const slot = await chooseSlot(db, time, rules, draft, 'patient')
  const visit = { phone: draft.patientPhone, departmentName: slot.department_name, date: slot.date }
  // A slot that is full costs one read and no lock.
  const refusal =
    slotRefusal(time, rules, slot, 'patient') ??
    (isSecondLook ? await refusalSeen(db, time, rules, visit) : undefined)
  if (refusal) throw await noPlace(db, time, rules, refusal, slot.department_name, slot)
  return {
    booking: { ...personOf(draft), ...visitOf(slot) },
    conditions: [takeAsSeen.statement(db, slot), ...withinLimits(db, time, rules, visit, isSecondLook)],
  }
}

export interface StaffBookingDraft {
  draft: AppointmentCreate
  leadId: number
  /** Adds a place where the slot is full. */
  isExtra: boolean
}

/** Books a place by staff, in a department that has slots: the rules for phones do not apply. */
export async function bookPlace(
  trx: Db,
  time: Time,
  { draft, leadId, isExtra }: StaffBookingDraft,
): Promise<Appointment> {
  for (;;) {
    const rules = await readRules(trx)
    const slot = await chooseSlot(trx, time, rules, draft, 'staff')
    const refusal = slotRefusal(time, rules, slot, 'staff')
    if (refusal && !(refusal === 'full' && isExtra)) {
      throw await noPlace(trx, time, rules, refusal, slot.department_name, slot)
    }
    const taken = await (isExtra ? takeExtraPlace : takePlace)(trx, slot.id)
    // Where someone was quicker: look again.
    if (taken)
      return insertBooking(trx, time, { ...personOf(draft), ...visitOf(taken), leadId, via: 'staff' })
  }
}
