import type { Appointment, KnownAppointment } from '@zhenyue/contract'
import { appointmentStatusLabels, transitionLabels } from '@zhenyue/contract/labels'
import { transitions, type AppointmentStatus, type TransitionName } from '@zhenyue/contract/rules'
import { Button, Space } from 'antd'
import { api, call, CallError, masked } from '../../app/api.ts'
import { ask, notify, tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { refreshRecords, replaceRecord } from '../../records/cache.ts'

const t = i18n(
  {
    refused: (name: string) => `${name} 的预约没有变动`,
    now: (status: string, at: string) => `现在的状态是「${status}」,更新于 ${at}。页面已换成最新内容。`,
    gone: '这条预约已被删除。',
    cancelTitle: (name: string) => `取消 ${name} 的预约?`,
    cancelText: '取消后不能再恢复,患者需要重新预约。',
    cancel: '取消预约',
    keep: '先不取消',
  },
  {
    refused: (name) => `The appointment of ${name} was not changed`,
    now: (status, at) => `It is now “${status}”, updated ${at}. The page shows the latest.`,
    gone: 'This appointment has been deleted.',
    cancelTitle: (name) => `Cancel the appointment of ${name}?`,
    cancelText: 'This cannot be undone; the patient would have to book again.',
    cancel: 'Cancel appointment',
    keep: 'Not now',
  },
)

/** Staff is always sent the remark; the contract leaves it out for others. */
const asStaff = (known: KnownAppointment): Appointment => ({ ...known, remark: known.remark ?? '' })

export const readAppointment = async (id: string) =>
  asStaff(await call(api.appointments.detail, { params: { id }, query: masked }))

const names = Object.keys(transitions) as TransitionName[]
const keys: Record<TransitionName, string> = { confirm: 'y', complete: 'f', cancel: 'x' }

const transitionsFrom = (status: AppointmentStatus) =>
  names.filter((name) => transitions[name].from.some((from) => from === status))

export const transitionBetween = (from: AppointmentStatus, to: AppointmentStatus) =>
  transitionsFrom(from).find((name) => transitions[name].to === to)

export type Outcome = { ok: true; now: Appointment } | { ok: false; message: string; now?: Appointment }

/** Tries a transition. Where it is refused, or came too late, says what the service has now. */
export async function tryTransition(id: string, name: TransitionName): Promise<Outcome> {
  try {
    const now = asStaff(await call(api.appointments[name], { params: { id }, query: masked }))
    replaceRecord('appointment', now)
    return { ok: true, now }
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 409 && error.status !== 404)) throw error
    const now = await readAppointment(id).catch(() => undefined)
    if (now) replaceRecord('appointment', now)
    else refreshRecords('appointment')
    return { ok: false, message: error.message, ...(now && { now }) }
  }
}

async function carryOut(appointment: Appointment, name: TransitionName) {
  try {
    const outcome = await tryTransition(appointment.id, name)
    if (outcome.ok) return tell(labelOf(appointmentStatusLabels, outcome.now.status))
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
}

/** Cancelling is asked about first, as it cannot be taken back. */
export function startTransition(appointment: Appointment, name: TransitionName) {
  if (name !== 'cancel') return void carryOut(appointment, name)
  ask({
    title: t().cancelTitle(appointment.patientName),
    content: t().cancelText,
    okText: t().cancel,
    cancelText: t().keep,
    okButtonProps: { danger: true },
    onOk: () => carryOut(appointment, name),
  })
}

export const transitionKeys = (appointment: Appointment) =>
  Object.fromEntries(
    transitionsFrom(appointment.status).map((name) => [keys[name], () => startTransition(appointment, name)]),
  )

export const TransitionButtons = ({
  appointment,
  withKeys = false,
  size,
}: {
  appointment: Appointment
  withKeys?: boolean
  size?: 'small'
}) => (
  <Space size={6} wrap>
    {transitionsFrom(appointment.status).map((name) => (
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
  </Space>
)
