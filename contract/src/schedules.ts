import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { dateQuery } from './query.ts'
import { departments } from './rules.ts'
import { scheduleMessages as say } from './schedule-rules.ts'
import { clock, date, departmentName, doctorId, isForward, places, whole, wrong } from './schedule-fields.ts'
import { maybe, text, withDefault } from './text.ts'

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export const TemplateBody = jsonBody({
  departmentName,
  doctorId,
  weekday: whole('weekday', 1, 7),
  start: clock('start'),
  end: clock('end'),
  slotMinutes: withDefault(whole('slotMinutes', 0, 1440), 0),
  places,
  validFrom: withDefault(z.literal('').or(date('validFrom')), ''),
  validTo: withDefault(z.literal('').or(date('validTo')), ''),
  enabled: withDefault(z.boolean(wrong('enabled')), true),
})
  .refine(isForward, say.endBeforeStart)
  .refine(({ start, end, slotMinutes }) => {
    if (end <= start || slotMinutes === 0) return true
    return (minutesOf(end) - minutesOf(start)) % slotMinutes === 0
  }, say.uneven)
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || validFrom <= validTo, wrong('validTo'))
export type TemplateBody = z.output<typeof TemplateBody>

export const Template = z.object({
  id: z.string(),
  departmentName: z.enum(departments),
  doctorId: z.string(),
  doctorName: z.string(),
  weekday: z.int(),
  start: z.string(),
  end: z.string(),
  slotMinutes: z.int(),
  places: z.int(),
  validFrom: z.string(),
  validTo: z.string(),
  enabled: z.boolean(),
})
export type Template = z.infer<typeof Template>

/** What a change did to the slots of the days to come; `kept` were left as they were because of bookings. */
export const SlotCounts = z.object({ made: z.int(), removed: z.int(), kept: z.int() })
export type SlotCounts = z.infer<typeof SlotCounts>

const templateRefusals = { 400: [say.unknownExpert, say.uneven, say.endBeforeStart], 409: [say.overlap] }

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/templates',
    auth: 'admin',
    may: 'schedules.read',
    summary: '排班列表 · List templates',
    description: 'By weekday and time.',
    data: z.array(Template),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/templates',
    auth: 'admin',
    may: 'manage',
    summary: '新增排班 · Make a template',
    description: 'A weekly rule: who sees patients when, and how many. Slots of the days to come follow.',
    message: '创建成功',
    body: TemplateBody,
    data: z.object({ template: Template, slots: SlotCounts }),
    refuses: templateRefusals,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/templates/:id',
    auth: 'admin',
    may: 'manage',
    summary: '修改排班 · Change a template',
    description: 'All of it.',
    message: '更新成功',
    params: idParams,
    body: TemplateBody,
    data: z.object({ template: Template, slots: SlotCounts }),
    refuses: { ...templateRefusals, 404: [say.templateNotFound] },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/templates/:id',
    auth: 'admin',
    may: 'manage',
    summary: '删除排班 · Delete a template',
    description: 'Slots that someone has booked or waits for stay, closed to new bookings.',
    message: '删除成功',
    params: idParams,
    data: z.object({ id: z.string(), slots: SlotCounts }),
    refuses: { 404: [say.templateNotFound] },
  }),
}

const CalendarDayBody = jsonBody({
  kind: z.enum(['off', 'works-as'], wrong('kind')),
  weekday: maybe(whole('weekday', 1, 7)),
  note: withDefault(text({ field: 'note', max: 100 }), ''),
}).refine(({ kind, weekday }) => kind === 'off' || weekday !== undefined, wrong('weekday'))
export const CalendarDay = z.object({
  date: z.string(),
  kind: z.enum(['off', 'works-as']),
  /** 0 for a day off. */
  weekday: z.int(),
  note: z.string(),
})
export type CalendarDay = z.infer<typeof CalendarDay>

const dateParams = z.object({ date: date('date') })

export const calendarDays = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/calendar-days',
    auth: 'admin',
    may: 'schedules.read',
    summary: '节假日与调休 · List calendar days',
    description: 'Public holidays, and working days that count as another weekday.',
    query: z.object({ from: dateQuery('from'), to: dateQuery('to') }),
    data: z.array(CalendarDay),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/calendar-days/:date',
    auth: 'admin',
    may: 'manage',
    summary: '设置节假日或调休 · Set a calendar day',
    description: 'Slots of that day follow as with a template.',
    message: '更新成功',
    params: dateParams,
    body: CalendarDayBody,
    data: z.object({ day: CalendarDay, slots: SlotCounts }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/calendar-days/:date',
    auth: 'admin',
    may: 'manage',
    summary: '取消节假日或调休 · Remove a calendar day',
    description: 'The day is an ordinary one again.',
    message: '删除成功',
    params: dateParams,
    data: z.object({ date: z.string(), slots: SlotCounts }),
  }),
}
