import type { Slot } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { i18n } from '../../app/i18n.ts'
import { QueryState } from '../../ui/states.tsx'
import { Sheet, SheetTable } from '../appointments/sheet.tsx'
import { readDay, slotName } from '../appointments/visits.ts'
import { whoseName, type Whose } from '../schedule/whose.ts'

const t = i18n(
  {
    title: '号源与预约',
    back: '返回',
    none: '没有号源',
    nobody: '还没有人预约：',
    comma: '、',
    caption: ({ timeSlot, taken, places }: Slot) => `${slotName(timeSlot)}（${taken} / ${places}）`,
    number: '预约号',
  },
  {
    title: 'Slots and bookings',
    back: 'Back',
    none: 'No slots',
    nobody: 'Nobody yet: ',
    comma: ', ',
    caption: ({ timeSlot, taken, places }) => `${slotName(timeSlot)} (${taken} / ${places})`,
    number: 'Number',
  },
)

const Empty = ({ slots }: { slots: Slot[] }) =>
  slots.length > 0 && (
    <p>
      <span className="quiet">{t().nobody}</span>
      {slots.map(t().caption).join(t().comma)}
    </p>
  )

/** By doctor and time, for paper. Cancelled visits are left out, numbers stay masked. */
export function SlotSheet({
  day,
  groups,
  back,
}: {
  day: string
  groups: [Whose, Slot[]][]
  back: () => void
}) {
  const visits = useQuery({
    queryKey: ['slots', 'sheet', day],
    queryFn: () => readDay(day, { status: 'pending,confirmed,completed' }),
  })
  return (
    <Sheet title={t().title} day={day} controls={<Button onClick={back}>{t().back}</Button>}>
      {groups.length === 0 && <p className="quiet">{t().none}</p>}
      <QueryState of={visits}>
        {({ list }) =>
          groups.map(([whose, slots]) => (
            <section key={whoseName(whose)}>
              <h2>{whoseName(whose)}</h2>
              {slots
                .filter(({ taken }) => taken > 0)
                .map((slot) => (
                  <SheetTable
                    key={slot.id}
                    label={`${whoseName(slot)} ${slotName(slot.timeSlot)}`}
                    caption={t().caption(slot)}
                    visits={list.filter(({ slotId }) => slotId === slot.id)}
                    column={{ title: t().number, of: ({ number }) => number }}
                  />
                ))}
              <Empty slots={slots.filter(({ taken }) => taken === 0)} />
            </section>
          ))
        }
      </QueryState>
    </Sheet>
  )
}
