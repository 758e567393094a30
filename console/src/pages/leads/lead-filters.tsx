import { leadQueueLabels, leadStageLabels } from '@zhenyue/contract/follow-up-rules'
import { leadSourceLabels } from '@zhenyue/contract/labels'
import { selfTestLevelLabels } from '@zhenyue/contract/self-test/document'
import { api } from '../../app/api.ts'
import type { Label } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { byLink, days, oneOf, order, phoneNumber, someOf, text } from '../../records/filters.tsx'
import { selfTestFieldLabels } from '../../records/self-test-words.ts'
import { assigneeFilter } from './assign.tsx'
import { flagFilter } from './flag-filter.tsx'
import { funnelStepLabels } from './funnel-steps.ts'

const leastScores = Object.fromEntries(
  ['20', '40', '60', '80'].map((score) => [score, { zh: `${score} 分及以上`, en: `${score} or more` }]),
) as Record<'20' | '40' | '60' | '80', Label>

/** By what leads are looked for. */
export const leadFilters = () => [
  text('keyword', { zh: '姓名', en: 'Name' }),
  ...(may(api.leads.readPhone) ? [phoneNumber()] : []),
  oneOf('source', leadSourceLabels, {
    label: { zh: '来源', en: 'Source' },
    all: { zh: '全部来源', en: 'All sources' },
    width: 120,
  }),
  someOf('level', selfTestLevelLabels, {
    label: selfTestFieldLabels.level,
    all: { zh: '全部紧急程度', en: 'All levels' },
    width: 150,
  }),
  flagFilter,
  oneOf('minScore', leastScores, {
    label: selfTestFieldLabels.score,
    all: { zh: '全部得分', en: 'All scores' },
    width: 124,
  }),
  someOf('stage', leadStageLabels, {
    label: { zh: '进展', en: 'Stage' },
    all: { zh: '全部进展', en: 'All stages' },
    width: 120,
  }),
  assigneeFilter,
  days('startDate', 'endDate', { zh: '提交日期', en: 'Created' }),
  byLink('queue', leadQueueLabels),
  byLink('last24h', { true: { zh: '近 24 小时', en: 'Last 24 hours' } }),
  byLink('booked', {
    true: { zh: '已有预约', en: 'With an appointment' },
    false: { zh: '还没有预约', en: 'Without an appointment' },
  }),
  byLink('step', funnelStepLabels),
]

export const leadOrder = order(
  'order',
  {
    newest: { zh: '最新提交在前', en: 'Newest first' },
    urgency: { zh: '紧急的在前', en: 'Most urgent first' },
    score: { zh: '自测得分高的在前', en: 'Highest score first' },
    due: { zh: '该联系的在前', en: 'To be contacted first' },
  },
  { zh: '排序', en: 'Order' },
)
