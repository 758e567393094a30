import { selfTestLevelLabels, type SelfTestLevel } from '@zhenyue/contract/self-test/document'
import { labelOf } from '../app/i18n.ts'
import { Badge, type Tone } from './badge.tsx'
import {
  AlertOutlined,
  CalendarOutlined,
  ClockCircleOutlined,
  InfoCircleOutlined,
  WarningOutlined,
} from './icons.tsx'

/** None is never green: a self-test cannot say that all is well. */
export const levelTones: Record<SelfTestLevel, Tone> = {
  none: 'plain',
  routine: 'info',
  soon: 'warn',
  urgent: 'bad',
  emergency: 'bad',
}

export const levelIcons = {
  none: InfoCircleOutlined,
  routine: CalendarOutlined,
  soon: ClockCircleOutlined,
  urgent: WarningOutlined,
  emergency: AlertOutlined,
}

/** How soon a self-test says a doctor is needed. */
export function Level({ level }: { level: SelfTestLevel }) {
  const Icon = levelIcons[level]
  return (
    <Badge tone={levelTones[level]}>
      <Icon /> {labelOf(selfTestLevelLabels, level)}
    </Badge>
  )
}
