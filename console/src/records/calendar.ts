import { isCalendarDate } from '@zhenyue/contract/rules'
import dayjs from 'dayjs'
import type { Params, SetParams } from '../app/router.ts'

const format = 'YYYY-MM-DD'
const today = () => dayjs().format(format)

export const addDays = (day: string, days: number) => dayjs(day).add(days, 'day').format(format)
export const mondayOf = (day: string) => addDays(day, -((dayjs(day).day() + 6) % 7))

/** The day or month that the address names; the month alone where it names no day. */
export function calendarOf(params: Params, set: SetParams) {
  const { day = '', month = '' } = params
  return {
    day: isCalendarDate(day) ? day : undefined,
    dayOrToday: isCalendarDate(day) ? day : today(),
    month: isCalendarDate(`${month}-01`) ? month : today().slice(0, 7),
    turn: (month: string) => set({ month }, { replace: false }),
    pick: (day: string) => set({ day, ...(day && { month: day.slice(0, 7) }) }, { replace: false }),
  }
}
