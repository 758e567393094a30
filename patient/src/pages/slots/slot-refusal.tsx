import type { BookingRefusal } from '@zhenyue/contract/schedule-rules'
import { useSite } from '../../site.ts'
import { CallLink } from '../../ui/hospital-card.tsx'
import { QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import type { DaySlot } from './days.ts'
import { slotInWords, slotState } from './slot-words.ts'

const said = words(
  {
    kept: '您填写的内容都还在。',
    others: '最近还有号的时段：',
    wait: '加入候补',
    mine: '查看我的预约',
  },
  {
    kept: 'What you have filled in is kept.',
    others: 'Times nearby with places left:',
    wait: 'Join the waiting list',
    mine: 'See my appointments',
  },
)

const reasons = words(
  {
    none: '这一天没有号了，请选其他日期。',
    closed: '这个时段已停诊，请选其他时段。',
    soon: (at: string) => `这一天的号还没有放，将于 ${at} 放号。`,
    late: '这个时段已停止网上预约，请选其他时段。',
    full: '这个时段刚刚约满了。',
    blocked: '这个手机号暂时不能在网上预约，请致电医院。',
    'same-day': (limit: string) => `同一个手机号，同一天在同一科室只能预约 ${limit} 次。`,
    'too-many': (limit: string) => `这个手机号已有 ${limit} 个还没就诊的预约，不能再约。`,
  },
  {
    none: 'There are no places on this day. Please choose another.',
    closed: 'The clinic is closed at this time. Please choose another.',
    soon: (at: string) => `Places for this day are not open yet. They open ${at}.`,
    late: 'It is too late to book this time online. Please choose another.',
    full: 'This time has just become full.',
    blocked: 'This number cannot book online for now. Please call the hospital.',
    'same-day': (limit: string) =>
      `A number can book a department only ${limit === '1' ? 'once' : `${limit} times`} a day.`,
    'too-many': (limit: string) => `This number already has ${limit} visits to come, and cannot book more.`,
  },
)

/** Why a place cannot be had, as the service says it. */
export interface NoPlace {
  reason: BookingRefusal
  alternatives: DaySlot[]
}

interface SlotRefusalProps extends NoPlace {
  /** The service's own words; the numbers in them are told. */
  message: string
  onSlot: (slot: DaySlot) => void
  onWait?: (() => void) | undefined
}

/** Why a place could not be had, and what can be had instead. */
export function SlotRefusal({ reason, alternatives, message, onSlot, onWait }: SlotRefusalProps) {
  const { hospital } = useSite()
  const text = reasons()[reason]
  const value = /\d[\d :-]*/.exec(message)?.[0].trim() ?? ''
  const isOfPhone = reason === 'same-day' || reason === 'too-many'
  return (
    <Notice tone="warning" alert>
      <p>{typeof text === 'string' ? text : text(value)}</p>
      <p>{said().kept}</p>
      {alternatives.length > 0 && <p>{said().others}</p>}
      <div class="buttons buttons-list">
        {alternatives.map((slot) => (
          <button key={slot.id} type="button" class="button button-quiet" onClick={() => onSlot(slot)}>
            {`${slotInWords(slot)} ${slotState(slot, false)}`}
          </button>
        ))}
        {reason === 'full' && onWait && (
          <button type="button" class="button button-quiet" onClick={onWait}>
            {said().wait}
          </button>
        )}
        {isOfPhone && <QuietLink to="/my-appointments">{said().mine}</QuietLink>}
        {reason === 'blocked' && <CallLink phone={hospital?.phone ?? ''} />}
      </div>
    </Notice>
  )
}
