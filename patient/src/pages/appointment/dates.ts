import { view } from '../../view.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** A day as the service writes it, by the phone's own clock. */
export const dayOf = (date: Date) =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** At noon, so that no change of the clocks moves the day. */
const dateOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

export function daysFrom(first: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = dateOf(dayOf(first))
    day.setDate(day.getDate() + index)
    return dayOf(day)
  })
}

const names = {
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
}

const weekdayOf = (day: string) => names[view().language][dateOf(day).getDay()]!

export const shortWeekdayOf = (day: string) =>
  view().language === 'en' ? weekdayOf(day).slice(0, 3) : weekdayOf(day)

/** `12月1日 星期二` */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  const thisYear = new Date().getFullYear()
  if (view().language === 'en') return `${weekdayOf(day)}, ${day}`
  return `${year === thisYear ? '' : `${year}年`}${month}月${date}日 ${weekdayOf(day)}`
}

export function shortDay(day: string) {
  const [, month, date] = day.split('-').map(Number)
  return `${month}/${date}`
}
