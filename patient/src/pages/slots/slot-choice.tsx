import type { BookingRules } from '@zhenyue/contract'
import type { Department } from '@zhenyue/contract/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { timeName } from '../../labels.ts'
import { useSite } from '../../site.ts'
import { Choice } from '../../ui/choice.tsx'
import { CallLink } from '../../ui/hospital-card.tsx'
import { Failed, Loading, Notice } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { view } from '../../view.ts'
import { words } from '../../words.ts'
import { addDays, dayInWords, shortDay, shortWeekdayOf } from '../appointment/dates.ts'
import { Countdown } from './countdown.tsx'
import { between, byPart, dayOf, doctorsIn, slotsIn, type Day, type DaySlot } from './days.ts'
import { dayState, doctorIn, slotState } from './slot-words.ts'

const said = words(
  {
    date: '就诊日期',
    today: '今天',
    tomorrow: '明天',
    released: (time: string, days: number) => `每天 ${time} 放出 ${days} 天后的号。`,
    doctor: '医生',
    any: '不限',
    none: '这一天没有号，请选其他日期。',
    closed: '这一天停诊，请选其他日期。',
    late: '这一天的号已停止网上预约，请选其他日期。',
    full: '这一天已经约满，请选其他日期。',
    canWait: '这一天已经约满。您可以选其他日期，或选一个时段加入候补。',
    nothing: '最近没有可以预约的号。请过几天再来看看，或致电医院。',
    gone: '您选的时段刚刚有变化，请重新选择。',
    ahead: (count: number) =>
      count === 0 ? '这个时段已约满，可以候补，您排第 1 位。' : `这个时段已约满，前面有 ${count} 人候补。`,
    away: '这位医生最近没有号，您可以选其他医生。',
    slots: (part: string) => `就诊时间 ${part}`,
    mine: '现在的时段',
  },
  {
    date: 'Day',
    today: 'Today',
    tomorrow: 'Tomorrow',
    released: (time: string, days: number) => `Places ${days} days ahead open every day at ${time}.`,
    doctor: 'Doctor',
    any: 'Any',
    none: 'No places on this day. Please choose another.',
    closed: 'The clinic is closed on this day. Please choose another.',
    late: 'It is too late to book this day online. Please choose another.',
    full: 'This day is full. Please choose another.',
    canWait: 'This day is full. Choose another day, or a time to join its waiting list.',
    nothing: 'There are no places in the next days. Please look again later, or call the hospital.',
    gone: 'The time you chose has just changed. Please choose again.',
    ahead: (count: number) =>
      count === 0
        ? 'This time is full. You would be the first on its waiting list.'
        : `This time is full, and ${count} are on its waiting list already.`,
    away: 'This doctor has no places in the next days. You can choose another.',
    slots: (part: string) => `Time: ${part}`,
    mine: 'Your time now',
  },
)

/** Thousands wait for the moment of the release; they are not to come back in one. */
const spread = 4000
const farthestRelease = 24 * 60 * 60 * 1000

/** What is free in a department. What was known is shown until it is known anew. */
function useAvailability(departmentName: Department) {
  const found = useData(
    () =>
      ask(api.availability.read, { query: { departmentName } }).then((data) => ({ ...data, at: Date.now() })),
    departmentName,
  )
  const latest = useRef(found.data)
  if (found.data) latest.current = found.data
  const data = latest.current
  /** When the phone's clock will show the moment of a release. */
  const releaseOf = ({ opensAt }: Day) => data!.at + between(data!.now, opensAt)

  useEffect(() => {
    const releases = data?.days.filter(({ opensAt }) => opensAt).map(releaseOf) ?? []
    const wait = Math.min(...releases) - Date.now()
    if (wait > farthestRelease) return
    const timer = setTimeout(found.retry, Math.max(wait, 0) + 500 + Math.random() * spread)
    return () => clearTimeout(timer)
  }, [data])
  return { ...found, data, releaseOf }
}

function DayTile({ day, now, waitlist }: { day: Day; now: string; waitlist: boolean }) {
  const today = now.slice(0, 10)
  const near =
    day.date === today ? said().today : day.date === addDays(today, 1) ? said().tomorrow : undefined
  const state = dayState(day, now, waitlist)
  return (
    <>
      <span class="unseen">{`${dayInWords(day.date)} ${state}`}</span>
      <small aria-hidden="true">{near ?? shortWeekdayOf(day.date)}</small>
      <span class="date-day" aria-hidden="true">
        {shortDay(day.date)}
      </span>
      <small class={`state-${day.state}`} aria-hidden="true">
        {state}
      </small>
    </>
  )
}

export interface SlotChoiceProps {
  departmentName: Department
  rules: BookingRules | undefined
  /** The doctor the person came for, if any. */
  doctorId: string
  slotId: string
  /** The slot was chosen to wait for. */
  waits: boolean
  onSlot: (slot: DaySlot | undefined) => void
  fault?: string | undefined
  /** The slot of the booking that is to be moved; nobody waits for another with it. */
  current?: string
}

/** Day, doctor and time of a visit, with what is left of each. */
export function SlotChoice({ departmentName, rules, slotId, waits, onSlot, ...rest }: SlotChoiceProps) {
  const { hospital } = useSite()
  const { data, releaseOf, ...found } = useAvailability(departmentName)
  const [picked, setPicked] = useState('')
  const [doctor, setDoctor] = useState(slotId ? undefined : rest.doctorId || undefined)
  const [gone, setGone] = useState(false)
  const waitlist = rules?.waitlist === true && rest.current === undefined
  const isFor = (state: string) => state === 'open' || (state === 'full' && waitlist)

  useEffect(() => {
    if (rest.doctorId && !slotId) setDoctor(rest.doctorId)
  }, [rest.doctorId])
  /** What has been chosen and can no longer be had is not carried along, and that is said. */
  useEffect(() => {
    if (!data || !slotId) return
    const chosen = slotsIn(data.days).find(({ id }) => id === slotId)
    if (chosen && isFor(chosen.state) && (chosen.state === 'full') === waits) return
    setGone(true)
    onSlot(undefined)
  }, [data])

  if (!data)
    return found.state === 'failed' ? <Failed error={found.error} retry={found.retry} /> : <Loading />
  const doctors = doctorsIn(data.days)
  const wanted = doctor !== undefined && doctors.has(doctor) ? doctor : undefined
  const days = data.days
    .map((day) => dayOf(day, wanted))
    // The large view shows all days at once, and so only those with slots.
    .filter(({ state }) => state !== 'none' || !view().elder)
  const find = (test: (day: Day) => boolean) => days.find(test)
  const day =
    find(({ date }) => date === picked) ??
    find(({ slots }) => slots.some(({ id }) => id === slotId)) ??
    find(({ state }) => state === 'open') ??
    find(({ state }) => isFor(state)) ??
    find(({ state }) => state === 'soon')
  const chosen = day?.slots.find(({ id }) => id === slotId)
  const parts = byPart(day?.slots ?? [])
  const pick = (id: string) => {
    const slot = day!.slots.find((slot) => slot.id === id)!
    setGone(false)
    onSlot({ ...slot, date: day!.date })
  }

  return (
    <>
      {found.state === 'failed' && <Failed error={found.error} retry={found.retry} />}
      {days.length > 0 && (
        <Choice
          legend={said().date}
          name="date"
          class="dates dates-slots"
          value={day?.date ?? ''}
          onValue={(date) => {
            setPicked(date)
            if (slotId) onSlot(undefined)
          }}
          fault={parts.length === 0 ? rest.fault : undefined}
          options={days.map((day) => ({
            value: day.date,
            label: <DayTile day={day} now={data.now} waitlist={waitlist} />,
          }))}
        />
      )}
      {rules && <p class="hint">{said().released(rules.releaseTime, rules.advanceDays)}</p>}
      {doctors.size > 1 && (
        <Choice
          legend={said().doctor}
          name="doctor"
          value={wanted ?? 'any'}
          onValue={(value) => {
            setDoctor(value === 'any' ? undefined : value)
            if (slotId) onSlot(undefined)
          }}
          options={[
            { value: 'any', label: said().any },
            ...[...doctors].map(([value, name]) => ({ value, label: doctorIn(name) })),
          ]}
        />
      )}
      <div aria-live="polite">
        {doctor !== undefined && wanted === undefined && day && <Notice tone="info">{said().away}</Notice>}
        {gone && <Notice tone="warning">{said().gone}</Notice>}
        {!day && (
          <Notice tone="info">
            <p>{said().nothing}</p>
            <div class="buttons">
              <CallLink phone={hospital?.phone ?? ''} />
            </div>
          </Notice>
        )}
        {day && day.state !== 'open' && day.state !== 'soon' && (
          <Notice tone="info">{said()[day.state === 'full' && waitlist ? 'canWait' : day.state]}</Notice>
        )}
      </div>
      {day?.state === 'soon' && <Countdown key={day.opensAt} opensAt={day.opensAt} until={releaseOf(day)} />}
      {parts.map(([part, slots], index) => (
        <Choice
          legend={said().slots(timeName(part))}
          name="slotId"
          class="slots"
          value={slotId}
          onValue={pick}
          fault={index === 0 ? rest.fault : undefined}
          options={slots.map((slot) => ({
            value: slot.id,
            disabled: !isFor(slot.state) || slot.id === rest.current,
            label: (
              <span>
                <strong>{`${slot.start}-${slot.end}`}</strong>{' '}
                {doctors.size > 1 && wanted === undefined && <span>{doctorIn(slot.doctorName)} </span>}
                <small class={`state-${slot.state}`}>
                  {slot.id === rest.current ? said().mine : slotState(slot, waitlist)}
                </small>
              </span>
            ),
          }))}
        />
      ))}
      <div aria-live="polite">
        {waits && chosen && <Notice tone="info">{said().ahead(chosen.waiting)}</Notice>}
      </div>
    </>
  )
}
