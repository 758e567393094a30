import type { AppointmentRow } from '@zhenyue/contract'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { useRules } from '../../booking-rules.ts'
import { consentOf } from '../../consent.ts'
import type { DraftOf } from '../../drafts.ts'
import { departmentName, statusName } from '../../labels.ts'
import { navigate } from '../../navigation.ts'
import { useSite } from '../../site.ts'
import { keep } from '../../storage.ts'
import { useSubmission } from '../../submission.ts'
import { QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { GiveUp, Outcome, SendButton } from '../../ui/sending.tsx'
import { words } from '../../words.ts'
import { SlotRefusal, WhatWaitingIs } from '../slots/lazy.ts'
import type { DaySlot } from '../slots/days.ts'
import type { NoPlace } from '../slots/slot-refusal.tsx'
import { fromSlot, toBody, toSlotBody, type Booking } from './booking.ts'
import { dayInWords } from './dates.ts'
import { Facts } from './facts.tsx'
import { findSameVisit } from './same-visit.ts'

const said = words(
  {
    title: '请核对预约信息',
    waitTitle: '请核对候补信息',
    submit: '确认提交',
    wait: '加入候补',
    changeVisit: '修改科室或日期',
    changePerson: '修改就诊人',
    mine: '查看我的预约',
    twice: (name: string, day: string, department: string, status: string) =>
      `${name}在${day}已有一个${department}预约（${status}），确定再约一个吗？`,
    yes: '再约一个',
    no: '先不约',
  },
  {
    title: 'Please check',
    waitTitle: 'Please check before you join the waiting list',
    submit: 'Book now',
    wait: 'Join the waiting list',
    changeVisit: 'Change department or day',
    changePerson: 'Change patient details',
    mine: 'See my appointments',
    twice: (name: string, day: string, department: string, status: string) =>
      `${name} already has an appointment on ${day} (${department}, ${status}). Book another one?`,
    yes: 'Book another one',
    no: 'Not now',
  },
)

export function CheckStep({ draft }: { draft: DraftOf<Booking> }) {
  const { progress, send, giveUp } = useSubmission(
    draft.fields.waits ? api.waitlist.join : api.appointments.create,
    draft,
  )
  const [looking, setLooking] = useState(false)
  const [same, setSame] = useState<AppointmentRow>()
  const rules = useRules()
  const { slotId, waits } = draft.fields
  const body = toBody(draft.fields)
  const consent = consentOf(draft.fields, useSite(), body.patientAge)
  const shown = looking ? { state: 'sending' as const } : progress
  const noPlace = shown.state === 'refused' && (shown.data as NoPlace | undefined)
  const mayHaveArrived = draft.attempt?.open && shown.state !== 'sending'

  function book() {
    setSame(undefined)
    const wanted = { ...(slotId ? toSlotBody(draft.fields) : body), ...(consent && { consent }) }
    void send(wanted, (booked) => {
      keep('sessionStorage', 'booked', { ...booked, patientPhone: body.patientPhone })
      navigate('/appointment/done', { replace: true })
    })
  }

  /** What was filled in goes with another slot. */
  function take(slot: DaySlot) {
    giveUp()
    draft.change(fromSlot(slot))
    scrollTo(0, 0)
  }

  function wait() {
    giveUp()
    draft.change({ waits: true })
    scrollTo(0, 0)
  }

  async function submit() {
    // What may have arrived is found, and is this very booking.
    if (draft.attempt?.open) return book()
    // Where there is but one a day, the service tells.
    if (waits || (slotId && rules?.perPhonePerDay === 1)) return book()
    setLooking(true)
    const found = await findSameVisit(body)
    setLooking(false)
    if (found) setSame(found)
    else book()
  }

  return (
    <>
      <section class="card">
        <h2>{waits ? said().waitTitle : said().title}</h2>
        <Facts
          visit={{ ...body, slotId, doctorName: draft.fields.doctorName, guardian: consent?.guardian ?? '' }}
        />
      </section>
      {waits && (
        <Notice tone="info">
          <WhatWaitingIs />
        </Notice>
      )}
      {same ? (
        <Twice same={same} onYes={book} onNo={() => setSame(undefined)} />
      ) : (
        <>
          {noPlace ? (
            <SlotRefusal
              {...noPlace}
              message={shown.message}
              onSlot={take}
              onWait={rules?.waitlist && !waits ? wait : undefined}
            />
          ) : (
            <Outcome progress={shown} />
          )}
          <div class="actions">
            {!noPlace && (
              <SendButton
                progress={shown}
                label={waits ? said().wait : said().submit}
                onSend={() => void submit()}
              />
            )}
            {mayHaveArrived ? (
              <>
                <QuietLink to="/my-appointments">{said().mine}</QuietLink>
                <GiveUp onGiveUp={giveUp} />
              </>
            ) : (
              shown.state !== 'sending' && (
                <>
                  <QuietLink to="/appointment">{said().changeVisit}</QuietLink>
                  <QuietLink to="/appointment/details">{said().changePerson}</QuietLink>
                </>
              )
            )}
          </div>
        </>
      )}
    </>
  )
}

interface TwiceProps {
  same: AppointmentRow
  onYes: () => void
  onNo: () => void
}

/** Whoever books the same visit again is asked; the answer that changes nothing has the focus. */
function Twice({ same, onYes, onNo }: TwiceProps) {
  const harmless = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => harmless.current?.focus(), [])
  const { patientName, date, departmentName: department, status } = same
  return (
    <Notice tone="warning" alert>
      <p>{said().twice(patientName, dayInWords(date), departmentName(department), statusName(status))}</p>
      <div class="buttons">
        <button type="button" class="button button-quiet" ref={harmless} onClick={onNo}>
          {said().no}
        </button>
        <QuietLink to="/my-appointments">{said().mine}</QuietLink>
        <button type="button" class="button button-danger" onClick={onYes}>
          {said().yes}
        </button>
      </div>
    </Notice>
  )
}
