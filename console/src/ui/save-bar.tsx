import { Button } from 'antd'
import type { ReactNode } from 'react'
import { i18n } from '../app/i18n.ts'
import { Badge } from './badge.tsx'

const t = i18n({ dirty: '未保存', reset: '还原' }, { dirty: 'Not saved', reset: 'Revert' })

/** Below a document that is saved as a whole. */
export const SaveBar = ({
  hint,
  isDirty,
  isBlocked,
  isSaving,
  reset,
  save,
  children,
}: {
  hint: string
  isDirty: boolean
  isBlocked: boolean
  isSaving: boolean
  reset: () => void
  save: () => void
  /** What the button says. */
  children: ReactNode
}) => (
  <div className="save-bar">
    <span className="quiet">{hint}</span>
    <span className="push" />
    {isDirty && <Badge tone="warn">{t().dirty}</Badge>}
    <Button disabled={!isDirty} onClick={reset}>
      {t().reset}
    </Button>
    <Button type="primary" disabled={!isDirty || isBlocked} loading={isSaving} onClick={save}>
      {children} <kbd className="on-primary">Ctrl S</kbd>
    </Button>
  </div>
)
