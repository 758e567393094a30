import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { i18n } from '../app/i18n.ts'

const t = i18n(
  {
    today: '今天',
    yesterday: '昨天',
    week: '近 7 天',
    month: '近 30 天',
    next: '未来 7 天',
    from: (label: string) => `${label}起`,
    to: (label: string) => `${label}止`,
  },
  {
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    month: 'Last 30 days',
    next: 'Next 7 days',
    from: (label) => `${label} from`,
    to: () => 'to',
  },
)

/** Both days are inclusive. */
export interface DayRange {
  from: string
  to: string
}

const day = (value: string | undefined) => {
  const parsed = value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayjs(value) : undefined
  return parsed?.isValid() ? parsed : null
}

export function DateRange({
  from,
  to,
  label,
  future = false,
  onChange,
}: {
  from: string | undefined
  to: string | undefined
  label: string
  future?: boolean
  onChange: (from: string, to: string) => void
}) {
  const today = dayjs()
  return (
    <DatePicker.RangePicker
      aria-label={label}
      allowEmpty={[true, true]}
      value={[day(from), day(to)]}
      placeholder={[t().from(label), t().to(label)]}
      presets={[
        { label: t().today, value: [today, today] },
        { label: t().yesterday, value: [today.subtract(1, 'day'), today.subtract(1, 'day')] },
        { label: t().week, value: [today.subtract(6, 'day'), today] },
        { label: t().month, value: [today.subtract(29, 'day'), today] },
        ...(future
          ? [{ label: t().next, value: [today, today.add(6, 'day')] as [dayjs.Dayjs, dayjs.Dayjs] }]
          : []),
      ]}
      onChange={(range) =>
        onChange(range?.[0]?.format('YYYY-MM-DD') ?? '', range?.[1]?.format('YYYY-MM-DD') ?? '')
      }
    />
  )
}
