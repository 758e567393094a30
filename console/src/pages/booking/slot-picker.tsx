import type { Alternative, Slot } from '@zhenyue/contract'
import type { Department } from '@zhenyue/contract/rules'
import { Alert, Button, Empty } from 'antd'
import { useId, useState } from 'react'
import { reasonOf } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { QueryState } from '../../ui/states.tsx'
import { NoPlace } from './place.ts'
import { dayName, doctorName, freeIn, grouped, useSlots } from './slots.ts'

const t = i18n(
  {
    days: '就诊日期',
    none: '还没有可约的号源，请先在“排班”里安排出诊。',
    free: (count: number) => `余 ${count}`,
    full: '约满',
    extra: '约满，可加号',
    closed: '停诊',
    here: '现在的时段',
    take: '可以改选下面的时段，填写的内容都在：',
  },
  {
    days: 'Day of the visit',
    none: 'There are no slots yet: they come from the schedules.',
    free: (count) => `${count} free`,
    full: 'Full',
    extra: 'Full, can be added to',
    closed: 'Closed',
    here: 'Current time',
    take: 'These can be had instead. Nothing you typed is lost.',
  },
)

interface Pick {
  name: string
  value: string
  text: string
  note: string
  isChosen: boolean
  isOff?: boolean
  choose: () => void
}

const PickButton = ({ name, value, text, note, isChosen, isOff = false, choose }: Pick) => (
  <label className="pick">
    <input
      type="radio"
      className="unseen"
      {...{ name, value }}
      checked={isChosen}
      disabled={isOff}
      onChange={choose}
    />
    <span>{text}</span>
    <small>{note}</small>
  </label>
)

interface Props {
  departmentName: Department
  value?: Slot | undefined
  onChange?: (slot: Slot) => void
  /** Full slots can be chosen too. */
  mayAdd?: boolean
  /** The slot that is to be left. */
  except?: string | undefined
  /** The day to begin at. */
  near?: string | undefined
}

function Slots({ slots, value, onChange, mayAdd = false, except, near }: Props & { slots: Slot[] }) {
  const name = useId()
  const days = grouped(slots, ({ date }) => date)
  const sum = (list: Slot[]) => list.reduce((total, slot) => total + freeIn(slot), 0)
  const [picked, pick] = useState<string>()
  const nearest = near && days.find(([date, list]) => date >= near && sum(list) > 0)?.[0]
  const day = picked ?? value?.date ?? (nearest || (days.find(([, list]) => sum(list) > 0) ?? days[0])?.[0])
  const ofDay = days.find(([date]) => date === day)?.[1] ?? []
  const noteOfDay = (list: Slot[]) => {
    if (sum(list) > 0) return t().free(sum(list))
    return list.some(({ state }) => state === 'open') ? t().full : t().closed
  }
  const noteOf = (slot: Slot) => {
    if (slot.id === except) return t().here
    if (slot.state === 'closed') return t().closed
    return freeIn(slot) > 0 ? t().free(freeIn(slot)) : mayAdd ? t().extra : t().full
  }
  if (slots.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t().none} />
  return (
    <div className="slot-picker">
      <div className="picks pick-days" role="radiogroup" aria-label={t().days}>
        {days.map(([date, list]) => (
          <PickButton
            key={date}
            name={`${name}day`}
            value={date}
            text={dayName(date)}
            note={noteOfDay(list)}
            isChosen={date === day}
            choose={() => pick(date)}
          />
        ))}
      </div>
      {grouped(ofDay, ({ doctorId }) => doctorId).map(([doctorId, list]) => (
        <div key={doctorId} role="radiogroup" aria-label={doctorName(list[0]!.doctorName)}>
          <div className="quiet any-text">{doctorName(list[0]!.doctorName)}</div>
          <div className="picks">
            {list.map((slot) => (
              <PickButton
                key={slot.id}
                name={`${name}slot`}
                value={slot.id}
                text={`${slot.start}-${slot.end}`}
                note={noteOf(slot)}
                isChosen={slot.id === value?.id}
                isOff={slot.id === except || slot.state === 'closed' || (freeIn(slot) === 0 && !mayAdd)}
                choose={() => onChange?.(slot)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** The free places of a department: a day, then a time of a doctor. */
export function SlotPicker(props: Props) {
  const slots = useSlots(props.departmentName)
  return (
    <QueryState of={slots} rows={3}>
      {(list) => <Slots key={props.departmentName} {...props} slots={list} />}
    </QueryState>
  )
}

/** Why a place could not be had, and others one click away. */
export function Refused({ error, take }: { error: unknown; take: (slot: Alternative) => void }) {
  if (!(error instanceof NoPlace)) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="refused"
      title={reasonOf(error)}
      description={
        error.alternatives.length > 0 && (
          <>
            {t().take}
            <div className="picks">
              {error.alternatives.map((slot) => (
                <Button key={slot.id} onClick={() => take(slot)}>
                  {`${dayName(slot.date)} ${slot.start}-${slot.end} ${doctorName(slot.doctorName)}`}
                </Button>
              ))}
            </div>
          </>
        )
      }
    />
  )
}
