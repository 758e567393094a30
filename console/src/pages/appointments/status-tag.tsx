import { statusName } from '../../ui/names.ts'
import type { Status } from './moves.ts'

export const StatusTag = ({ status }: { status: Status }) => (
  <span className="status" data-status={status}>
    {statusName(status)}
  </span>
)
