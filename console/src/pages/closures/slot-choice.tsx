import type { Slot } from '@zhenyue/contract'
import { Checkbox } from 'antd'
import { i18n } from '../../app/i18n.ts'
import { dayName, doctorName, grouped } from '../booking/slots.ts'

const t = i18n(
  {
    slots: '时段',
    noSlots: '这些天没有号源',
    booked: (count: number) => `已约 ${count}`,
  },
  {
    slots: 'Times',
    noSlots: 'There are no slots on these days',
    booked: (count) => `${count} booked`,
  },
)

/** Single times of some days. */
export function SlotChoice({
  slots,
  chosen,
  choose,
}: {
  slots: Slot[]
  chosen: string[]
  choose: (ids: string[]) => void
}) {
  const groups = grouped(slots, ({ date, doctorId }) => `${date} ${doctorId}`)
  if (slots.length === 0) return <p className="quiet">{t().noSlots}</p>
  return (
    <div className="slot-picker" role="group" aria-label={t().slots}>
      {groups.map(([key, list]) => (
        <div key={key}>
          <div className="quiet any-text">{`${dayName(list[0]!.date)} ${doctorName(list[0]!.doctorName)}`}</div>
          <div className="picks">
            {list.map(({ id, start, end, taken }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              >
                {`${start}-${end} `}
                <span className="quiet">{taken > 0 && t().booked(taken)}</span>
              </Checkbox>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
