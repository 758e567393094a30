import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { dateQuery } from './query.ts'
import {
  appointmentFaults as faults,
  bookingModes,
  dayStates,
  departments,
  scheduleMessages as say,
  slotStates,
  staleRecord,
} from './rules.ts'
import { calendarDate, clockTime, maybe, text, withDefault } from './text.ts'

const wrong = (field: string) => `${field} 格式不正确`
const whole = (field: string, min: number, max: number) =>
  z.int(wrong(field)).min(min, wrong(field)).max(max, wrong(field))
const clock = (field: string) => clockTime(wrong(field))
const date = (field: string) => calendarDate(wrong(field))
const departmentName = z.enum(departments, faults.departmentName)
const doctorId = withDefault(text({ field: 'doctorId', max: 64 }), '')
const places = whole('places', 1, 999)

const modes = Object.fromEntries(
  departments.map((name) => [
    name,
    z.object({ mode: z.enum(bookingModes, wrong(`departments.${name}.mode`)) }, wrong(`departments.${name}`)),
  ]),
) as Record<(typeof departments)[number], z.ZodObject<{ mode: z.ZodEnum<{ off: 'off'; on: 'on' }> }>>

export const BookingRules = jsonBody({
  departments: z.object(modes, wrong('departments')),
  advanceDays: whole('advanceDays', 0, 90),
  releaseTime: clock('releaseTime'),
  cutoffMinutes: whole('cutoffMinutes', 0, 1440),
  perPhonePerDay: whole('perPhonePerDay', 0, 99),
  openPerPhone: whole('openPerPhone', 0, 99),
  maxMoves: whole('maxMoves', 0, 99),
  noShow: z.object(
    {
      count: whole('noShow.count', 0, 99),
      withinDays: whole('noShow.withinDays', 1, 3650),
      blockDays: whole('noShow.blockDays', 1, 3650),
    },
    wrong('noShow'),
  ),
  waitlist: z.boolean(wrong('waitlist')),
})
export type BookingRules = z.output<typeof BookingRules>

export const defaultBookingRules: BookingRules = {
  departments: { 肛肠: { mode: 'off' }, 胃肠: { mode: 'off' } },
  advanceDays: 14,
  releaseTime: '07:00',
  cutoffMinutes: 30,
  perPhonePerDay: 1,
  openPerPhone: 3,
  maxMoves: 2,
  noShow: { count: 3, withinDays: 180, blockDays: 90 },
  waitlist: true,
}

export const bookingRules = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/booking-rules',
    auth: 'public',
    summary: '预约规则 · Booking rules',
    description: 'What binds patients who book by themselves. `off` departments have no slots.',
    data: BookingRules,
    etag: true,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/booking-rules',
    auth: 'admin',
    may: 'manage',
    summary: '修改预约规则 · Change the booking rules',
    description:
      'The whole document. With If-Match only where nobody else has changed it. Slots that are missing are made.',
    message: '更新成功',
    body: BookingRules,
    data: BookingRules,
    refuses: { 409: [staleRecord] },
  }),
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const isForward = ({ start, end }: { start: string; end: string }) => end > start

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

export const Slot = z.object({
  id: z.string(),
  date: z.string(),
  departmentName: z.enum(departments),
  doctorId: z.string(),
  doctorName: z.string(),
  start: z.string(),
  end: z.string(),
  timeSlot: z.string(),
  places: z.int(),
  taken: z.int(),
  waiting: z.int(),
  state: z.enum(['open', 'closed']),
  /** Empty for one made by hand. */
  templateId: z.string(),
})
export type Slot = z.infer<typeof Slot>

export const SlotBody = jsonBody({
  date: date('date'),
  departmentName,
  doctorId,
  start: clock('start'),
  end: clock('end'),
  places,
}).refine(isForward, say.endBeforeStart)
export type SlotBody = z.output<typeof SlotBody>

const badRange = (days: number) => `from 到 to 不超过 ${days} 天`
const day = 24 * 60 * 60 * 1000
const spans = (days: number) =>
  [
    ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
      !from || !to || (Date.parse(to) - Date.parse(from)) / day < days,
    badRange(days),
  ] as const

/** `none` is 普通号. */
const doctorQuery = text({ field: 'doctorId', max: 64 }).optional()

export const slots = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/slots',
    auth: 'admin',
    may: 'slots.read',
    summary: '号源列表 · List slots',
    description: 'At most 62 days; today and the six days after by default. `doctorId=none` is 普通号.',
    query: z
      .object({
        from: dateQuery('from'),
        to: dateQuery('to'),
        departmentName: departmentName.optional(),
        doctorId: doctorQuery,
      })
      .refine(...spans(62)),
    data: z.array(Slot),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/slots',
    auth: 'admin',
    may: 'slots.day',
    summary: '新增号源 · Make a slot by hand',
    description: 'Beside those that templates make.',
    message: '创建成功',
    body: SlotBody,
    data: Slot,
    refuses: { 400: [say.unknownExpert, say.endBeforeStart], 409: [say.overlap] },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/slots/:id',
    auth: 'admin',
    may: 'slots.day',
    summary: '修改号源数 · Change the places of a slot',
    description: 'More places go to those who wait first.',
    message: '更新成功',
    params: idParams,
    body: jsonBody({ places }),
    data: Slot,
    refuses: { 404: [say.slotNotFound], 409: [say.fewerThanTaken] },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/slots/:id',
    auth: 'admin',
    may: 'slots.day',
    summary: '删除号源 · Delete a slot',
    description: 'Only one that nobody has booked or waits for. No template makes it again.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: { 404: [say.slotNotFound], 409: [say.slotInUse] },
  }),
}

export const AvailableSlot = z.object({
  id: z.string(),
  doctorId: z.string(),
  doctorName: z.string(),
  start: z.string(),
  end: z.string(),
  timeSlot: z.string(),
  remaining: z.int(),
  waiting: z.int(),
  state: z.enum(slotStates),
})
export type AvailableSlot = z.infer<typeof AvailableSlot>

export const Alternative = AvailableSlot.extend({ date: z.string() })
export type Alternative = z.infer<typeof Alternative>

export const Availability = z.object({
  departmentName: z.enum(departments),
  mode: z.enum(bookingModes),
  now: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      state: z.enum(dayStates),
      remaining: z.int(),
      opensAt: z.string(),
      slots: z.array(AvailableSlot),
    }),
  ),
})
export type Availability = z.infer<typeof Availability>

export const AvailabilityQuery = z
  .object({
    departmentName,
    doctorId: doctorQuery,
    from: dateQuery('from'),
    to: dateQuery('to'),
  })
  .refine(...spans(31))
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>

export const availability = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/availability',
    auth: 'public',
    summary: '可约号源 · What is free',
    description:
      'At most 31 days; today and the days that can be booked by default. `now` is the clock of the service.',
    query: AvailabilityQuery,
    data: Availability,
  }),
}
