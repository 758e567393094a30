import type { Appointment } from '@zhenyue/contract'
import { api, call, CallError, queries } from '../../app/api.ts'
import { ask, notify, tell, tellFault } from '../../app/feedback.tsx'
import { statusName } from '../../ui/names.ts'
import { i18n } from '../../app/i18n.ts'
import type { Move } from './moves.ts'

const t = i18n(
  {
    done: { confirm: '已确认', complete: '已完成', cancel: '已取消' },
    refused: (name: string) => `${name} 的预约没有变动`,
    now: (status: string, at: string) => `现在的状态是「${status}」,更新于 ${at}。页面已换成最新内容。`,
    gone: '这条预约已被删除。',
    cancelTitle: (name: string) => `取消 ${name} 的预约?`,
    cancelText: '取消后不能再恢复,患者需要重新预约。',
    cancel: '取消预约',
    keep: '先不取消',
    removeTitle: (name: string) => `删除 ${name} 的预约?`,
    removeText: '删除后无法找回。只是不来就诊的话,取消预约就可以。',
    remove: '删除',
    keepIt: '保留',
    removed: '预约已删除',
  },
  {
    done: { confirm: 'Confirmed', complete: 'Completed', cancel: 'Cancelled' },
    refused: (name) => `The appointment of ${name} was not changed`,
    now: (status, at) => `It is now “${status}”, updated ${at}. The page shows the latest.`,
    gone: 'This appointment has been deleted.',
    cancelTitle: (name) => `Cancel the appointment of ${name}?`,
    cancelText: 'This cannot be undone; the patient would have to book again.',
    cancel: 'Cancel appointment',
    keep: 'Not now',
    removeTitle: (name) => `Delete the appointment of ${name}?`,
    removeText: 'It cannot be recovered. If the patient just does not come, cancelling is enough.',
    remove: 'Delete',
    keepIt: 'Keep',
    removed: 'Appointment deleted',
  },
)

const masked = { masked: 'true' } as const

export const readAppointment = async (id: string) =>
  (await call(api.appointments.detail, { params: { id }, query: masked })) as Appointment

/** Shows a change in every list at once; what counts or sorts by status is asked for again. */
export function replaceAppointment(next: Appointment) {
  queries.setQueryData(['appointment', next.id], next)
  queries.setQueriesData<{ list: Appointment[] }>(
    { queryKey: ['appointments'] },
    (page) => page && { ...page, list: page.list.map((one) => (one.id === next.id ? next : one)) },
  )
  for (const key of ['board', 'calendar', 'dashboard']) void queries.invalidateQueries({ queryKey: [key] })
  void queries.invalidateQueries({ queryKey: ['history', next.id] })
}

export type Outcome = { ok: true; now: Appointment } | { ok: false; message: string; now?: Appointment }

/** Tries a step. Where it is refused, or came too late, says what the service has now. */
export async function tryMove(id: string, move: Move): Promise<Outcome> {
  try {
    const now = (await call(api.appointments[move], { params: { id }, query: masked })) as Appointment
    replaceAppointment(now)
    return { ok: true, now }
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 409 && error.status !== 404)) throw error
    const now = await readAppointment(id).catch(() => undefined)
    if (now) replaceAppointment(now)
    else void queries.invalidateQueries({ queryKey: ['appointments'] })
    return { ok: false, message: error.message, ...(now && { now }) }
  }
}

async function carryOut(appointment: Appointment, move: Move) {
  try {
    const outcome = await tryMove(appointment.id, move)
    if (outcome.ok) return tell(t().done[move])
    notify().warning({
      title: outcome.message,
      description: (
        <>
          {t().refused(appointment.patientName)}
          <br />
          {outcome.now ? t().now(statusName(outcome.now.status), outcome.now.updatedAt) : t().gone}
        </>
      ),
      duration: 12,
    })
  } catch (error) {
    tellFault(error)
  }
}

/** Cancelling is asked about first, as it cannot be taken back. */
export function makeMove(appointment: Appointment, move: Move) {
  if (move !== 'cancel') return void carryOut(appointment, move)
  ask({
    title: t().cancelTitle(appointment.patientName),
    content: t().cancelText,
    okText: t().cancel,
    cancelText: t().keep,
    okButtonProps: { danger: true },
    onOk: () => carryOut(appointment, move),
  })
}

export function removeAppointment(appointment: Appointment, onDone: () => void) {
  ask({
    title: t().removeTitle(appointment.patientName),
    content: t().removeText,
    okText: t().remove,
    cancelText: t().keepIt,
    okButtonProps: { danger: true },
    async onOk() {
      try {
        await call(api.appointments.remove, { params: { id: appointment.id } })
        tell(t().removed)
        onDone()
      } catch (error) {
        tellFault(error)
      }
      for (const key of ['appointments', 'board', 'calendar'])
        void queries.invalidateQueries({ queryKey: [key] })
    },
  })
}
