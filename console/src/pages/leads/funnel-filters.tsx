import type { FunnelStep } from '@zhenyue/contract/follow-up-rules'
import { Button } from 'antd'
import { i18n, type Label } from '../../app/i18n.ts'
import type { FilterField } from '../../records/filters.tsx'

const t = i18n(
  {
    assignee: (name: string) => `跟进人 ${name}`,
    nobody: '无人跟进',
    drop: (text: string) => `去掉条件 ${text}`,
  },
  { assignee: (name) => `Followed up by ${name}`, nobody: 'Nobody’s', drop: (text) => `Drop ${text}` },
)

export const funnelStepLabels: Record<FunnelStep, Label> = {
  leads: { zh: '首次留下线索', en: 'First lead' },
  contacted: { zh: '首次线索后联系上', en: 'First lead, reached' },
  booked: { zh: '首次线索后有预约', en: 'First lead, booked' },
  visited: { zh: '首次线索后已就诊', en: 'First lead, visited' },
}

/** By who follows up; `none` is nobody. */
export const assigneeByLink: FilterField<'assignee', { assignee?: string }> = {
  keys: ['assignee'],
  read: ({ assignee }) => (assignee ? { assignee } : {}),
  control({ params: { assignee }, set }) {
    if (!assignee) return null
    const text = assignee === 'none' ? t().nobody : t().assignee(assignee)
    return <Button aria-label={t().drop(text)} onClick={() => set({ assignee: '' })}>{`${text} ×`}</Button>
  },
}
