import {
  appointmentFaults,
  consentMessages,
  countsAtMost,
  dayParts,
  departments,
  phonePattern,
  plainAge,
  plainPhone,
  trimText,
  type Department,
} from '@zhenyue/contract/rules'
import { departmentLabels } from '@zhenyue/contract/labels'
import { api, call, CallError, readPolicy, type Policy } from '../../service'
import { dayInWords, inWords, notAgreed, whyNot } from '../../words'

export { readPolicy, type Policy }

export const departmentChoices = departments.map((id) => ({ id, text: departmentLabels[id].zh }))

export interface TimeChoice {
  /** Of the slot, or the part of the day where there are no slots; empty for any. */
  id: string
  text: string
  isFree: boolean
}
export interface DayChoice {
  date: string
  text: string
  times: TimeChoice[]
}
export interface Days {
  /** Whether one books a place, or says when one would like to come. */
  hasSlots: boolean
  days: DayChoice[]
}

const daysAhead = 14
const partsOfDay: TimeChoice[] = [
  { id: '', text: '都可以', isFree: true },
  ...dayParts.map((part) => ({ id: part, text: part, isFree: true })),
]

function addDays(date: string, count: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + count)
  return day.toISOString().slice(0, 10)
}

/** The days of a department: those with slots where it has schedules, else the next two weeks. */
export async function readDays(departmentName: Department): Promise<Days> {
  const { mode, now, days } = await call(api.availability.read, { query: { departmentName } })
  if (mode === 'off') {
    const dates = Array.from({ length: daysAhead }, (_, index) => addDays(now.slice(0, 10), index + 1))
    return {
      hasSlots: false,
      days: dates.map((date) => ({ date, text: dayInWords(date), times: partsOfDay })),
    }
  }
  return {
    hasSlots: true,
    days: days
      .filter(({ slots }) => slots.some(({ state }) => state === 'open'))
      .map(({ date, slots }) => ({
        date,
        text: dayInWords(date),
        times: slots.map(({ id, timeSlot, doctorName, state, remaining }) => ({
          id,
          isFree: state === 'open',
          text: [timeSlot, doctorName || '普通号', state === 'open' ? `余 ${remaining}` : '不可约'].join(' '),
        })),
      })),
  }
}

export const emptyForm = {
  departmentName: '' as Department | '',
  hasSlots: false,
  date: '',
  /** The id of a `TimeChoice`. */
  time: '',
  patientName: '',
  patientAge: '',
  patientPhone: '',
  guardian: '',
  symptom: '',
  isAgreed: false,
}
export type Form = typeof emptyForm

export const needsGuardian = ({ patientAge }: Form, { asksGuardian }: Policy) =>
  asksGuardian && plainAge(patientAge) < 14

/** What is wrong with what was entered, the first thing first; empty where nothing is. */
export function faultOf(form: Form, policy: Policy): string {
  const { departmentName, date, hasSlots, time, patientName, patientAge, patientPhone, guardian } = form
  const name = trimText(patientName)
  const age = plainAge(patientAge)
  if (!departmentName) return inWords(appointmentFaults.departmentName)
  if (!date) return inWords(appointmentFaults.date)
  if (hasSlots && !time) return '请选择就诊时间'
  if (name === '' || !countsAtMost(name, 20)) return inWords(appointmentFaults.patientName)
  if (!(age >= 1 && age <= 149)) return inWords(appointmentFaults.patientAge)
  if (!phonePattern.test(plainPhone(patientPhone))) return inWords(appointmentFaults.patientPhone)
  if (!countsAtMost(trimText(form.symptom), 500)) return '请写在 500 字以内'
  const hasGuardian = trimText(guardian) !== '' && countsAtMost(trimText(guardian), 20)
  if (needsGuardian(form, policy) && !hasGuardian) return inWords(consentMessages.guardianNeeded)
  return form.isAgreed ? '' : notAgreed
}

function bodyOf(form: Form, policy: Policy) {
  const guardian = needsGuardian(form, policy) ? { guardian: trimText(form.guardian) } : {}
  const visit = form.hasSlots
    ? { slotId: form.time }
    : { departmentName: form.departmentName as Department, date: form.date, timeSlot: form.time }
  return {
    ...visit,
    patientName: trimText(form.patientName),
    patientAge: plainAge(form.patientAge),
    patientPhone: plainPhone(form.patientPhone),
    symptom: trimText(form.symptom),
    consent: { version: policy.version, purposes: ['booking' as const], ...guardian },
  }
}

/** It names a sending and keeps no secret. */
const newKey = () =>
  [Date.now(), Math.random(), Math.random()].map((part) => part.toString(36).replace('.', '')).join('-')

export type Outcome = { isBooked: true; number: number; text: string } | { isBooked: false; message: string }

/** Sends a form. Sent again unchanged it carries the same key, so that the service books once whatever the network does. */
export function createSending() {
  let sent = { text: '', key: '' }
  return async (form: Form, policy: Policy): Promise<Outcome> => {
    const body = bodyOf(form, policy)
    const text = JSON.stringify(body)
    if (sent.text !== text) sent = { text, key: newKey() }
    try {
      const booked = await call(api.appointments.create, { body, headers: { 'idempotency-key': sent.key } })
      const { departmentName, date, timeSlot, number } = booked
      const visit = [dayInWords(date), timeSlot, departmentLabels[departmentName].zh]
        .filter(Boolean)
        .join(' ')
      return { isBooked: true, number, text: visit }
    } catch (error) {
      if (error instanceof CallError) return { isBooked: false, message: whyNot(error) }
      return {
        isBooked: false,
        message: '网络不稳定，还不能确定医院是否收到。请再点一次“提交预约”，不会重复预约。',
      }
    }
  }
}
