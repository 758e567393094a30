import { Button } from 'antd'
import type { ReactNode } from 'react'
import { i18n } from '../app/i18n.ts'
import { LeftOutlined, RightOutlined } from '../ui/icons.tsx'

const t = i18n(
  {
    day: { previous: '前一天', next: '后一天', now: '今天' },
    week: { previous: '上一周', next: '下一周', now: '本周' },
    month: { previous: '上一月', next: '下一月', now: '本月' },
    year: { previous: '上一年', next: '下一年', now: '今年' },
  },
  {
    day: { previous: 'Previous day', next: 'Next day', now: 'Today' },
    week: { previous: 'Previous week', next: 'Next week', now: 'This week' },
    month: { previous: 'Previous month', next: 'Next month', now: 'This month' },
    year: { previous: 'Previous year', next: 'Next year', now: 'This year' },
  },
)

/** The name of a day, a week, a month or a year, with its neighbours. */
export function CalendarHead({
  unit,
  title,
  turn,
  turnToNow,
  children,
}: {
  unit: 'day' | 'week' | 'month' | 'year'
  title: ReactNode
  turn: (by: 1 | -1) => void
  turnToNow: () => void
  children?: ReactNode
}) {
  const words = t()[unit]
  return (
    <div className="calendar-head">
      <Button aria-label={words.previous} icon={<LeftOutlined />} onClick={() => turn(-1)} />
      {title}
      <Button aria-label={words.next} icon={<RightOutlined />} onClick={() => turn(1)} />
      <Button onClick={turnToNow}>{words.now}</Button>
      {children}
    </div>
  )
}
