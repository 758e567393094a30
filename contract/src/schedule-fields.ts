import * as z from 'zod'
import { appointmentFaults as faults, departments } from './rules.ts'
import { calendarDate, clockTime, text, withDefault } from './text.ts'

export const wrong = (field: string) => `${field} 格式不正确`
export const whole = (field: string, min: number, max: number) =>
  z.int(wrong(field)).min(min, wrong(field)).max(max, wrong(field))
export const clock = (field: string) => clockTime(wrong(field))
export const date = (field: string) => calendarDate(wrong(field))
export const departmentName = z.enum(departments, faults.departmentName)
export const doctorId = withDefault(text({ field: 'doctorId', max: 64 }), '')
export const places = whole('places', 1, 999)
export const isForward = ({ start, end }: { start: string; end: string }) => end > start
