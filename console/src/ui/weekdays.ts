import { language } from '../app/i18n.ts'

/** Monday is 1, Sunday 7. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7]

export const weekdayName = (weekday: number) =>
  new Intl.DateTimeFormat(language.get() === 'zh' ? 'zh-CN' : 'en', { weekday: 'short' }).format(
    new Date(2024, 0, weekday),
  )
