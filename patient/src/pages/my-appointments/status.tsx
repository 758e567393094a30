import type { AppointmentStatus } from '@zhenyue/contract/rules'
import type { Attendance } from '@zhenyue/contract/schedule-rules'
import { statusName } from '../../labels.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words.ts'

const noted = words({ arrived: '已到诊', 'no-show': '未到诊' }, { arrived: 'You came', 'no-show': 'Missed' })

const icons: Record<AppointmentStatus, IconName> = {
  pending: 'clock',
  confirmed: 'calendar',
  completed: 'check',
  cancelled: 'cross',
}

/** Whether the patient came says more than that the visit was confirmed. */
export function Status({ status, attendance }: { status: AppointmentStatus; attendance?: Attendance }) {
  const came = status === 'confirmed' && attendance
  const look = came ? (came === 'arrived' ? 'completed' : 'cancelled') : status
  return (
    <span class={`status status-${look}`}>
      <Icon name={icons[look]} />
      {came ? noted()[came] : statusName(status)}
    </span>
  )
}
