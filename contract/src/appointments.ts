import * as z from 'zod'
import { endpoint, idParams, jsonBody, tooMany } from './endpoint.ts'
import { Masked, masked, pageOf, paging, phoneQuery } from './query.ts'
import {
  appointmentFaults as faults,
  appointmentMessages,
  appointmentStatuses,
  departments,
  messageKinds,
  phonePattern,
  staleRecord,
  trimText,
} from './rules.ts'
import { calendarDate, oneOf, remark, text, withDefault } from './text.ts'

const required = ['patientName', 'patientAge', 'patientPhone', 'date', 'departmentName'] as const

// Key order is the order in which faults are reported.
const fields = jsonBody({
  patientName: text({
    field: 'patientName',
    max: 20,
    required: true,
    missing: faults.patientName,
    tooLong: faults.patientName,
  }),
  patientAge: z.int(faults.patientAge).min(1, faults.patientAge).max(149, faults.patientAge),
  patientPhone: z.string(faults.patientPhone).regex(phonePattern, faults.patientPhone),
  date: calendarDate(faults.date),
  departmentName: z.enum(departments, faults.departmentName),
  doctorId: withDefault(text({ field: 'doctorId', max: 64 }), ''),
  doctorName: withDefault(text({ field: 'doctorName', max: 20 }), ''),
  timeSlot: withDefault(text({ field: 'timeSlot', max: 64, free: true }), ''),
  symptom: withDefault(text({ field: 'symptom', max: 500, free: true, tooLong: faults.symptom }), ''),
})

const isMissing = (field: string, value: unknown) =>
  value == null || value === '' || (field === 'patientName' && typeof value === 'string' && !trimText(value))

/** A missing field is reported before any field that is wrong. */
export const AppointmentCreate = z.preprocess((body, { issues }) => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    const missing = required.find((field) => isMissing(field, (body as Record<string, unknown>)[field]))
    if (missing) issues.push({ code: 'custom', input: body, message: `缺少必填参数: ${missing}` })
  }
  return body
}, fields)
export type AppointmentCreate = z.output<typeof fields>

export const Appointment = z.object({
  id: z.string(),
  /** The booking number, short enough to be read over the phone. It is no key. */
  number: z.int(),
  patientName: z.string(),
  patientAge: z.int(),
  patientPhone: z.string(),
  date: z.string(),
  departmentName: z.enum(departments),
  doctorId: z.string(),
  doctorName: z.string(),
  timeSlot: z.string(),
  symptom: z.string(),
  status: z.enum(appointmentStatuses),
  remark: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Appointment = z.infer<typeof Appointment>

/** What someone without a token sees of an appointment whose id or phone number they know. */
export const KnownAppointment = Appointment.partial({ remark: true }).extend({
  /** Only where messages are sent, and only by id: those that a provider took. */
  sentMessages: z.array(z.enum(messageKinds)).optional(),
})
export type KnownAppointment = z.infer<typeof KnownAppointment>

/** A list row: without token and phone number it is de-identified. */
export const AppointmentRow = Appointment.partial({
  id: true,
  number: true,
  patientAge: true,
  symptom: true,
  remark: true,
})
export type AppointmentRow = z.infer<typeof AppointmentRow>

export const AppointmentListQuery = z.object({
  phone: phoneQuery,
  status: oneOf('status', appointmentStatuses).optional(),
  ...paging,
  masked,
})
export type AppointmentListQuery = z.output<typeof AppointmentListQuery>

const { notFound, ...refusals } = appointmentMessages

export const appointments = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/appointments',
    auth: 'optional',
    summary: '创建预约 · Book an appointment',
    description: 'The booking starts as pending. Keep its id: it is the key to reading and cancelling it.',
    message: '预约成功',
    body: AppointmentCreate,
    data: KnownAppointment,
    limited: true,
    idempotent: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/appointments',
    auth: 'optional',
    summary: '预约列表 · List appointments',
    description:
      'Newest first. Rows are whole for administrators, lack the remark with a phone number, and are de-identified otherwise. Reads by phone are limited to 120 a minute for one address.',
    showsPhones: true,
    query: AppointmentListQuery,
    data: pageOf(AppointmentRow),
    refuses: { 429: [tooMany] },
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/v1/appointments/stats',
    auth: 'admin',
    summary: '预约统计 · Appointment statistics',
    description: '`today` counts the visits dated today that are not cancelled.',
    data: z.object({
      total: z.int(),
      today: z.int(),
      byStatus: z.record(z.enum(appointmentStatuses), z.int()),
      byDepartment: z.record(z.enum(departments), z.int()),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/v1/appointments/:id',
    auth: 'optional',
    summary: '预约详情 · Read an appointment',
    description: 'The remark is shown to administrators only, and so is the ETag of the record.',
    params: idParams,
    showsPhones: true,
    query: Masked,
    data: KnownAppointment,
    refuses: { 404: [notFound], 429: [tooMany] },
  }),
  readPhone: endpoint({
    method: 'GET',
    path: '/api/v1/admin/appointments/:id/phone',
    auth: 'admin',
    summary: '查看完整手机号 · Read the phone number of an appointment',
    description: 'For a client that shows numbers masked. The read is written to the audit log.',
    params: idParams,
    data: z.object({ phone: z.string() }),
    refuses: { 404: [notFound] },
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id/cancel',
    auth: 'optional',
    summary: '取消预约 · Cancel an appointment',
    description: 'From pending or confirmed.',
    message: '已取消',
    params: idParams,
    query: Masked,
    data: KnownAppointment,
    refuses: { 404: [notFound], 409: [refusals.completedCannotCancel, refusals.alreadyCancelled] },
    limited: true,
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id/confirm',
    auth: 'admin',
    summary: '确认预约 · Confirm an appointment',
    description: 'From pending.',
    message: '已确认',
    params: idParams,
    query: Masked,
    data: Appointment,
    refuses: { 404: [notFound], 409: [refusals.cancelledCannotConfirm, refusals.onlyPendingConfirms] },
  }),
  complete: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id/complete',
    auth: 'admin',
    summary: '完成预约 · Complete an appointment',
    description: 'From confirmed.',
    message: '已完成',
    params: idParams,
    query: Masked,
    data: Appointment,
    refuses: { 404: [notFound], 409: [refusals.cancelledCannotComplete, refusals.onlyConfirmedCompletes] },
  }),
  setRemark: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id',
    auth: 'admin',
    summary: '修改预约备注 · Change the remark of an appointment',
    description:
      'An empty string clears the remark; other fields are ignored. With the ETag of the record in If-Match only where nobody changed it since.',
    message: '更新成功',
    params: idParams,
    query: Masked,
    body: jsonBody({ remark }),
    data: Appointment,
    refuses: { 404: [notFound], 409: [staleRecord] },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/appointments/admin/:id',
    auth: 'admin',
    summary: '删除预约 · Delete an appointment',
    description: 'From any state.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: { 404: [notFound] },
  }),
}
