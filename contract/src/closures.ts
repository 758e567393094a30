import * as z from 'zod'
import { Appointment } from './appointment.ts'
import { noPlace } from './appointments.ts'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { Masked } from './query.ts'
import { appointmentFaults as faults, appointmentMessages, departments } from './rules.ts'
import { closureItemStates, scheduleMessages as say } from './schedule-rules.ts'
import { calendarDate, maybe, text, withDefault } from './text.ts'

const wrong = (field: string) => `${field} 格式不正确`
const slotId = text({ field: 'slotId', max: 64, required: true })

export const ClosureBody = jsonBody({
  from: maybe(calendarDate(wrong('from'))),
  to: maybe(calendarDate(wrong('to'))),
  departmentName: maybe(z.enum(departments, faults.departmentName)),
  /** Empty for 普通号; absent for every doctor. */
  doctorId: maybe(text({ field: 'doctorId', max: 64 })),
  slotIds: maybe(
    z
      .array(text({ field: 'slotIds', max: 64 }), wrong('slotIds'))
      .min(1, wrong('slotIds'))
      .max(500, wrong('slotIds')),
  ),
  reason: text({ field: 'reason', max: 200, required: true }),
}).refine(
  ({ from, to, slotIds }) => slotIds !== undefined || (from !== undefined && to !== undefined && from <= to),
  wrong('from'),
)
export type ClosureBody = z.output<typeof ClosureBody>

export const Closure = z.object({
  id: z.string(),
  reason: z.string(),
  from: z.string(),
  to: z.string(),
  /** Empty for every department. */
  departmentName: z.string(),
  /** `*` for every doctor, empty for 普通号. */
  doctorId: z.string(),
  status: z.enum(['open', 'settled']),
  /** Where it was undone. */
  reopened: z.literal(true).optional(),
  slots: z.int(),
  items: z.object({ open: z.int(), moved: z.int(), cancelled: z.int(), called: z.int() }),
  createdAt: z.string(),
})
export type Closure = z.infer<typeof Closure>

export const ClosureItem = z.object({
  appointmentId: z.string(),
  state: z.enum(closureItemStates),
  /** No message reached the patient. */
  needsCall: z.boolean(),
  note: z.string(),
  /** As it is now; null once it was erased. */
  appointment: Appointment.nullable(),
})
export type ClosureItem = z.infer<typeof ClosureItem>

export const WholeClosure = Closure.extend({ list: z.array(ClosureItem) })
export type WholeClosure = z.infer<typeof WholeClosure>

export const SettleBody = z.discriminatedUnion(
  'action',
  [
    jsonBody({ action: z.literal('move'), slotId }),
    jsonBody({ action: z.literal('cancel') }),
    jsonBody({
      action: z.literal('call'),
      note: withDefault(text({ field: 'note', max: 200 }), ''),
    }),
  ],
  wrong('action'),
)
export type SettleBody = z.output<typeof SettleBody>

const notFound = { 404: [say.closureNotFound] }

export const closures = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/closures',
    auth: 'admin',
    may: 'closures.read',
    summary: '停诊列表 · List closures',
    description: 'Newest first.',
    data: z.array(Closure),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/closures',
    auth: 'admin',
    may: 'closures.work',
    summary: '登记停诊 · Close slots',
    description:
      'By days, or single slots. They close at once, and every live booking becomes an item to be settled.',
    message: say.closureMade,
    body: ClosureBody,
    data: Closure,
    refuses: { 400: [say.nothingToClose] },
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/v1/admin/closures/:id',
    auth: 'admin',
    may: 'closures.read',
    summary: '停诊详情 · Read a closure',
    description: 'With every patient who had booked.',
    showsPhones: true,
    params: idParams,
    query: Masked,
    data: WholeClosure,
    refuses: notFound,
  }),
  settle: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/closures/:id/items/:appointmentId',
    auth: 'admin',
    may: 'closures.work',
    summary: '处理停诊患者 · Settle one item of a closure',
    description: '`call` notes that someone phoned; the item stays to be moved or cancelled.',
    message: '更新成功',
    params: z.object({ id: z.string(), appointmentId: z.string() }),
    query: Masked,
    body: SettleBody,
    data: ClosureItem,
    refuses: {
      400: [say.otherDepartment],
      404: [say.closureNotFound, appointmentMessages.notFound, say.slotNotFound],
      409: [say.endedCannotMove, say.sameSlot, appointmentMessages.alreadyCancelled, ...noPlace[409]],
    },
  }),
  moveAll: endpoint({
    method: 'POST',
    path: '/api/v1/admin/closures/:id/move',
    auth: 'admin',
    may: 'closures.work',
    summary: '批量改约 · Move all open items',
    description: 'To the same times of another doctor or day, as far as there are places.',
    message: say.moved,
    params: idParams,
    body: jsonBody({
      doctorId: maybe(text({ field: 'doctorId', max: 64 })),
      date: maybe(calendarDate(wrong('date'))),
    }),
    data: z.object({ moved: z.int(), left: z.int() }),
    refuses: notFound,
  }),
  reopen: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/closures/:id/reopen',
    auth: 'admin',
    may: 'closures.work',
    summary: '撤销停诊 · Open the slots of a closure again',
    description: 'While staff have moved or cancelled nobody. Those who waited are back in their order.',
    message: '更新成功',
    params: idParams,
    data: Closure,
    refuses: { ...notFound, 409: [say.settledAlready] },
  }),
}

export const blocks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/blocks',
    auth: 'admin',
    may: 'manage',
    summary: '爽约限制 · Phone numbers that cannot book online',
    description: 'After too many no-shows. Numbers are masked.',
    data: z.array(
      z.object({ phone: z.string(), noShows: z.int(), until: z.string(), appointmentId: z.string() }),
    ),
  }),
  lift: endpoint({
    method: 'POST',
    path: '/api/v1/admin/blocks/lift',
    auth: 'admin',
    may: 'manage',
    summary: '解除爽约限制 · Let a phone number book again',
    description: 'By the number, or by an appointment of it. Earlier no-shows are forgotten.',
    message: say.lifted,
    body: jsonBody({
      phone: maybe(z.string(faults.patientPhone).regex(/^1[3-9]\d{9}$/, faults.patientPhone)),
      appointmentId: maybe(text({ field: 'appointmentId', max: 64 })),
    }).refine(
      ({ phone, appointmentId }) => phone !== undefined || appointmentId !== undefined,
      '缺少必填参数: phone',
    ),
    refuses: { 404: [appointmentMessages.notFound] },
  }),
}
