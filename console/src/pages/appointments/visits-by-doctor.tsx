import type { Appointment } from '@zhenyue/contract'
import { appointmentStatusLabels } from '@zhenyue/contract/labels'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addDays } from '../../records/calendar.ts'
import { Badge } from '../../ui/badge.tsx'
import { dayName } from '../booking/slots.ts'
import { SlotLoad, sumOf } from '../slots/slot-load.tsx'
import { DoctorGrid } from './doctor-grid.tsx'
import { ShownStatus, statusTones } from './status-badge.tsx'
import { waitingIn, type Days } from './use-days.ts'
import { bySlot, partOfSlot, slotName } from './visits.ts'

const t = i18n(
  {
    day: '日期',
    time: '时间',
    noSlot: '未选时段',
    waiting: (count: number) => `候补 ${count}`,
    more: (count: number) => `还有 ${count} 位`,
  },
  {
    day: 'Day',
    time: 'Time',
    noSlot: 'No time chosen',
    waiting: (count) => `${count} waiting`,
    more: (count) => `${count} more`,
  },
)

const partName = (slot: string) => slotName(slot) || t().noSlot

/** A day: times by doctors, with how full each slot is and who waits. */
export const DayByDoctor = ({ slots, visits, open }: Days & { open: (id: string) => void }) => (
  <DoctorGrid
    corner={t().time}
    rows={bySlot([...slots, ...visits]).map(([time]) => ({
      key: time,
      title: partName(time),
      slots: slots.filter(({ timeSlot }) => timeSlot === time),
      visits: visits.filter(({ timeSlot }) => timeSlot === time),
    }))}
    cell={({ slots, visits }) => (
      <>
        {slots.length > 0 && <SlotLoad {...sumOf(slots)} />}
        <ul className="grid-visits">
          {visits.map((one) => (
            <li key={one.id}>
              <button type="button" className="name-button" onClick={() => open(one.id)}>
                {one.patientName}
              </button>
              <ShownStatus one={one} />
            </li>
          ))}
        </ul>
      </>
    )}
  />
)

const Chip = ({ one, open }: { one: Appointment; open: (id: string) => void }) => (
  <button
    type="button"
    className="visit-chip"
    data-tone={statusTones[one.status]}
    title={labelOf(appointmentStatusLabels, one.status)}
    onClick={() => open(one.id)}
  >
    <span className="number">{/\d\d:\d\d/.exec(one.timeSlot)?.[0] ?? ''}</span> {one.patientName}
    <span className="unseen">{labelOf(appointmentStatusLabels, one.status)}</span>
  </button>
)

/** More than these are on the page of their day. */
const mostShown = 6

/** A week: days by doctors, each day in its parts. */
export const WeekByDoctor = ({
  monday,
  slots,
  visits,
  open,
  pick,
}: Days & { monday: string; open: (id: string) => void; pick: (day: string) => void }) => (
  <DoctorGrid
    corner={t().day}
    rows={Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((day) => ({
      key: day,
      title: (
        <button type="button" className="name-button" onClick={() => pick(day)}>
          {dayName(day)}
        </button>
      ),
      slots: slots.filter(({ date }) => date === day),
      visits: visits.filter(({ date }) => date === day),
    }))}
    cell={({ slots, visits }, { key }) =>
      ['上午', '下午', '晚上', ''].map((part) => {
        const isThen = ({ timeSlot }: { timeSlot: string }) => partOfSlot(timeSlot) === part
        const there = bySlot(visits.filter(isThen)).flatMap(([, list]) => list)
        const waiting = waitingIn(slots.filter(isThen))
        if (there.length === 0 && waiting === 0) return null
        return (
          <div key={part} className="day-part">
            <span className="quiet">
              {partName(part)} {there.length}{' '}
              {waiting > 0 && <Badge tone="info">{t().waiting(waiting)}</Badge>}
            </span>
            {there.slice(0, mostShown).map((one) => (
              <Chip key={one.id} one={one} open={open} />
            ))}
            {there.length > mostShown && (
              <button type="button" className="name-button" onClick={() => pick(key)}>
                {t().more(there.length - mostShown)}
              </button>
            )}
          </div>
        )
      })
    }
  />
)
