import * as z from 'zod'
import { Appointment, AppointmentRow, KnownAppointment } from './appointment.ts'
import { AppointmentCreate, requirePresent } from './booking-body.ts'
import { endpoint, idParams, jsonBody, tooMany } from './endpoint.ts'
import { Masked, masked, pageOf, paging, phoneQuery } from './query.ts'
import {
  appointmentMessages,
  appointmentStatuses,
  departments,
  scheduleMessages as say,
  staleRecord,
} from './rules.ts'
import { oneOf, remark, text } from './text.ts'

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
    summary: '创建预约 · Book an appointment',
    description:
      'The booking starts as pending. Keep its id: it is the key to reading and cancelling it. In a department with slots it takes a place: that of `slotId`, or the earliest that fits. A refusal for want of a place has `data` with a reason and up to three alternatives.',
    message: '预约成功',
    body: AppointmentCreate,
    data: KnownAppointment,
    refuses: { ...noPlace, 400: [say.disagrees], 404: [say.slotNotFound] },
    limited: true,
    idempotent: true,
  }),
  reschedule: endpoint({
    method: 'PUT',
    path: '/api/v1/appointments/:id/reschedule',
    auth: 'optional',
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
    refuses: {
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
