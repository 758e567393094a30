import type { Appointment } from '@zhenyue/contract'
import { dayPartLabels } from '@zhenyue/contract/labels'
import { appointmentStatuses, type AppointmentStatus } from '@zhenyue/contract/rules'
import dayjs from 'dayjs'
import { api, call, masked } from '../../app/api.ts'
import { labelOf } from '../../app/i18n.ts'
import type { ListQuery } from '../../records/kind.ts'

export type AppointmentQuery = ListQuery<typeof api.appointments.staffList>
export type AppointmentFilter = Partial<AppointmentQuery>

/** A time slot is free text; the usual ones have names in both languages. */
export const slotName = (slot: string) => labelOf<string>(dayPartLabels, slot)

/** All visits of some days, however many, the earliest first. */
export async function readVisits(dateFrom: string, dateTo: string, filter: AppointmentFilter) {
  const list: Appointment[] = []
  for (;;) {
    const page = await call(api.appointments.staffList, {
      query: {
        ...filter,
        dateFrom,
        dateTo,
        order: 'visit',
        limit: '200',
        offset: String(list.length),
        ...masked,
      },
    })
    list.push(...page.list)
    if (page.list.length === 0 || list.length >= page.total) return list
  }
}

export const readDay = async (day: string, filter: AppointmentFilter) => ({
  list: await readVisits(day, day, filter),
})

type Day = { date: string; byStatus: Record<AppointmentStatus, number> }

/** The service counts a month as a whole; what a filter leaves of it is counted here. */
export async function readMonth(month: string, filter: AppointmentFilter): Promise<Day[]> {
  if (Object.keys(filter).length === 0) return call(api.appointments.calendar, { query: { month } })
  const first = dayjs(`${month}-01`)
  const days = Array.from({ length: first.daysInMonth() }, (_, index): Day => ({
    date: first.add(index, 'day').format('YYYY-MM-DD'),
    byStatus: Object.fromEntries(appointmentStatuses.map((status) => [status, 0])) as Day['byStatus'],
  }))
  for (const { date, status } of await readVisits(days[0]!.date, days.at(-1)!.date, filter)) {
    days[Number(date.slice(8)) - 1]!.byStatus[status]++
  }
  return days
}

/** About when a slot begins. It is free text: a part of the day, a time, or both; none at all comes last. */
function hourOf(slot: string): number {
  const isLate = /下午|晚/.test(slot)
  const hour = Number(/(\d{1,2})\s*[:：点]/.exec(slot)?.[1])
  if (hour) return isLate && hour < 12 ? hour + 12 : hour
  if (/晚/.test(slot)) return 18
  if (isLate) return 13
  if (/中午/.test(slot)) return 12
  return slot === '' ? 99 : 8
}

/** By time slot, the earliest first. */
export function bySlot(list: Appointment[]): [slot: string, visits: Appointment[]][] {
  const slots = new Map<string, Appointment[]>()
  for (const one of list) slots.set(one.timeSlot, [...(slots.get(one.timeSlot) ?? []), one])
  return [...slots].sort(([one], [other]) => hourOf(one) - hourOf(other))
}
