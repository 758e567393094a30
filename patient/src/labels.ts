import {
  appointmentStatusLabels,
  dayPartLabels,
  departmentLabels,
  type Label,
} from '@zhenyue/contract/labels'
import type { AppointmentStatus, Department } from '@zhenyue/contract/rules'
import { inLanguage } from './words.ts'

export const statusName = (status: AppointmentStatus) => inLanguage(appointmentStatusLabels[status])

export const departmentName = (department: Department) => inLanguage(departmentLabels[department])

const parts: Record<string, Label> = { ...dayPartLabels, 晚上: { zh: '晚上', en: 'Evening' } }

/** `上午`, or `上午 08:30-09:00`. Other clients may have sent a time of their own; it is shown as it is. */
export function timeName(timeSlot: string): string {
  const [part = '', ...rest] = timeSlot.split(' ')
  return part in parts ? [inLanguage(parts[part]!), ...rest].join(' ') : timeSlot
}

/** A doctor's department in the hospital's own words; one of the list by its name. */
export const departmentOfDoctor = (text: string) =>
  text in departmentLabels ? departmentName(text as Department) : text
