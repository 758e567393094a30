import type { KnownAppointment } from '@zhenyue/contract'
import { CallError } from '@zhenyue/contract/client'
import { useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { useRules } from '../../booking-rules.ts'
import { hospitalNow } from '../../hospital-time.ts'
import { timeName } from '../../labels.ts'
import { askProven } from '../../phone-proof.ts'
import { inWords } from '../../service-words.ts'
import { useSite } from '../../site.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { CallLink } from '../../ui/hospital-card.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Failed, Loading, Notice } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { words } from '../../words.ts'
import { dayInWords } from '../appointment/dates.ts'
import { Facts } from '../appointment/facts.tsx'
import { KeptVisit } from '../appointment/kept-visit.tsx'
import { Move } from '../slots/lazy.ts'
import { useClosedSlots } from './closed-slots.ts'
import { Status } from './status.tsx'
import { canMove, isAhead } from './visit-state.ts'

const said = words(
  {
    status: '状态',
    made: (at: string) => `提交时间 ${at}`,
    cancel: '取消预约',
    sure: '确定取消这个预约吗？取消后不能恢复，需要重新预约。',
    yes: '确定取消',
    no: '先不取消',
    cancelling: '正在取消…',
    cancelled: '预约已经取消。',
    unknown: '网络不稳定，还不能确定是否已取消。请再点一次“确定取消”。',
    again: '重新预约',
    closed: '该时段已停诊，请改约或致电医院。',
    closedCall: '该时段已停诊，请致电医院。',
    move: '改约',
    moves: (count: number) => `已改约 ${count} 次`,
    noMoves: '不能再在网上改约，如需改约请致电医院。',
    moved: (to: string) => `已改约到${to}。`,
    back: '返回列表',
  },
  {
    status: 'Status',
    made: (at: string) => `Sent ${at}`,
    cancel: 'Cancel the appointment',
    sure: 'Cancel this appointment? This cannot be undone; you would have to book again.',
    yes: 'Yes, cancel it',
    no: 'Keep it',
    cancelling: 'Cancelling…',
    cancelled: 'The appointment has been cancelled.',
    unknown:
      'No answer came, and it is not known whether it was cancelled. Please tap “Yes, cancel it” again.',
    again: 'Book again',
    closed: 'The clinic is closed at this time. Please move the visit, or call the hospital.',
    closedCall: 'The clinic is closed at this time. Please call the hospital.',
    move: 'Move to another time',
    moves: (count: number) => (count === 1 ? 'Moved once' : `Moved ${count} times`),
    noMoves: 'It cannot be moved online again. To move it, please call the hospital.',
    moved: (to: string) => `Moved to ${to}.`,
    back: 'Back to the list',
  },
)

const meanings = words(
  {
    pending: '医院会打电话与您确认，确认后才算约好。',
    confirmed: '已经约好，请按时到医院。',
    completed: '这次就诊已经完成。',
    cancelled: '已取消，不用来医院。',
    past: '就诊日期已经过了，不能再取消。',
    arrived: '已登记到诊，感谢您按时前来。',
    'no-show': '这次没有登记到诊。如果还需要就诊，可以重新预约；如果登记有误，请致电医院。',
  },
  {
    pending: 'The hospital will call you; the visit is fixed once it is confirmed.',
    confirmed: 'The visit is fixed. Please come in time.',
    completed: 'This visit has taken place.',
    cancelled: 'This appointment is cancelled; you need not come.',
    past: 'The day of the visit is over; it can no longer be cancelled.',
    arrived: 'Your arrival is noted. Thank you for coming in time.',
    'no-show':
      'We did not see you at this visit. You can book again, or call the hospital if this is not right.',
  },
)

function meaningOf({ status, attendance }: KnownAppointment, ahead: boolean) {
  if (status === 'confirmed' && attendance) return meanings()[attendance]
  return !ahead && (status === 'pending' || status === 'confirmed') ? meanings().past : meanings()[status]
}

/** What a new booking takes over from a former one. */
const bookingLike = ({ departmentName, doctorId, doctorName, patientName, ...rest }: KnownAppointment) => ({
  departmentName,
  doctorId,
  doctorName,
  patientName,
  patientAge: String(rest.patientAge),
  patientPhone: rest.patientPhone,
})

export function Detail({ id }: { id: string }) {
  const { hospital, ...site } = useSite()
  const now = hospitalNow(site)
  const found = useData(() => ask(api.appointments.detail, { params: { id } }), id)
  const [cancelled, setCancelled] = useState<typeof found.data>()
  const [moved, setMoved] = useState<typeof found.data>()
  const [moving, setMoving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const rules = useRules()
  const shown = cancelled ?? moved ?? found.data
  const ahead = shown !== undefined && isAhead(shown, now.day)
  const closed = useClosedSlots(ahead ? [shown] : [])
  if (found.state === 'failed') return <Failed error={found.error} retry={found.retry} />
  if (!shown) return <Loading />
  const isClosed = ahead && shown.slotId !== undefined && closed.includes(shown.slotId)
  const movable = ahead && rules !== undefined && canMove(shown, rules, isClosed, now)
  const movedTo = moved && !cancelled && `${dayInWords(moved.date)} ${timeName(moved.timeSlot)}`
  return (
    <>
      {isClosed && (
        <Notice tone="danger" alert>
          <p>{movable ? said().closed : said().closedCall}</p>
          <div class="buttons">
            <CallLink phone={hospital?.phone ?? ''} />
          </div>
        </Notice>
      )}
      <section class="card">
        <div class="row-top">
          <h2>{said().status}</h2>
          <Status status={shown.status} attendance={shown.attendance} />
        </div>
        {!isClosed && <p class="soft">{meaningOf(shown, ahead)}</p>}
        <Facts visit={shown} />
        <p class="soft">{said().made(shown.createdAt)}</p>
        {shown.moves ? <p class="soft">{said().moves(shown.moves)}</p> : null}
        {ahead && shown.moves && rules && !movable ? <p class="soft">{said().noMoves}</p> : null}
      </section>
      <div aria-live="assertive">
        {cancelled && <Notice tone="good">{said().cancelled}</Notice>}
        {movedTo && <Notice tone="good">{said().moved(movedTo)}</Notice>}
        {refusal && <Notice tone="danger">{inWords(refusal)}</Notice>}
      </div>
      {movable && moving && (
        <Move
          visit={shown}
          rules={rules}
          onMoved={(visit) => {
            setMoving(false)
            setRefusal(undefined)
            setMoved(visit)
            scrollTo(0, 0)
          }}
          onKeep={() => setMoving(false)}
        />
      )}
      {ahead && !isClosed && <KeptVisit visit={shown} />}
      <div class="actions">
        {movable && !moving && (
          <button type="button" class="button button-main" onClick={() => setMoving(true)}>
            {said().move}
          </button>
        )}
        {ahead ? (
          <Cancel
            id={id}
            phone={shown.patientPhone}
            onCancelled={(appointment) => {
              setRefusal(undefined)
              setCancelled(appointment)
            }}
            onRefused={(message) => {
              setRefusal(message)
              setMoved(undefined)
              found.retry()
            }}
          />
        ) : (
          <Link to="/appointment" class="button button-main" state={bookingLike(shown)}>
            {said().again}
          </Link>
        )}
        <QuietLink to="/my-appointments">{said().back}</QuietLink>
      </div>
    </>
  )
}
interface CancelProps {
  id: string
  phone: string
  onCancelled: (appointment: Awaited<ReturnType<typeof cancel>>) => void
  onRefused: (message: string) => void
}

const cancel = (id: string, phone: string) => askProven(api.appointments.cancel, { params: { id } }, phone)

function Cancel({ id, phone, onCancelled, onRefused }: CancelProps) {
  const [state, setState] = useState<'idle' | 'asked' | 'sending' | 'unknown'>('idle')
  async function go() {
    if (state === 'sending') return
    setState('sending')
    try {
      onCancelled(await cancel(id, phone))
    } catch (error) {
      if (!(error instanceof CallError)) return setState('unknown')
      setState('idle')
      onRefused(error.message)
    }
  }
  return (
    <AskFirst
      label={said().cancel}
      class="button button-danger"
      asked={state !== 'idle'}
      onAsked={(asked) => setState(asked ? 'asked' : 'idle')}
      tone={state === 'unknown' ? 'warning' : 'danger'}
      text={state === 'unknown' ? said().unknown : said().sure}
      yes={state === 'sending' ? said().cancelling : said().yes}
      no={said().no}
      onYes={() => void go()}
    />
  )
}
