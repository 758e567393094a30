import { Alert, Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { i18n } from '../app/i18n.ts'
import { Changes } from './changes.tsx'

const t = i18n(
  {
    text: '您填写的内容还在。请看一下对方的修改，再决定用哪一份。',
    theirs: '我的 → 对方的',
    overwrite: '用我的，覆盖对方',
    take: '放弃我的，用对方的',
  },
  {
    text: 'What you entered is still here. Look at their changes, then decide.',
    theirs: 'Mine → theirs',
    overwrite: 'Use mine, overwrite theirs',
    take: 'Drop mine, take theirs',
  },
)

/** Two have changed the same parts of a document: a person decides. */
export function Conflict<T extends object>({
  title,
  kind,
  of: { values, stored, conflicts, reset },
  overwrite,
  children,
}: {
  title: string
  kind: string
  of: {
    values: T | undefined
    stored: T | undefined
    conflicts: (keyof T & string)[]
    reset: () => void
  }
  overwrite: () => void
  /** What differs, where the fields one by one would say little. */
  children?: ReactNode
}) {
  const changes = Object.fromEntries(conflicts.map((part) => [part, [values![part], stored![part]]]))
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <>
          <p>{t().text}</p>
          <strong>{t().theirs}</strong>
          {children ?? <Changes changes={changes as Record<string, [unknown, unknown]>} kind={kind} />}
          <Space wrap>
            <Button size="small" danger onClick={overwrite}>
              {t().overwrite}
            </Button>
            <Button size="small" onClick={reset}>
              {t().take}
            </Button>
          </Space>
        </>
      }
    />
  )
}
