import {
  appointmentMessages as say,
  transitions,
  type Appointment,
  type AppointmentStatus,
  type TransitionName,
} from '@zhenyue/contract'
import type { Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { conflict } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { findAppointment, moveAppointment } from './appointment-store.ts'

type Origin<Name extends TransitionName> = (typeof transitions)[Name]['from'][number]

/** What to say in each state in which the step cannot begin. */
const refusals: { [Name in TransitionName]: Record<Exclude<AppointmentStatus, Origin<Name>>, string> } = {
  confirm: {
    confirmed: say.onlyPendingConfirms,
    completed: say.onlyPendingConfirms,
    cancelled: say.cancelledCannotConfirm,
  },
  complete: {
    pending: say.onlyConfirmedCompletes,
    completed: say.onlyConfirmedCompletes,
    cancelled: say.cancelledCannotComplete,
  },
  cancel: {
    completed: say.completedCannotCancel,
    cancelled: say.alreadyCancelled,
  },
}

/** Resolves to undefined where there is no such appointment. */
export async function transition(
  db: Db,
  time: Time,
  id: string,
  name: TransitionName,
  actor: Actor | undefined,
): Promise<Appointment | undefined> {
  const { from: origins, to } = transitions[name]
  const refusalIn: Partial<Record<AppointmentStatus, string>> = refusals[name]
  for (;;) {
    // One state at a time, so that the audit log knows which it was.
    for (const from of origins) {
      const moved = await moveAppointment(db, time, id, { action: name, from, to }, actor)
      if (moved) return moved
    }
    const current = await findAppointment(db, time, id)
    if (!current) return undefined
    const refusal = refusalIn[current.status]
    if (refusal) throw conflict(refusal)
    // It was moved into reach in between. States only move forward, so this ends.
  }
}
