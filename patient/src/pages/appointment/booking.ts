import {
  appointmentFaults as faults,
  countsAtMost,
  departments,
  isCalendarDate,
  phonePattern,
  trimText,
  type Department,
} from '@zhenyue/contract/rules'
import { plainDigits, plainPhone } from '../../person.ts'
import { consentMissing } from '../../ui/consent.tsx'
import { words } from '../../words.ts'
import { dayOf } from './dates.ts'

export const emptyBooking = {
  departmentName: '',
  date: '',
  timeSlot: '',
  doctorId: '',
  doctorName: '',
  patientName: '',
  patientAge: '',
  patientPhone: '',
  symptom: '',
  consent: false,
}
export type Booking = typeof emptyBooking
export type Faults = Partial<Record<keyof Booking, string>>

const said = words({ past: '请选择今天或以后的日期' }, { past: 'Please choose today or a later day' })

export function visitFaults({ departmentName, date }: Booking): Faults {
  const found: Faults = {}
  if (!departments.includes(departmentName as Department)) found.departmentName = faults.departmentName
  if (!isCalendarDate(date)) found.date = faults.date
  else if (date < dayOf(new Date())) found.date = said().past
  return found
}

export function personFaults({ patientName, patientAge, patientPhone, symptom, consent }: Booking): Faults {
  const found: Faults = {}
  const name = trimText(patientName)
  const age = Number(plainDigits(trimText(patientAge)) || Number.NaN)
  if (name === '' || !countsAtMost(name, 20)) found.patientName = faults.patientName
  if (!Number.isInteger(age) || age < 1 || age > 149) found.patientAge = faults.patientAge
  if (!phonePattern.test(plainPhone(patientPhone))) found.patientPhone = faults.patientPhone
  if (!countsAtMost(trimText(symptom), 500)) found.symptom = faults.symptom
  if (!consent) found.consent = consentMissing()
  return found
}

export const isFine = (found: Faults) => Object.keys(found).length === 0

/** What is sent. A long name of a doctor is cut to what an appointment can hold. */
export const toBody = (booking: Booking) => ({
  patientName: trimText(booking.patientName),
  patientAge: Number(plainDigits(trimText(booking.patientAge))),
  patientPhone: plainPhone(booking.patientPhone),
  date: booking.date,
  departmentName: booking.departmentName,
  ...(booking.doctorId && {
    doctorId: booking.doctorId,
    doctorName: Array.from(booking.doctorName).slice(0, 20).join(''),
  }),
  ...(booking.timeSlot && { timeSlot: booking.timeSlot }),
  ...(trimText(booking.symptom) && { symptom: trimText(booking.symptom) }),
})
