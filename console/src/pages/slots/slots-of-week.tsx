import type { Slot } from '@zhenyue/contract'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addDays } from '../../records/calendar.ts'
import { weekdayLabels, weekdays } from '../../ui/weekdays.ts'
import { whoseKey, whoseName } from '../schedule/whose.ts'
import { slotGroups } from './slot-groups.ts'
import { SlotLoad, sumOf } from './slot-load.tsx'

const t = i18n(
  {
    who: '医生',
    grid: '一周号源',
  },
  {
    who: 'Doctor',
    grid: 'Slots of the week',
  },
)

export const SlotsOfWeek = ({
  monday,
  slots,
  pick,
}: {
  monday: string
  slots: Slot[]
  pick: (day: string) => void
}) => (
  <div className="card week-grid" tabIndex={0} role="region" aria-label={t().grid}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t().who}</th>
          {weekdays.map((weekday, index) => (
            <th key={weekday} scope="col">
              {`${labelOf(weekdayLabels, weekday)} ${addDays(monday, index).slice(5)}`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slotGroups(slots).map(([whose, list]) => (
          <tr key={whoseKey(whose)}>
            <th scope="row" className="any-text">
              {whoseName(whose)}
            </th>
            {weekdays.map((weekday, index) => {
              const there = list.filter(({ date }) => date === addDays(monday, index))
              return (
                <td key={weekday}>
                  {there.length > 0 && (
                    <button
                      type="button"
                      className="slot-button is-tall"
                      onClick={() => pick(addDays(monday, index))}
                    >
                      <span className="number">{`${there[0]!.start}-${there.at(-1)!.end}`}</span>
                      <SlotLoad {...sumOf(there)} />
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
