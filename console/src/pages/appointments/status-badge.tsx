import { appointmentStatusLabels } from '@zhenyue/contract/labels'
import type { Appointment } from '@zhenyue/contract'
import type { AppointmentStatus } from '@zhenyue/contract/rules'
import { labelOf } from '../../app/i18n.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Marks } from './attendance.tsx'
import { useShownStatus } from './moving.ts'

export const statusTones: Record<AppointmentStatus, Tone> = {
  pending: 'warn',
  confirmed: 'info',
  completed: 'good',
  cancelled: 'plain',
}

export const StatusBadge = ({ status }: { status: AppointmentStatus }) => (
  <Badge tone={statusTones[status]}>{labelOf(appointmentStatusLabels, status)}</Badge>
)

/** The status of an appointment, a step that can still be taken back included. */
export const ShownStatus = ({ one }: { one: Appointment }) => (
  <span className="badges">
    <StatusBadge status={useShownStatus(one)} />
    <Marks one={one} />
  </span>
)
