import type { Appointment, Slot } from '@zhenyue/contract'
import type { Department } from '@zhenyue/contract/rules'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { api, call, queries } from '../../app/api.ts'
import { i18n, language } from '../../app/i18n.ts'

const t = i18n({ anyone: '普通号' }, { anyone: 'General' })

export const doctorName = (name: string) => name || t().anyone

/** `12月2日 周三` */
export const dayName = (day: string) =>
  dayjs(day).format(language.get() === 'zh' ? 'M月D日 ddd' : 'ddd D MMM')

export const todayIs = () => dayjs().format('YYYY-MM-DD')
export const daysAhead = (days: number) => dayjs().add(days, 'day').format('YYYY-MM-DD')

export const freeIn = ({ state, places, taken }: Slot) => (state === 'open' ? Math.max(places - taken, 0) : 0)

export const useBookingRules = () =>
  useQuery({ queryKey: ['booking-rules', 'desk'], queryFn: () => call(api.bookingRules.read) })

/** Slots are made this many days beyond those that patients can book; a list has at most 62 days. */
const beyond = 7
const mostDays = 61

const isOver = ({ date, end }: Slot) => `${date} ${end}` <= dayjs().format('YYYY-MM-DD HH:mm')

/** The slots of a department that are not over, as far as there are any. */
export function useSlots(departmentName: Department | undefined) {
  const rules = useBookingRules()
  const { advanceDays } = rules.data ?? {}
  return useQuery({
    queryKey: ['slots', 'desk', departmentName, advanceDays],
    queryFn: () =>
      call(api.slots.list, {
        query: {
          from: todayIs(),
          to: daysAhead(Math.min(advanceDays! + beyond, mostDays)),
          departmentName,
        },
      }),
    enabled: departmentName !== undefined && advanceDays !== undefined,
    select: (slots) => slots.filter((slot) => !isOver(slot)),
    staleTime: 0,
  })
}

const momentOf = (date: string, time: string) => Date.parse(`${date}T${time || '00:00'}:00Z`)

/** The free slots nearest in time to a visit, but its own. */
export const nearestFree = (
  slots: Slot[],
  { date, timeSlot, slotId }: Pick<Appointment, 'date' | 'timeSlot' | 'slotId'>,
) => {
  const wanted = momentOf(date, /\d\d:\d\d/.exec(timeSlot)?.[0] ?? '')
  const distance = (slot: Slot) => Math.abs(momentOf(slot.date, slot.start) - wanted)
  return slots
    .filter((slot) => freeIn(slot) > 0 && slot.id !== slotId)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, 3)
}

/** After places were taken or given back. */
export const readSlotsAgain = () => void queries.invalidateQueries({ queryKey: ['slots'] })

export function grouped<T>(list: T[], keyOf: (one: T) => string): [key: string, list: T[]][] {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups]
}
