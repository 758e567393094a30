import { appointmentStatusLabels, dayPartLabels, departmentLabels } from '@zhenyue/contract/labels'
import type { AppointmentStatus, DayPart, Department } from '@zhenyue/contract/rules'
import { inLanguage } from './words.ts'

export const statusName = (status: AppointmentStatus) => inLanguage(appointmentStatusLabels[status])

export const departmentName = (department: Department) => inLanguage(departmentLabels[department])

/** Other clients may have sent a time of their own; it is shown as it is. */
export const timeName = (timeSlot: string) =>
  timeSlot in dayPartLabels ? inLanguage(dayPartLabels[timeSlot as DayPart]) : timeSlot

/** A doctor's department in the hospital's own words; one of the list by its name. */
export const departmentOfDoctor = (text: string) =>
  text in departmentLabels ? departmentName(text as Department) : text
