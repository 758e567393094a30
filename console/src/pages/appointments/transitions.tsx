import type { Appointment, KnownAppointment } from '@zhenyue/contract'
import { appointmentStatusLabels, transitionLabels } from '@zhenyue/contract/labels'
import { transitions, type AppointmentStatus, type TransitionName } from '@zhenyue/contract/rules'
import { Button, Space } from 'antd'
import dayjs from 'dayjs'
import { api, call, CallError, callTagged, masked } from '../../app/api.ts'
import { ask, notify, tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { inWords } from '../../app/service-words.ts'
import { may } from '../../app/session.ts'
import { refreshDerived, refreshRecords, replaceRecord } from '../../records/cache.ts'
import { sendWithUndo, takeBack } from '../../ui/send-with-undo.tsx'
import { AttendanceButtons, isDue } from './attendance.tsx'
import { moving, setMoving } from './moving.ts'

const t = i18n(
  {
    refused: (name: string) => `${name} 的预约没有变动`,
    now: (status: string, at: string) => `现在的状态是“${status}”，更新于 ${at}。页面已换成最新内容。`,
    gone: '这条预约已被删除。',
    done: (name: string, status: string) => `${name}：${status}`,
    undo: '撤销',
    earlyTitle: (name: string) => `${name} 已经来就诊了吗？`,
    earlyText: (date: string) => `就诊日期是 ${date}，还没有到。完成就诊后不能改回。`,
    complete: '完成就诊',
    notYet: '先不完成',
    cancelTitle: (name: string) => `取消 ${name} 的预约？`,
    cancelText: '取消后不能恢复，患者需要重新预约。',
    cancel: '取消预约',
    keep: '先不取消',
  },
  {
    refused: (name) => `The appointment of ${name} was not changed`,
    now: (status, at) => `It is now “${status}”, updated ${at}. The page shows the latest.`,
    gone: 'This appointment has been deleted.',
    done: (name, status) => `${name}: ${status}`,
    undo: 'Undo',
    earlyTitle: (name) => `Has ${name} already been here?`,
    earlyText: (date) =>
      `The visit is on ${date}, which is still to come. A completed visit cannot be changed back.`,
    complete: 'Complete the visit',
    notYet: 'Not yet',
    cancelTitle: (name) => `Cancel the appointment of ${name}?`,
    cancelText: 'This cannot be undone; the patient would have to book again.',
    cancel: 'Cancel appointment',
    keep: 'Not now',
  },
)

/** Staff is always sent the remark; the contract leaves it out for others. */
const asStaff = (known: KnownAppointment): Appointment => ({ ...known, remark: known.remark ?? '' })

export async function readAppointment(id: string) {
  const { data, etag } = await callTagged(api.appointments.detail, { params: { id }, query: masked })
  return { data: asStaff(data), etag }
}

const names = Object.keys(transitions) as TransitionName[]
const keys: Record<TransitionName, string> = { confirm: 'y', complete: 'f', cancel: 'x' }

const transitionsFrom = (status: AppointmentStatus) =>
  names.filter(
    (name) => transitions[name].from.some((from) => from === status) && may(api.appointments[name]),
  )

export const transitionBetween = (from: AppointmentStatus, to: AppointmentStatus) =>
  transitionsFrom(from).find((name) => transitions[name].to === to)

export type Outcome = { ok: true; now: Appointment } | { ok: false; message: string; now?: Appointment }

/** Tries a transition. Where it is refused, or came too late, says what the service has now. */
export async function tryTransition(
  id: string,
  name: TransitionName,
  options: { keepalive?: boolean } = {},
): Promise<Outcome> {
  try {
    const now = asStaff(await call(api.appointments[name], { params: { id }, query: masked, ...options }))
    replaceRecord('appointment', now)
    return { ok: true, now }
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 409 && error.status !== 404)) throw error
    const now = (await readAppointment(id).catch(() => undefined))?.data
    if (now) replaceRecord('appointment', now)
    else refreshRecords('appointment')
    return { ok: false, message: inWords(error.message), ...(now && { now }) }
  }
}

async function carryOut(
  appointment: Appointment,
  name: TransitionName,
  options: { keepalive?: boolean } = {},
): Promise<boolean> {
  try {
    const outcome = await tryTransition(appointment.id, name, options)
    if (outcome.ok) return true
    const { now } = outcome
    notify().warning({
      title: outcome.message,
      description: (
        <>
          {t().refused(appointment.patientName)}
          <br />
          {now ? t().now(labelOf(appointmentStatusLabels, now.status), now.updatedAt) : t().gone}
        </>
      ),
      duration: 12,
    })
  } catch (error) {
    tellFault(error)
  }
  return false
}

async function carryOutNow(appointment: Appointment, name: TransitionName) {
  if (await carryOut(appointment, name)) tell(labelOf(appointmentStatusLabels, transitions[name].to))
}

/** Done on the screen; the service is told when the time to take it back is over. */
function carryOutLater(appointment: Appointment, name: TransitionName) {
  setMoving(appointment, name)
  sendWithUndo({
    key: appointment.id,
    title: t().done(appointment.patientName, labelOf(appointmentStatusLabels, transitions[name].to)),
    async send(options) {
      await carryOut(appointment, name, options)
      await refreshDerived('appointment')
    },
    over: () => setMoving(appointment, undefined),
  })
}

/** To cancel, or to complete a visit to come, is asked about first; any other step can be taken back for a while. */
export function startTransition(appointment: Appointment, name: TransitionName) {
  const { id, patientName, date } = appointment
  if (moving.get()[id]) return
  if (name === 'cancel') {
    ask({
      title: t().cancelTitle(patientName),
      content: t().cancelText,
      okText: t().cancel,
      cancelText: t().keep,
      okButtonProps: { danger: true },
      onOk: () => carryOutNow(appointment, name),
    })
  } else if (name === 'complete' && date > dayjs().format('YYYY-MM-DD')) {
    ask({
      title: t().earlyTitle(patientName),
      content: t().earlyText(date),
      okText: t().complete,
      cancelText: t().notYet,
      onOk: () => carryOutNow(appointment, name),
    })
  } else carryOutLater(appointment, name)
}

export const transitionKeys = (appointment: Appointment) =>
  Object.fromEntries(
    transitionsFrom(appointment.status).map((name) => [keys[name], () => startTransition(appointment, name)]),
  )

/** While a step can be taken back, the next one is not to be clicked: it would stand under the pointer. */
const MovingButtons = ({ id, name, size }: { id: string; name: TransitionName; size?: 'small' }) => (
  <>
    <Button {...(size && { size })} disabled>
      {labelOf(appointmentStatusLabels, transitions[name].to)}
    </Button>
    <Button
      {...(size && { size })}
      onClick={(event) => {
        event.stopPropagation()
        takeBack(id)
      }}
    >
      {t().undo}
    </Button>
  </>
)

export function TransitionButtons({
  appointment,
  withKeys = false,
  onlyNext = false,
  size,
}: {
  appointment: Appointment
  withKeys?: boolean
  /** Leaves out what is not the usual way on. */
  onlyNext?: boolean
  size?: 'small'
}) {
  const step = moving.use()[appointment.id]
  const isAttendanceNext = !step && (isDue(appointment) || appointment.attendance === 'no-show')
  // In the drawer there is room for every step.
  if (isAttendanceNext && !withKeys) {
    return (
      <Space size={6} wrap>
        <AttendanceButtons appointment={appointment} {...(size && { size })} />
      </Space>
    )
  }
  const next = transitionsFrom(appointment.status).filter((name) => !onlyNext || name !== 'cancel')
  return (
    <Space size={6} wrap>
      {step && <MovingButtons id={appointment.id} name={step.name} {...(size && { size })} />}
      {!step &&
        next.map((name) => (
          <Button
            key={name}
            {...(size && { size })}
            {...(name === 'cancel' ? { danger: true } : { type: 'primary' as const })}
            onClick={(event) => {
              event.stopPropagation()
              startTransition(appointment, name)
            }}
          >
            {labelOf(transitionLabels, name)}
            {withKeys && <kbd className="on-primary">{keys[name].toUpperCase()}</kbd>}
          </Button>
        ))}
      {!step && withKeys && <AttendanceButtons appointment={appointment} />}
    </Space>
  )
}
