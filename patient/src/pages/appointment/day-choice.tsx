import type { Moment } from '../../hospital-time.ts'
import { inWords } from '../../service-words.ts'
import { useSite } from '../../site.ts'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { CallLink } from '../../ui/hospital-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { view } from '../../view.ts'
import { words } from '../../words.ts'
import { dateFault } from './booking.ts'
import { addDays, dayInWords, daysFrom, shortDay, shortWeekdayOf } from './dates.ts'
import { firstDay, lastDay } from './days-to-book.ts'

const said = words(
  {
    date: '就诊日期',
    today: '今天',
    tomorrow: '明天',
    other: '其他日期',
    optional: '可不选',
    call: '今天就诊请直接致电医院，网上预约可能来不及确认。',
  },
  {
    date: 'Day',
    today: 'Today',
    tomorrow: 'Tomorrow',
    other: 'Another day',
    optional: 'optional',
    call: 'For a visit today please call the hospital: a booking may not be confirmed in time.',
  },
)

/** The large view shows all days at once, and so fewer. */
const stripLength = () => (view().elder ? 8 : 14)

function DateTile({ day, now }: { day: string; now: Moment }) {
  const near = day === now.day ? said().today : day === addDays(now.day, 1) ? said().tomorrow : undefined
  return (
    <>
      <span class="unseen">{dayInWords(day)}</span>
      <small aria-hidden="true">{near ?? shortWeekdayOf(day)}</small>
      <span class="date-day" aria-hidden="true">
        {shortDay(day)}
      </span>
    </>
  )
}

interface DayChoiceProps {
  now: Moment
  date: string
  onDate: (date: string) => void
  fault: string | undefined
}

/** The next days as tiles, and any other within reach as a date. */
export function DayChoice({ now, date, onDate, fault }: DayChoiceProps) {
  const { hospital } = useSite()
  const days = daysFrom(firstDay(now), stripLength())
  const typed = days.includes(date) ? '' : date
  // While a year is typed its first digits make a year of their own.
  const isTyped = typed >= '1000'
  const typedFault = isTyped ? dateFault(typed, now) : undefined
  return (
    <>
      <Choice
        legend={said().date}
        name="date"
        class="dates"
        value={date}
        onValue={onDate}
        fault={isTyped ? undefined : fault}
        options={days.map((day) => ({ value: day, label: <DateTile day={day} now={now} /> }))}
      />
      <Field
        label={said().other}
        optional={said().optional}
        name="otherDate"
        type="date"
        min={firstDay(now)}
        max={lastDay(now)}
        value={typed}
        onValue={onDate}
        fault={typedFault && inWords(typedFault)}
      />
      {date === now.day && (
        <Notice tone="info">
          <p>{said().call}</p>
          <div class="buttons">
            <CallLink phone={hospital?.phone ?? ''} />
          </div>
        </Notice>
      )}
    </>
  )
}
