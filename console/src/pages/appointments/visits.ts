import type { Appointment } from '@zhenyue/contract'
import { dayPartLabels } from '@zhenyue/contract/labels'
import { appointmentStatuses, type AppointmentStatus } from '@zhenyue/contract/rules'
import dayjs from 'dayjs'
import { api, call, masked } from '../../app/api.ts'
import { labelOf, language } from '../../app/i18n.ts'
import type { ListQuery } from '../../records/kind.ts'

export type AppointmentQuery = ListQuery<typeof api.appointments.staffList>
export type AppointmentFilter = Partial<AppointmentQuery>

const partLabels = { ...dayPartLabels, 晚上: { zh: '晚上', en: 'Evening' } }

/** A time slot is free text; the usual ones have names in both languages, and in English a time needs no part of the day. */
export const slotName = (slot: string) =>
  language.get() === 'zh' ? slot : labelOf<string>(partLabels, slot.replace(/^(上午|下午|晚上) (?=\d)/, ''))

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
  const [, hours, minutes = 0] = /(\d{1,2})\s*[:：点]\s*(\d\d)?/.exec(slot) ?? []
  const hour = Number(hours) + Number(minutes) / 60
  if (hour) return isLate && hour < 12 ? hour + 12 : hour
  if (/晚/.test(slot)) return 18
  if (isLate) return 13
  if (/中午/.test(slot)) return 12
  // A morning as a whole comes before its times.
  return slot === '' ? 99 : 5
}

/** In which part of the day a slot begins; empty where nobody said. */
export function partOfSlot(slot: string) {
  const hour = hourOf(slot)
  return hour < 12 ? '上午' : hour < 18 ? '下午' : hour < 24 ? '晚上' : ''
}

/** By time slot, the earliest first. */
export function bySlot<T extends { timeSlot: string }>(list: T[]): [slot: string, list: T[]][] {
  const slots = new Map<string, T[]>()
  for (const one of list) slots.set(one.timeSlot, [...(slots.get(one.timeSlot) ?? []), one])
  return [...slots].sort(([one], [other]) => hourOf(one) - hourOf(other))
}
