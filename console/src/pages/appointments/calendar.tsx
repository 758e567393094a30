import dayjs from 'dayjs'
import { Month } from './calendar-month.tsx'
import { Day } from './calendar-day.tsx'

export function Calendar(props: {
  month: string | undefined
  day: string | undefined
  wanted: Record<string, string>
  change: (changes: Record<string, string>) => void
  open: (id: string) => void
}) {
  const { day, change } = props
  const pick = (day: string) => change({ day, ...(day && { month: day.slice(0, 7) }) })
  if (day && /^\d{4}-\d{2}-\d{2}$/.test(day))
    return (
      <Day
        day={day}
        wanted={props.wanted}
        pick={pick}
        open={props.open}
        print={() => change({ view: 'sheet' })}
      />
    )
  const month =
    props.month && /^\d{4}-(0[1-9]|1[0-2])$/.test(props.month) ? props.month : dayjs().format('YYYY-MM')
  return <Month month={month} wanted={props.wanted} turn={(month) => change({ month })} pick={pick} />
}
