import type { Appointment } from '@zhenyue/contract'
import dayjs from 'dayjs'
import { api, call } from '../../app/api.ts'
import { statuses, type Status } from './moves.ts'

/** All visits of some days, however many, the earliest first. */
async function readVisits(dateFrom: string, dateTo: string, wanted: Record<string, string>) {
  const list: Appointment[] = []
  for (;;) {
    const offset = String(list.length)
    const query = { ...wanted, dateFrom, dateTo, order: 'visit', limit: '200', offset, masked: 'true' }
    const page = await call(api.appointments.staffList, { query: query as never })
    list.push(...page.list)
    if (page.list.length === 0 || list.length >= page.total) return list
  }
}

export const readDay = async (day: string, wanted: Record<string, string> = {}) => ({
  list: await readVisits(day, day, wanted),
})

type Day = { date: string; byStatus: Record<Status, number> }

/** The service counts a month as a whole; what a filter leaves of it is counted here. */
export async function readMonth(month: string, wanted: Record<string, string>): Promise<Day[]> {
  if (Object.keys(wanted).length === 0) return call(api.appointments.calendar, { query: { month } })
  const first = dayjs(`${month}-01`)
  const days = Array.from({ length: first.daysInMonth() }, (_, index): Day => ({
    date: first.add(index, 'day').format('YYYY-MM-DD'),
    byStatus: Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>,
  }))
  for (const { date, status } of await readVisits(days[0]!.date, days.at(-1)!.date, wanted)) {
    days[Number(date.slice(8)) - 1]!.byStatus[status]++
  }
  return days
}

/** About when a slot begins. It is free text: a part of the day, a time, or both; none at all comes last. */
function hourOf(slot: string): number {
  const isLate = /下午|晚/.test(slot)
  const hour = Number(/(\d{1,2})\s*[::点]/.exec(slot)?.[1])
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
