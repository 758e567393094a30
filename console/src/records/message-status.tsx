import type { Message } from '@zhenyue/contract'
import { messageStatusLabels } from '@zhenyue/contract/labels'
import type { MessageStatus } from '@zhenyue/contract/rules'
import { labelOf } from '../app/i18n.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<MessageStatus, Tone> = {
  queued: 'info',
  sent: 'good',
  failed: 'bad',
  unknown: 'warn',
  dropped: 'plain',
}

export const MessageBadge = ({ status }: Pick<Message, 'status'>) => (
  <Badge tone={tones[status]}>{labelOf(messageStatusLabels, status)}</Badge>
)
