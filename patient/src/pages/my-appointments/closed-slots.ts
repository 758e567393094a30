import type { AppointmentRow } from '@zhenyue/contract'
import { useEffect, useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { addDays } from '../appointment/dates.ts'

type Booked = Pick<AppointmentRow, 'slotId' | 'departmentName' | 'date'>

/** The service tells of so many days at once, beside the first. */
const farthest = 30

/** Older phones do not know `flat`. */
const flat = (lists: string[][]) => ([] as string[]).concat(...lists)

async function closedIn(departmentName: Booked['departmentName'], dates: string[]): Promise<string[]> {
  const sorted = [...dates].sort()
  const [from, last] = [sorted[0]!, sorted[sorted.length - 1]!]
  const reach = addDays(from, farthest)
  const { days } = await ask(api.availability.read, {
    query: { departmentName, from, to: last < reach ? last : reach },
  })
  return flat(days.map(({ slots }) => slots.filter(({ state }) => state === 'closed').map(({ id }) => id)))
}

/** Which of the slots of these bookings were closed since. Where it is not told, none is said to be. */
export function useClosedSlots(booked: Booked[]): readonly string[] {
  const [closed, setClosed] = useState<string[]>([])
  const withSlot = booked.filter(({ slotId }) => slotId)
  const key = withSlot.map(({ slotId }) => slotId).join()
  useEffect(() => {
    let wanted = true
    const departments = [...new Set(withSlot.map(({ departmentName }) => departmentName))]
    const datesIn = (name: string) =>
      withSlot.filter((one) => one.departmentName === name).map(({ date }) => date)
    Promise.all(departments.map((name) => closedIn(name, datesIn(name)))).then(
      (found) => wanted && setClosed(flat(found)),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [key])
  return closed
}
