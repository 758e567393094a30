import type { FunnelStep } from '@zhenyue/contract/follow-up-rules'
import type { Label } from '../../app/i18n.ts'

export const funnelStepLabels: Record<FunnelStep, Label> = {
  leads: { zh: '首次留下线索', en: 'First lead' },
  contacted: { zh: '首次线索后联系上', en: 'First lead, reached' },
  booked: { zh: '首次线索后有预约', en: 'First lead, booked' },
  visited: { zh: '首次线索后已就诊', en: 'First lead, visited' },
}
