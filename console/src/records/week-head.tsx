import { Button } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { i18n, language } from '../app/i18n.ts'
import { LeftOutlined, RightOutlined } from '../ui/icons.tsx'
import { addDays, mondayOf } from './calendar.ts'

const t = i18n(
  { previous: '上一周', next: '下一周', today: '本周' },
  { previous: 'Previous week', next: 'Next week', today: 'This week' },
)

/** The week of a day, with its neighbours. */
export function WeekHead({
  day,
  pick,
  children,
}: {
  day: string
  pick: (day: string) => void
  children?: ReactNode
}) {
  const monday = mondayOf(day)
  const named = (date: string) => dayjs(date).format(language.get() === 'zh' ? 'M月D日' : 'D MMM')
  return (
    <div className="calendar-head">
      <Button aria-label={t().previous} icon={<LeftOutlined />} onClick={() => pick(addDays(day, -7))} />
      <h2>{`${dayjs(monday).format(language.get() === 'zh' ? 'YYYY年M月D日' : 'D MMM YYYY')} ～ ${named(addDays(monday, 6))}`}</h2>
      <Button aria-label={t().next} icon={<RightOutlined />} onClick={() => pick(addDays(day, 7))} />
      <Button onClick={() => pick(dayjs().format('YYYY-MM-DD'))}>{t().today}</Button>
      {children}
    </div>
  )
}
