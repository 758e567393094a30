import { appointmentStatusLabels } from '@zhenyue/contract/labels'
import type { AppointmentStatus } from '@zhenyue/contract/rules'
import { labelOf } from '../../app/i18n.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const statusTones: Record<AppointmentStatus, Tone> = {
  pending: 'warn',
  confirmed: 'info',
  completed: 'good',
  cancelled: 'plain',
}

export const StatusBadge = ({ status }: { status: AppointmentStatus }) => (
  <Badge tone={statusTones[status]}>{labelOf(appointmentStatusLabels, status)}</Badge>
)
