import type { AppointmentRow } from '@zhenyue/contract'
import { transitions, type AppointmentStatus } from '@zhenyue/contract/rules'

const live: readonly AppointmentStatus[] = transitions.cancel.from

/** A visit that may still take place, and so can be cancelled. */
export const isAhead = ({ status, date }: Pick<AppointmentRow, 'status' | 'date'>, today: string) =>
  live.includes(status) && date >= today
