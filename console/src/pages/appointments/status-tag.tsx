import { Badge, type Tone } from '../../ui/badge.tsx'
import { statusName } from '../../ui/names.ts'
import type { Status } from './moves.ts'

const tones: Record<Status, Tone> = {
  pending: 'warn',
  confirmed: 'info',
  completed: 'good',
  cancelled: 'plain',
}

export const StatusTag = ({ status }: { status: Status }) => (
  <Badge tone={tones[status]}>{statusName(status)}</Badge>
)
