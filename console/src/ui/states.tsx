import { Button, Empty, Result, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { i18n } from '../app/i18n.ts'
import { reasonOf, requestIdOf } from '../app/feedback.tsx'

const t = i18n(
  {
    failed: '加载失败',
    retry: '再试一次',
    request: '错误编号（可发给管理员排查）',
    none: '没有符合条件的记录',
    noneHint: '换个条件，或清空筛选看看全部',
    clear: '清空筛选',
    loading: '正在加载',
  },
  {
    failed: 'This could not be loaded',
    retry: 'Try again',
    request: 'Request',
    none: 'Nothing matches',
    noneHint: 'Try other conditions, or clear the filter to see everything',
    clear: 'Clear filter',
    loading: 'Loading',
  },
)

export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const id = requestIdOf(error)
  return (
    <Result
      status="warning"
      title={t().failed}
      subTitle={
        <>
          {reasonOf(error)}
          {id && (
            <>
              <br />
              <code>{`${t().request} ${id}`}</code>
            </>
          )}
        </>
      }
      extra={
        retry && (
          <Button type="primary" onClick={retry}>
            {t().retry}
          </Button>
        )
      }
    />
  )
}

export const Loading = ({ rows = 8 }: { rows?: number }) => (
  <div className="loading" role="status" aria-label={t().loading}>
    <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
  </div>
)

/** Before the first record it says what will come; where a filter finds nothing, how to clear it. */
export const EmptyState = ({
  title,
  hint,
  clear,
  children,
}: {
  title?: string
  hint?: string
  clear?: (() => void) | false
  children?: ReactNode
}) => (
  <Empty
    className="empty-state"
    image={Empty.PRESENTED_IMAGE_SIMPLE}
    description={
      <>
        <strong>{clear ? t().none : title}</strong>
        <br />
        <span className="quiet">{clear ? t().noneHint : hint}</span>
      </>
    }
  >
    {clear ? <Button onClick={clear}>{t().clear}</Button> : children}
  </Empty>
)

export interface Query<T> {
  data: T | undefined
  error: unknown
  refetch(): unknown
}

/** The data of a query, or a skeleton until it is there, or why it failed. */
export function QueryState<T>({
  of,
  rows,
  children,
}: {
  of: Query<T>
  rows?: number
  children: (data: T) => ReactNode
}) {
  if (of.data !== undefined) return children(of.data)
  if (of.error) return <Failed error={of.error} retry={() => void of.refetch()} />
  return <Loading {...(rows && { rows })} />
}
