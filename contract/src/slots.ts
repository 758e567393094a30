import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { dateQuery } from './query.ts'
import { departments } from './rules.ts'
import { bookingModes, dayStates, scheduleMessages as say, slotStates } from './schedule-rules.ts'
import { clock, date, departmentName, doctorId, isForward, places } from './schedule-fields.ts'
import { text } from './text.ts'

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

export const mostSlotDays = 62
export const rangeTooLong = (days: number) => `from 到 to 不超过 ${days} 天`
const day = 24 * 60 * 60 * 1000
export const spansAtMost = (days: number, { from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / day < days

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
    query: z.object({
      from: dateQuery('from'),
      to: dateQuery('to'),
      departmentName: departmentName.optional(),
      doctorId: doctorQuery,
    }),
    data: z.array(Slot),
    refuses: { 400: [rangeTooLong(mostSlotDays)] },
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
  .refine(({ from, to }) => !from || !to || spansAtMost(31, { from, to }), rangeTooLong(31))
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>

export const availability = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/availability',
    auth: 'public',
    summary: '可约号源 · What is free',
    description:
      'At most 31 days; today and the days that can be booked by default. `now` is the clock of the service. Never older than a second.',
    query: AvailabilityQuery,
    data: Availability,
    keptBriefly: true,
  }),
}
