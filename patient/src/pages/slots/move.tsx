import type { BookingRules, KnownAppointment } from '@zhenyue/contract'
import { CallError } from '@zhenyue/contract/client'
import { scheduleMessages } from '@zhenyue/contract/schedule-rules'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { askProven } from '../../phone-proof.ts'
import { inWords } from '../../service-words.ts'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import type { DaySlot } from './days.ts'
import { SlotChoice } from './slot-choice.tsx'
import { SlotRefusal, type NoPlace } from './slot-refusal.tsx'
import { slotInWords } from './slot-words.ts'

const said = words(
  {
    title: '改约到其他时间',
    hint: '选好新的时间再确认，确认之前原来的预约不变。',
    move: (slot: string) => `改约到 ${slot}`,
    choose: '请先选择新的时间',
    moving: '正在改约…',
    keep: '先不改约',
    unknown: '网络不稳定，还不能确定是否已改约。请再点一次。',
    tooOften: (count: string) => `这个预约已经改约 ${count} 次，不能再在网上改约，请致电医院。`,
  },
  {
    title: 'Move to another time',
    hint: 'Your booking stays as it is until you confirm the new time.',
    move: (slot: string) => `Move to ${slot}`,
    choose: 'Please choose the new time first',
    moving: 'Moving…',
    keep: 'Keep the present time',
    unknown: 'No answer came, and it is not known whether it was moved. Please tap again.',
    tooOften: (count: string) =>
      `This booking was moved ${count} times and cannot be moved online again. Please call the hospital.`,
  },
)

const tooOften = new RegExp(`^${scheduleMessages.movedTooOften(0).replace('0', '(\\d+)')}$`)

function inMoveWords(message: string): string {
  const count = tooOften.exec(message)?.[1]
  return count === undefined ? inWords(message) : said().tooOften(count)
}

interface MoveProps {
  visit: KnownAppointment
  rules: BookingRules
  onMoved: (visit: KnownAppointment) => void
  onKeep: () => void
}

type Outcome = { state: 'idle' | 'sending' | 'unknown' } | { state: 'refused'; error: CallError }

/** Another time for a booking, in its department. */
export function Move({ visit, rules, onMoved, onKeep }: MoveProps) {
  const [slot, setSlot] = useState<DaySlot>()
  const [tried, setTried] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' })
  const noPlace = outcome.state === 'refused' ? (outcome.error.data as NoPlace | undefined) : undefined
  const params = { id: visit.id }
  const section = useRef<HTMLElement>(null)
  // It stands above the button that has opened it.
  useLayoutEffect(() => section.current?.focus(), [])

  function choose(chosen: DaySlot | undefined) {
    setSlot(chosen)
    setOutcome({ state: 'idle' })
  }

  async function move() {
    setTried(true)
    if (!slot || outcome.state === 'sending') return
    const mayBeMoved = outcome.state === 'unknown'
    setOutcome({ state: 'sending' })
    try {
      const sent = { params, body: { slotId: slot.id } }
      onMoved(await askProven(api.appointments.reschedule, sent, visit.patientPhone))
    } catch (error) {
      if (!(error instanceof CallError)) return setOutcome({ state: 'unknown' })
      // After a sending whose answer was lost it may be refused because that one has moved it already.
      if (mayBeMoved || error.message === scheduleMessages.sameSlot) {
        const now = await ask(api.appointments.detail, { params }).catch(() => undefined)
        if (!now) return setOutcome({ state: 'unknown' })
        if (now.slotId === slot.id) return onMoved(now)
      }
      setOutcome({ state: 'refused', error })
    }
  }

  return (
    <section class="card" tabIndex={-1} ref={section}>
      <h2>{said().title}</h2>
      <p class="soft">{said().hint}</p>
      <SlotChoice
        departmentName={visit.departmentName}
        rules={rules}
        doctorId=""
        slotId={slot?.id ?? ''}
        waits={false}
        onSlot={choose}
        fault={tried && !slot ? said().choose : undefined}
        current={visit.slotId ?? ''}
      />
      <div aria-live="assertive">
        {outcome.state === 'unknown' && <Notice tone="warning">{said().unknown}</Notice>}
        {outcome.state === 'refused' && !noPlace && (
          <Notice tone="danger">{inMoveWords(outcome.error.message)}</Notice>
        )}
      </div>
      {outcome.state === 'refused' && noPlace && (
        <SlotRefusal {...noPlace} message={outcome.error.message} onSlot={choose} />
      )}
      <div class="actions">
        <button
          type="button"
          class="button button-main"
          aria-disabled={outcome.state === 'sending' ? 'true' : undefined}
          onClick={() => void move()}
        >
          {outcome.state === 'sending' ? said().moving : slot ? said().move(slotInWords(slot)) : said().title}
        </button>
        <button type="button" class="button button-quiet" onClick={onKeep}>
          {said().keep}
        </button>
      </div>
    </section>
  )
}
