import type { Label } from '../app/i18n.ts'

/** Monday is 1, Sunday 7, as the API counts. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Weekday = (typeof weekdays)[number]

const nameIn = (locale: string, weekday: Weekday) =>
  new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(new Date(2024, 0, Number(weekday)))

export const weekdayLabels = Object.fromEntries(
  weekdays.map((weekday) => [weekday, { zh: nameIn('zh-CN', weekday), en: nameIn('en', weekday) }]),
) as Record<Weekday, Label>
