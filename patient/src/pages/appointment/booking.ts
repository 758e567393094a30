import {
  appointmentFaults as faults,
  countsAtMost,
  departments,
  isCalendarDate,
  phonePattern,
  plainAge,
  plainPhone,
  trimText,
  type DayPart,
  type Department,
} from '@zhenyue/contract/rules'
import { guardianFault, noConsent, type ConsentSite } from '../../consent.ts'
import type { Moment } from '../../hospital-time.ts'
import { consentMissing } from '../../ui/consent.tsx'
import { words } from '../../words.ts'
import type { DaySlot } from '../slots/days.ts'
import { dateInWords } from './dates.ts'
import { firstDay, lastDay, partsLeft } from './days-to-book.ts'

export const emptyBooking = {
  departmentName: '' as Department | '',
  date: '',
  timeSlot: '',
  doctorId: '',
  doctorName: '',
  patientName: '',
  patientAge: '',
  patientPhone: '',
  symptom: '',
  ...noConsent,
  /** In a department with slots: that which the rest of the visit comes from. */
  slotId: '',
  /** The slot is full, and the person wants to wait for it. */
  waits: false,
}
export type Booking = typeof emptyBooking
export type Faults = Partial<Record<keyof Booking, string>>

const said = words(
  {
    range: (first: string, last: string) => `请选择${first}到${last}之间的日期`,
    over: '今天的这个时间已经过了，请另选时间',
    slot: '请选择就诊时间',
  },
  {
    range: (first: string, last: string) => `Please choose a day from ${first} to ${last}`,
    over: 'This time of today is over. Please choose another.',
    slot: 'Please choose a time',
  },
)

export function dateFault(date: string, now: Moment): string | undefined {
  if (!isCalendarDate(date)) return faults.date
  const [first, last] = [firstDay(now), lastDay(now)]
  return date < first || date > last ? said().range(dateInWords(first), dateInWords(last)) : undefined
}

/** What a draft takes over from a slot; nothing where none is chosen. */
export const fromSlot = (slot?: DaySlot) => ({
  slotId: slot?.id ?? '',
  date: slot?.date ?? '',
  timeSlot: slot?.timeSlot ?? '',
  doctorId: slot?.doctorId ?? '',
  doctorName: slot?.doctorName ?? '',
  waits: slot?.state === 'full',
})

export const slotFaults = ({ slotId }: Booking): Faults => (slotId ? {} : { slotId: said().slot })

export function visitFaults({ departmentName, date, timeSlot, slotId }: Booking, now: Moment): Faults {
  const found: Faults = {}
  if (slotId) return found
  if (!departments.includes(departmentName as Department)) found.departmentName = faults.departmentName
  const wrongDate = dateFault(date, now)
  if (wrongDate) found.date = wrongDate
  else if (timeSlot && !partsLeft(date, now).includes(timeSlot as DayPart)) found.timeSlot = said().over
  return found
}

export function personFaults(booking: Booking, site: ConsentSite): Faults {
  const { patientName, patientAge, patientPhone, symptom, consent } = booking
  const found: Faults = {}
  const name = trimText(patientName)
  const age = plainAge(patientAge)
  if (name === '' || !countsAtMost(name, 20)) found.patientName = faults.patientName
  if (!(age >= 1 && age <= 149)) found.patientAge = faults.patientAge
  if (!phonePattern.test(plainPhone(patientPhone))) found.patientPhone = faults.patientPhone
  if (!countsAtMost(trimText(symptom), 500)) found.symptom = faults.symptom
  const guardian = guardianFault(booking.guardian, age, site)
  if (guardian) found.guardian = guardian
  if (!consent) found.consent = consentMissing()
  return found
}

export const isFine = (found: Faults) => Object.keys(found).length === 0

/** What is sent where a slot is chosen: it says the rest. */
export const toSlotBody = (booking: Booking) => {
  const { patientName, patientAge, patientPhone, symptom } = toBody(booking)
  return { slotId: booking.slotId, patientName, patientAge, patientPhone, ...(symptom && { symptom }) }
}

/** The visit, as it is sent where there are no slots. A long name of a doctor is cut to what an appointment can hold. */
export const toBody = (booking: Booking) => ({
  patientName: trimText(booking.patientName),
  patientAge: plainAge(booking.patientAge),
  patientPhone: plainPhone(booking.patientPhone),
  date: booking.date,
  departmentName: booking.departmentName as Department,
  ...(booking.doctorId && {
    doctorId: booking.doctorId,
    doctorName: Array.from(booking.doctorName).slice(0, 20).join(''),
  }),
  ...(booking.timeSlot && { timeSlot: booking.timeSlot }),
  ...(trimText(booking.symptom) && { symptom: trimText(booking.symptom) }),
})
export type Body = ReturnType<typeof toBody>
