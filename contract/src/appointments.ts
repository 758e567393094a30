import * as z from 'zod'
import { consent } from './consents.ts'
import { endpoint, idParams, jsonBody, tooMany } from './endpoint.ts'
import { Masked, masked, pageOf, paging, phoneQuery } from './query.ts'
import {
  appointmentFaults as faults,
  appointmentMessages,
  appointmentStatuses,
  attendances,
  bookingWays,
  consentMessages,
  departments,
  messageKinds,
  phonePattern,
  phoneProofMessages,
  scheduleMessages as say,
  staleRecord,
  trimText,
} from './rules.ts'
import { calendarDate, maybe, oneOf, remark, text, withDefault } from './text.ts'

/** Who it is. */
export const patientFields = {
  patientName: text({
    field: 'patientName',
    max: 20,
    required: true,
    missing: faults.patientName,
    tooLong: faults.patientName,
  }),
  patientAge: z.int(faults.patientAge).min(1, faults.patientAge).max(149, faults.patientAge),
  patientPhone: z.string(faults.patientPhone).regex(phonePattern, faults.patientPhone),
  symptom: withDefault(text({ field: 'symptom', max: 500, free: true, tooLong: faults.symptom }), ''),
}

const { symptom, ...who } = patientFields

const isMissing = (field: string, value: unknown) =>
  value == null || value === '' || (field === 'patientName' && typeof value === 'string' && !trimText(value))

/** A missing field is reported before any field that is wrong. */
export const requirePresent =
  (requiredIn: (body: Record<string, unknown>) => readonly string[]) =>
  (body: unknown, { issues }: { issues: z.core.$ZodRawIssue[] }) => {
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      const given = body as Record<string, unknown>
      const missing = requiredIn(given).find((field) => isMissing(field, given[field]))
      if (missing) issues.push({ code: 'custom', input: body, message: `缺少必填参数: ${missing}` })
    }
    return body
  }

const requiredOfPatient = ['patientName', 'patientAge', 'patientPhone'] as const
/** A slot says on what day and in which department it is. */
const required = ({ slotId }: Record<string, unknown>) =>
  slotId ? requiredOfPatient : [...requiredOfPatient, 'date', 'departmentName']

// Key order is the order in which faults are reported.
const bookingFields = {
  ...who,
  date: maybe(calendarDate(faults.date)),
  departmentName: maybe(z.enum(departments, faults.departmentName)),
  /** Empty for the department as a whole; absent for whoever has a place. */
  doctorId: maybe(text({ field: 'doctorId', max: 64 })),
  doctorName: withDefault(text({ field: 'doctorName', max: 20 }), ''),
  timeSlot: withDefault(text({ field: 'timeSlot', max: 64, free: true }), ''),
  symptom,
  slotId: withDefault(text({ field: 'slotId', max: 64 }), ''),
}
const fields = jsonBody({ ...bookingFields, consent })

export const AppointmentCreate = z.preprocess(requirePresent(required), fields)
export type AppointmentCreate = z.output<typeof fields>

const BareAppointment = z.object({
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

/** What an appointment has beyond that where it has a slot, or was made by staff. */
const ofSlot = {
  slotId: z.string().optional(),
  moves: z.int().optional(),
  attendance: z.enum(attendances).optional(),
}
const ofStaff = {
  /** How it came about, where no patient booked it. */
  via: z.enum(bookingWays).optional(),
  leadId: z.string().optional(),
}
export const Appointment = BareAppointment.extend({ ...ofSlot, ...ofStaff })
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

/** Booked by staff for a patient. */
export const StaffBooking = z.preprocess(
  requirePresent(required),
  jsonBody({
    ...bookingFields,
    leadId: withDefault(text({ field: 'leadId', max: 64 }), ''),
    /** Adds a place to a full slot (加号). */
    extra: withDefault(z.boolean('extra 需为布尔值'), false),
    reason: withDefault(text({ field: 'reason', max: 200 }), ''),
  }),
)
export type StaffBooking = z.output<typeof StaffBooking>

export const PatientCorrection = z.preprocess(
  requirePresent(() => requiredOfPatient),
  jsonBody(who),
)
export type PatientCorrection = z.output<typeof PatientCorrection>

export const AppointmentListQuery = z.object({
  phone: phoneQuery,
  status: oneOf('status', appointmentStatuses).optional(),
  ...paging,
  masked,
})
export type AppointmentListQuery = z.output<typeof AppointmentListQuery>

const { notFound, ...refusals } = appointmentMessages

/** What is said where a place cannot be had. */
export const noPlace = {
  409: [
    say.closed,
    say.soon('12-01 07:00'),
    say.late,
    say.full,
    say.fullWithoutWaitlist,
    say.blocked,
    say.sameDay(1),
    say.tooMany(3),
    say.none,
  ],
}

export const appointments = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/appointments',
    auth: 'optional',
    may: 'appointments.work',
    summary: '创建预约 · Book an appointment',
    description:
      'The booking starts as pending. Keep its id: it is the key to reading and cancelling it. In a department with slots it takes a place: that of `slotId`, or the earliest that fits. A refusal for want of a place has `data` with a reason and up to three alternatives.',
    message: '预约成功',
    body: AppointmentCreate,
    data: KnownAppointment,
    refuses: {
      ...noPlace,
      400: [say.disagrees, consentMessages.needed, consentMessages.guardianNeeded],
      404: [say.slotNotFound],
    },
    limited: true,
    idempotent: true,
  }),
  reschedule: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id/reschedule',
    auth: 'optional',
    may: 'appointments.work',
    summary: '改约 · Move an appointment to another slot',
    description: 'From pending or confirmed, within the department. The old place is free at once.',
    message: say.moved,
    params: idParams,
    query: Masked,
    body: z.preprocess(
      requirePresent(() => ['slotId']),
      jsonBody({ slotId: text({ field: 'slotId', max: 64 }) }),
    ),
    data: KnownAppointment,
    takesPhoneProof: true,
    refuses: {
      403: [phoneProofMessages.needed],
      400: [say.otherDepartment],
      404: [notFound, say.slotNotFound],
      409: [
        say.endedCannotMove,
        say.withoutSlotCannotMove,
        say.movedTooOften(2),
        say.sameSlot,
        ...noPlace[409],
      ],
    },
    limited: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/appointments',
    auth: 'optional',
    may: 'appointments.read',
    summary: '预约列表 · List appointments',
    description:
      'Newest first. Rows are whole for administrators, lack the remark with a phone number, and are de-identified otherwise. Reads by phone are limited to 120 a minute for one address.',
    showsPhones: true,
    query: AppointmentListQuery,
    data: pageOf(AppointmentRow),
    takesPhoneProof: true,
    refuses: { 403: [phoneProofMessages.needed], 429: [tooMany] },
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/v1/appointments/stats',
    auth: 'admin',
    may: 'appointments.read',
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
    may: 'appointments.read',
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
    may: 'appointments.phone',
    summary: '查看完整手机号 · Read the phone number of an appointment',
    description: 'For a client that shows numbers masked. The read is written to the audit log.',
    params: idParams,
    data: z.object({ phone: z.string() }),
    tellsPhone: true,
    refuses: { 404: [notFound], 429: [tooMany] },
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id/cancel',
    auth: 'optional',
    may: 'appointments.work',
    summary: '取消预约 · Cancel an appointment',
    description: 'From pending or confirmed.',
    message: '已取消',
    params: idParams,
    query: Masked,
    data: KnownAppointment,
    takesPhoneProof: true,
    refuses: {
      403: [phoneProofMessages.needed],
      404: [notFound],
      409: [refusals.completedCannotCancel, refusals.alreadyCancelled],
    },
    limited: true,
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id/confirm',
    auth: 'admin',
    may: 'appointments.work',
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
    may: 'appointments.work',
    summary: '完成就诊 · Complete an appointment',
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
    may: 'appointments.work',
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
    may: 'manage',
    summary: '删除预约 · Delete an appointment',
    description: 'From any state.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: { 404: [notFound] },
  }),
}
