import type { Appointment } from '@zhenyue/contract'
import { transitions, type AppointmentStatus, type TransitionName } from '@zhenyue/contract/rules'
import { createStore } from '../../app/store.ts'

/** Steps that are done on the screen and not yet at the service, by the id of their appointment. */
export const moving = createStore<Record<string, { one: Appointment; name: TransitionName }>>({})

export function setMoving(one: Appointment, name: TransitionName | undefined) {
  const { [one.id]: _, ...rest } = moving.get()
  moving.set(name ? { ...rest, [one.id]: { one, name } } : rest)
}

/** The status that the screen shows. */
export function useShownStatus({ id, status }: Appointment): AppointmentStatus {
  const step = moving.use()[id]
  return step ? transitions[step.name].to : status
}
