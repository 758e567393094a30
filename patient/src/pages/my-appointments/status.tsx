import type { AppointmentStatus } from '@zhenyue/contract/rules'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words.ts'

export const statusNames = words(
  { pending: '待确认', confirmed: '已确认', completed: '已完成', cancelled: '已取消' },
  { pending: 'Pending', confirmed: 'Confirmed', completed: 'Completed', cancelled: 'Cancelled' },
)

const icons: Record<AppointmentStatus, IconName> = {
  pending: 'clock',
  confirmed: 'calendar',
  completed: 'check',
  cancelled: 'cross',
}

export const Status = ({ status }: { status: AppointmentStatus }) => (
  <span class={`status status-${status}`}>
    <Icon name={icons[status]} />
    {statusNames()[status]}
  </span>
)
