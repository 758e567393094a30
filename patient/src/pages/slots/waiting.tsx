import type { WaitlistEntry } from '@zhenyue/contract'
import { useState } from 'preact/hooks'
import { api, ask, refusalOf } from '../../api.ts'
import { departmentName as departmentLabel, timeName } from '../../labels.ts'
import { askProven } from '../../phone-proof.ts'
import { inWords } from '../../service-words.ts'
import { useSite } from '../../site.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Failed, Notice } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { words } from '../../words.ts'
import { dayInWords } from '../appointment/dates.ts'
import { doctorIn } from './slot-words.ts'

const said = words(
  {
    joined: '已加入候补',
    told: '有人取消时，按先后顺序自动为您预约，并短信通知您。',
    untold: '有人取消时，按先后顺序自动为您预约。不会发短信，请常回来看看。',
    notYet: '候补还不是预约，约上之前请不要来医院。',
    title: '候补',
    position: (position: number) => `候补第 ${position} 位`,
    booked: '已为您约上',
    left: '已退出候补',
    ended: '候补已结束，没有等到号',
    skipped: '有号时不符合预约规则，没有约上',
    look: '查看预约',
    leave: '退出候补',
    sure: '确定退出候补吗？退出后再加入，要重新排队。',
    yes: '确定退出',
    no: '先不退出',
    leaving: '正在退出…',
    unknown: '网络不稳定，还不能确定是否已退出。请再点一次“确定退出”。',
    mine: '我的预约',
    home: '回首页',
  },
  {
    joined: 'You are on the waiting list',
    told: 'When someone cancels, the place goes to the first who waits. We book it for you and send you a text message.',
    untold:
      'When someone cancels, the place goes to the first who waits, and we book it for you. No text message is sent: please look here now and then.',
    notYet: 'This is not a booking yet. Please do not come before you have one.',
    title: 'Waiting list',
    position: (position: number) => `Number ${position} in line`,
    booked: 'A place was booked for you',
    left: 'You have left the waiting list',
    ended: 'The wait is over; no place became free',
    skipped: 'A place became free, but the booking rules did not allow it',
    look: 'See the booking',
    leave: 'Leave the waiting list',
    sure: 'Leave the waiting list? If you join again, you start at its end.',
    yes: 'Yes, leave',
    no: 'Stay',
    leaving: 'Leaving…',
    unknown: 'No answer came, and it is not known whether you left. Please tap “Yes, leave” again.',
    mine: 'My appointments',
    home: 'Home',
  },
)

/** What waiting means, in the words of a hospital that does or does not send messages about it. */
export const WhatWaitingIs = () => (
  <>
    <p>{useSite().messages?.includes('waitlist') ? said().told : said().untold}</p>
    <p>{said().notYet}</p>
  </>
)

/** A place in the line of a full slot, and the way out of it. */
function Waiting({ entry: first, phone }: { entry: WaitlistEntry; phone: string }) {
  const [changed, setChanged] = useState<WaitlistEntry>()
  const [state, setState] = useState<'idle' | 'asked' | 'sending' | 'unknown'>('idle')
  const [refusal, setRefusal] = useState<string>()
  const entry = changed ?? first
  const { id, status, position, date, timeSlot, departmentName, doctorName, appointmentId } = entry

  async function leave() {
    if (state === 'sending') return
    setState('sending')
    setRefusal(undefined)
    try {
      setChanged(await askProven(api.waitlist.leave, { params: { id } }, phone))
      setState('idle')
    } catch (error) {
      const refused = refusalOf(error)
      setState(refused === undefined ? 'unknown' : 'idle')
      setRefusal(refused)
    }
  }

  return (
    <section class="card">
      <div class="row-top">
        <h3>{`${dayInWords(date)} ${timeName(timeSlot)}`}</h3>
        {status === 'waiting' && <span class="status status-pending">{said().position(position)}</span>}
      </div>
      <p>{[departmentLabel(departmentName), doctorIn(doctorName)].join(' · ')}</p>
      <p aria-live="polite">{status !== 'waiting' && <strong>{said()[status]}</strong>}</p>
      {refusal && (
        <Notice tone="danger" alert>
          {inWords(refusal)}
        </Notice>
      )}
      <div class="buttons">
        {appointmentId && (
          <Link to="/my-appointments/visit" state={{ id: appointmentId }} class="button button-quiet">
            {said().look}
          </Link>
        )}
        {status === 'waiting' && (
          <AskFirst
            label={said().leave}
            class="button button-danger"
            asked={state !== 'idle'}
            onAsked={(asked) => setState(asked ? 'asked' : 'idle')}
            tone={state === 'unknown' ? 'warning' : 'danger'}
            text={state === 'unknown' ? said().unknown : said().sure}
            yes={state === 'sending' ? said().leaving : said().yes}
            no={said().no}
            onYes={() => void leave()}
          />
        )}
      </div>
    </section>
  )
}

/** After joining, and after coming back to that page. */
export function WaitDone({ entry }: { entry: WaitlistEntry & { patientPhone: string } }) {
  const now = useData(() => ask(api.waitlist.detail, { params: { id: entry.id } }), entry.id)
  const { status } = now.data ?? entry
  return (
    <>
      {status === 'waiting' && (
        <Notice tone="good" alert>
          <h2>{said().joined}</h2>
          <WhatWaitingIs />
        </Notice>
      )}
      <Waiting key={now.state} entry={now.data ?? entry} phone={entry.patientPhone} />
      <div class="buttons">
        <QuietLink to="/my-appointments">{said().mine}</QuietLink>
        <QuietLink to="/">{said().home}</QuietLink>
      </div>
    </>
  )
}

/** Those of a phone number who still wait. */
export function WaitingList({ phone }: { phone: string }) {
  const found = useData(() => askProven(api.waitlist.list, { query: { phone } }, phone), phone)
  if (found.state === 'failed') return <Failed error={found.error} retry={found.retry} />
  if (!found.data || found.data.length === 0) return null
  return (
    <section class="rows-section">
      <h2>{said().title}</h2>
      {found.data.map((entry) => (
        <Waiting key={entry.id} entry={entry} phone={phone} />
      ))}
    </section>
  )
}
