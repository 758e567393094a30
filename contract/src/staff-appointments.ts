import * as z from 'zod'
import { Appointment } from './appointment.ts'
import { noPlace } from './appointments.ts'
import { PatientCorrection, StaffBooking } from './booking-body.ts'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import {
  dateQuery,
  exportTypes,
  format,
  idsQuery,
  keywordQuery,
  listQuery,
  Masked,
  masked,
  numberQuery,
  pageOf,
  paging,
  phoneEndQuery,
  phoneQuery,
} from './query.ts'
import {
  appointmentFaults as faults,
  appointmentMessages,
  appointmentStatuses,
  departments,
  exportMessages,
} from './rules.ts'
import { attendances, scheduleMessages as say } from './schedule-rules.ts'
import { oneOf, text } from './text.ts'

/** Which appointments staff means. */
export const AppointmentFilter = z.object({
  ids: idsQuery,
  number: numberQuery,
  phone: phoneQuery,
  phoneEnd: phoneEndQuery,
  status: listQuery('status', appointmentStatuses),
  departmentName: z.enum(departments, faults.departmentName).optional(),
  doctorId: text({ field: 'doctorId', max: 64 })
    .optional()
    .meta({ type: 'string', description: '`none` for 普通号' }),
  slotId: text({ field: 'slotId', max: 64 }).optional(),
  attendance: oneOf('attendance', ['arrived', 'no-show']).optional(),
  keyword: keywordQuery,
  dateFrom: dateQuery('dateFrom'),
  dateTo: dateQuery('dateTo'),
  startDate: dateQuery('startDate'),
  endDate: dateQuery('endDate'),
  weekday: oneOf('weekday', ['1', '2', '3', '4', '5', '6', '7'])
    .optional()
    .meta({ type: 'string', description: 'Of the visit: Monday is 1, Sunday 7' }),
})
export type AppointmentFilter = z.output<typeof AppointmentFilter>

export const StaffAppointmentListQuery = AppointmentFilter.extend({
  order: oneOf('order', ['newest', 'visit'])
    .default('newest')
    .meta({ type: 'string', enum: ['newest', 'visit'], description: 'Default newest' }),
  ...paging,
  masked,
})
export type StaffAppointmentListQuery = z.output<typeof StaffAppointmentListQuery>

const badMonth = 'month 需为 YYYY-MM 格式的有效月份'
const monthQuery = z
  .string(badMonth)
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, badMonth)
  .meta({ description: 'YYYY-MM' })

/** What staff asks of appointments beyond what patients may. */
export const staffAppointments = {
  book: endpoint({
    method: 'POST',
    path: '/api/v1/admin/appointments',
    auth: 'admin',
    may: 'appointments.work',
    summary: '代患者预约 · Book for a patient',
    tagged: true,
    description:
      'The rules that bind patients do not apply, but a place has to be there. `extra` adds one to a full slot.',
    message: '预约成功',
    query: Masked,
    body: StaffBooking,
    data: Appointment,
    refuses: { ...noPlace, 400: [say.disagrees], 404: [say.slotNotFound, say.leadNotFound] },
    idempotent: true,
  }),
  correctPatient: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/appointments/:id/patient',
    auth: 'admin',
    may: 'manage',
    summary: '更正患者信息 · Correct who an appointment is for',
    tagged: true,
    description: 'Another doctor or time is a move.',
    message: '更新成功',
    params: idParams,
    query: Masked,
    body: PatientCorrection,
    data: Appointment,
    refuses: { 404: [appointmentMessages.notFound] },
  }),
  setAttendance: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/appointments/:id/attendance',
    auth: 'admin',
    may: 'appointments.work',
    summary: '登记到诊或爽约 · Say whether the patient came',
    tagged: true,
    description: 'Of a confirmed appointment with a slot; a no-show from the beginning of the slot on.',
    message: '更新成功',
    params: idParams,
    query: Masked,
    body: jsonBody({ attendance: z.enum(attendances, 'attendance 格式不正确') }),
    data: Appointment,
    refuses: { 404: [appointmentMessages.notFound], 409: [say.onlyConfirmedAttends, say.notYet] },
  }),
  staffList: endpoint({
    method: 'GET',
    path: '/api/v1/admin/appointments',
    auth: 'admin',
    may: 'appointments.read',
    summary: '预约检索 · Search appointments',
    description:
      '`dateFrom` and `dateTo` bound the visit, `startDate` and `endDate` the day of booking, all inclusive; the keyword is part of a name. `order=visit` puts the earliest visit first.',
    showsPhones: true,
    query: StaffAppointmentListQuery,
    data: pageOf(Appointment),
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/v1/admin/appointments/calendar',
    auth: 'admin',
    may: 'appointments.look',
    summary: '预约日历 · Appointments by day of visit',
    description: 'How many visits each day of a month has, by status; every day is there.',
    query: z.object({ month: monthQuery }),
    data: z.array(z.object({ date: z.string(), byStatus: z.record(z.enum(appointmentStatuses), z.int()) })),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/admin/appointments/export',
    auth: 'admin',
    may: 'manage',
    summary: '导出预约 · Export appointments',
    description:
      'Every appointment that the filter finds, newest first, with whole phone numbers, as a file for a spreadsheet. Written to the audit log.',
    showsPhones: true,
    query: AppointmentFilter.extend({ format }),
    stream: Object.values(exportTypes),
    refuses: { 503: [exportMessages.tooMany] },
  }),
}
