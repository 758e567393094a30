import { Tag } from 'antd'
import { statusName } from '../../ui/names.ts'
import type { Status } from './moves.ts'

const colors: Record<Status, string> = {
  pending: 'warning',
  confirmed: 'processing',
  completed: 'success',
  cancelled: 'default',
}

export const StatusTag = ({ status }: { status: Status }) => (
  <Tag color={colors[status]}>{statusName(status)}</Tag>
)
