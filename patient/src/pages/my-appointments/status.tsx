import type { AppointmentStatus } from '@zhenyue/contract/rules'
import { statusName } from '../../labels.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

const icons: Record<AppointmentStatus, IconName> = {
  pending: 'clock',
  confirmed: 'calendar',
  completed: 'check',
  cancelled: 'cross',
}

export const Status = ({ status }: { status: AppointmentStatus }) => (
  <span class={`status status-${status}`}>
    <Icon name={icons[status]} />
    {statusName(status)}
  </span>
)
