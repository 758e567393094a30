import { appointmentMessages as say, type Appointment, type AppointmentStatus } from '@zhenyue/contract'
import type { Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { findAppointment, moveAppointment } from './store.ts'

interface Transition {
  from: readonly AppointmentStatus[]
  to: AppointmentStatus
  /** What to say in each state that is not in `from`. */
  refuses: Partial<Record<AppointmentStatus, string>>
}

const transitions = {
  confirm: {
    from: ['pending'],
    to: 'confirmed',
    refuses: {
      confirmed: say.onlyPendingConfirms,
      completed: say.onlyPendingConfirms,
      cancelled: say.cancelledCannotConfirm,
    },
  },
  complete: {
    from: ['confirmed'],
    to: 'completed',
    refuses: {
      pending: say.onlyConfirmedCompletes,
      completed: say.onlyConfirmedCompletes,
      cancelled: say.cancelledCannotComplete,
    },
  },
  cancel: {
    from: ['pending', 'confirmed'],
    to: 'cancelled',
    refuses: {
      completed: say.completedCannotCancel,
      cancelled: say.alreadyCancelled,
    },
  },
} satisfies Record<string, Transition>

export async function transition(
  db: Db,
  time: Time,
  id: string,
  trigger: keyof typeof transitions,
  actor: Actor | undefined,
): Promise<Appointment> {
  const { to, refuses, ...transition }: Transition = transitions[trigger]
  for (;;) {
    // One state at a time, so that the audit log knows which it was.
    for (const from of transition.from) {
      const moved = await moveAppointment(db, time, id, { action: trigger, from, to }, actor)
      if (moved) return moved
    }
    const current = await findAppointment(db, time, id)
    if (!current) throw notFound(say.notFound)
    const refusal = refuses[current.status]
    if (refusal) throw conflict(refusal)
    // It was moved into reach in between. States only move forward, so this ends.
  }
}
