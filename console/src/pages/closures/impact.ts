import type { Slot } from '@zhenyue/contract'
import type { Department } from '@zhenyue/contract/rules'
import dayjs from 'dayjs'
import { api, call } from '../../app/api.ts'
import type { DayRange } from '../../ui/date-range.tsx'
import { readVisits } from '../appointments/visits.ts'

export interface Range extends DayRange {
  departmentName?: Department | undefined
  /** Empty for 普通号, absent for every doctor. */
  doctorId?: string | undefined
}

/** The most days that one answer has; slots are made less than twice as far ahead. */
const step = 62

/** All slots of some days. */
export async function readSlots({ from, to, departmentName, doctorId }: Range): Promise<Slot[]> {
  const slots: Slot[] = []
  for (const start of [dayjs(from), dayjs(from).add(step, 'day')]) {
    const end = start.add(step - 1, 'day').format('YYYY-MM-DD')
    const first = start.format('YYYY-MM-DD')
    if (first > to) break
    const query = { from: first, to: end < to ? end : to, departmentName }
    slots.push(
      ...(await call(api.slots.list, {
        query: { ...query, ...(doctorId !== undefined && { doctorId: doctorId || 'none' }) },
      })),
    )
  }
  return slots
}

/** How many patients have live bookings of some slots. */
export async function countPatients(slots: Slot[]): Promise<number> {
  const booked = slots.filter(({ taken }) => taken > 0)
  if (booked.length === 0) return 0
  const ids = new Set(booked.map(({ id }) => id))
  const days = booked.map(({ date }) => date).sort()
  const visits = await readVisits(days[0]!, days.at(-1)!, { status: 'pending,confirmed' })
  return visits.filter(({ slotId, attendance }) => slotId && ids.has(slotId) && !attendance).length
}
