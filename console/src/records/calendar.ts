import { isCalendarDate } from '@zhenyue/contract/rules'
import dayjs from 'dayjs'
import { language } from '../app/i18n.ts'
import type { Params, SetParams } from '../app/router.ts'

const format = 'YYYY-MM-DD'
export const today = () => dayjs().format(format)

export const addDays = (day: string, days: number) => dayjs(day).add(days, 'day').format(format)
export const mondayOf = (day: string) => addDays(day, -((dayjs(day).day() + 6) % 7))

export const addMonths = (month: string, months: number) =>
  dayjs(`${month}-01`).add(months, 'month').format('YYYY-MM')

const named = (day: string, zh: string, en: string) => dayjs(day).format(language.get() === 'zh' ? zh : en)

export const dayTitle = (day: string) => named(day, 'YYYY年M月D日 dddd', 'dddd, D MMMM YYYY')
export const weekTitle = (monday: string) =>
  `${named(monday, 'YYYY年M月D日', 'D MMM YYYY')} ～ ${named(addDays(monday, 6), 'M月D日', 'D MMM')}`
export const monthTitle = (month: string) => named(`${month}-01`, 'YYYY年M月', 'MMMM YYYY')

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
