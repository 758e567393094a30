import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { appointmentFaults as faults, appointmentMessages, departments } from './rules.ts'
import { text, withDefault } from './text.ts'

export const calendarMessages = { notFound: '日历不存在', unknownExpert: '专家不存在' }
export const calendarType = 'text/calendar; charset=utf-8'

export const CalendarBody = jsonBody({
  departmentName: z.enum(departments, faults.departmentName),
  /** Empty for the whole department. */
  doctorId: withDefault(text({ field: 'doctorId', max: 64 }), ''),
})
export type CalendarBody = z.output<typeof CalendarBody>

export const Calendar = z.object({
  id: z.string(),
  departmentName: z.enum(departments),
  doctorId: z.string(),
  doctorName: z.string(),
  createdAt: z.string(),
})
export type Calendar = z.infer<typeof Calendar>

export const calendars = {
  ofAppointment: endpoint({
    method: 'GET',
    path: '/api/v1/appointments/:id/calendar.ics',
    auth: 'public',
    summary: '日历文件 · The visit as a calendar file',
    description: 'For the calendar of a phone, by the id of the appointment.',
    params: idParams,
    stream: [calendarType],
    refuses: { 404: [appointmentMessages.notFound] },
  }),
  feed: endpoint({
    method: 'GET',
    path: '/api/v1/calendars/:token',
    auth: 'public',
    summary: '出诊日历订阅 · The calendar of a doctor or department',
    description:
      'As `<token>.ics`: how many patients come at what time in the next 60 days, and nothing about them.',
    params: z.object({ token: z.string() }),
    stream: [calendarType],
    refuses: { 404: [calendarMessages.notFound] },
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/calendars',
    auth: 'super',
    summary: '日历订阅列表 · List calendar feeds',
    description: 'In the order in which they were made.',
    data: z.array(Calendar),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/calendars',
    auth: 'super',
    summary: '新增日历订阅 · Make a calendar feed',
    description: 'Answers the path of the feed this once: whoever has it may read the feed.',
    message: '创建成功',
    body: CalendarBody,
    data: Calendar.extend({ token: z.string(), path: z.string() }),
    refuses: { 400: [calendarMessages.unknownExpert] },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/calendars/:id',
    auth: 'super',
    summary: '停用日历订阅 · Revoke a calendar feed',
    description: 'Its address is unknown from then on.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: { 404: [calendarMessages.notFound] },
  }),
}
