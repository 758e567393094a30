import * as z from 'zod'
import { endpoint, jsonBody } from './endpoint.ts'
import { departments, staleRecord } from './rules.ts'
import { bookingModes } from './schedule-rules.ts'
import { clock, whole, wrong } from './schedule-fields.ts'

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
    takesIfMatch: true,
    description:
      'The whole document. With If-Match only where nobody else has changed it. Slots that are missing are made.',
    message: '更新成功',
    body: BookingRules,
    data: BookingRules,
    refuses: { 409: [staleRecord] },
  }),
}
