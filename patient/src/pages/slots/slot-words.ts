import type { AvailableSlot } from '@zhenyue/contract'
import { timeName } from '../../labels.ts'
import { words } from '../../words.ts'
import { dayInWords, shortDay } from '../appointment/dates.ts'
import type { Day, DaySlot } from './days.ts'

const said = words(
  {
    left: (count: number) => `余 ${count}`,
    full: '已满',
    canWait: '已满 可候补',
    closed: '停诊',
    opens: (at: string) => `${at} 放号`,
    late: '已截止',
    none: '无号',
    general: '普通号',
  },
  {
    left: (count: number) => `${count} left`,
    full: 'Full',
    canWait: 'Full, can wait',
    closed: 'Closed',
    opens: (at: string) => `Opens ${at}`,
    late: 'Too late',
    none: 'None',
    general: 'General clinic',
  },
)

/** `07:00` of today, `12/3 07:00` of another day. */
export const whenIn = (at: string, now: string) =>
  at.slice(0, 10) === now.slice(0, 10)
    ? at.slice(11, 16)
    : `${shortDay(at.slice(0, 10))}\u00a0${at.slice(11, 16)}`

export function dayState({ state, remaining, opensAt }: Day, now: string, waitlist: boolean): string {
  if (state === 'open') return said().left(remaining)
  if (state === 'soon') return said().opens(whenIn(opensAt, now))
  return state === 'full' && waitlist ? said().canWait : said()[state]
}

export function slotState({ state, remaining }: AvailableSlot, waitlist: boolean): string {
  if (state === 'open' || state === 'soon') return said().left(remaining)
  return state === 'full' && waitlist ? said().canWait : said()[state]
}

export const doctorIn = (doctorName: string) => doctorName || said().general

/** `12月2日 星期三 上午 08:30-09:00 周明远` */
export const slotInWords = ({ date, timeSlot, doctorName }: DaySlot) =>
  [dayInWords(date), timeName(timeSlot), doctorIn(doctorName)].join(' ')
