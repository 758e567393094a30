import { view } from '../../view.ts'

/** Days are reckoned in UTC, where each has 24 hours. */
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

export function addDays(day: string, count: number): string {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

export const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

const names = {
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
}

const weekdayOf = (day: string) => names[view().language][dateOf(day).getUTCDay()]!

export const shortWeekdayOf = (day: string) =>
  view().language === 'en' ? weekdayOf(day).slice(0, 3) : weekdayOf(day)

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `12月1日`, `1 Dec 2026` in one piece */
export function dateInWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  if (view().language === 'en') return [date, months[month! - 1], year].join('\u00a0')
  return `${year === new Date().getFullYear() ? '' : `${year}年`}${month}月${date}日`
}

/** `12月1日 星期二` */
export const dayInWords = (day: string) =>
  view().language === 'en'
    ? `${weekdayOf(day)}, ${dateInWords(day)}`
    : `${dateInWords(day)} ${weekdayOf(day)}`

export function shortDay(day: string) {
  const [, month, date] = day.split('-').map(Number)
  return `${month}/${date}`
}
