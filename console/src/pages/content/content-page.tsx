import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { PlusOutlined } from '../../ui/icons.tsx'
import { queries } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { pendingRemovals, removeWithUndo } from '../../ui/remove-with-undo.ts'
import { SortableList } from '../../ui/sortable-list.tsx'
import { QueryState, EmptyState } from '../../ui/states.tsx'
import { i18n } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { ContentEditor, type Item, type ContentKind } from './content-editor.tsx'

const t = i18n(
  {
    add: '新增',
    edit: '编辑',
    remove: '删除',
    shown: '显示',
    hidden: '隐藏',
    ordered: '顺序已保存',
    order: '拖动左侧手柄排序，也可用键盘：空格拿起，方向键移动。',
    untitled: '未命名',
  },
  {
    add: 'Add',
    edit: 'Edit',
    remove: 'Delete',
    shown: 'Shown',
    hidden: 'Hidden',
    ordered: 'Order saved',
    order: 'Drag the handle to sort, or by keyboard: space to pick up, arrow keys to move.',
    untitled: 'Untitled',
  },
)

/** For those who may only look. */
const Shown = <T extends Item, Values extends object>({
  kind,
  items,
}: {
  kind: ContentKind<T, Values>
  items: T[]
}) => (
  <ul className="sortables" aria-label={kind.title}>
    {items.map((item) => (
      <li key={item.id} className="sortable">
        {kind.row(item)}
        <Badge tone={item.enabled ? 'good' : 'plain'}>{item.enabled ? t().shown : t().hidden}</Badge>
      </li>
    ))}
  </ul>
)

/** What the three kinds of content have in common: order, whether shown, editing, deleting. */
export function ContentPage<T extends Item, Values extends object>({
  kind,
}: {
  kind: ContentKind<T, Values>
}) {
  const content = useQuery({ queryKey: [kind.key], queryFn: () => kind.operations.list() })
  const [edited, edit] = useState<T | 'new'>()
  const leaving = pendingRemovals.use()
  const put = (items: T[]) => queries.setQueryData([kind.key], items)
  const again = () => void queries.invalidateQueries({ queryKey: [kind.key] })

  const order = useMutation({
    mutationFn: (ids: string[]) => kind.operations.order(ids),
    onMutate: (ids) => put(ids.flatMap((id) => content.data!.find((item) => item.id === id) ?? [])),
    onSuccess: () => tell(t().ordered),
    onError: tellFault,
    onSettled: again,
  })
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      kind.operations.update(id, { enabled }),
    onMutate: ({ id, enabled }) =>
      put(content.data!.map((item) => (item.id === id ? Object.assign({}, item, { enabled }) : item))),
    onError: tellFault,
    onSettled: again,
  })
  const remove = (item: T) =>
    removeWithUndo(item.id, nameOf(item), async (options) => {
      await kind.operations.remove(item.id, options)
      await queries.invalidateQueries({ queryKey: [kind.key] })
    })
  const nameOf = (item: T) => kind.nameOf(item) || t().untitled

  const mayEdit = may('content.edit')
  const contentOf = (item: T) => (
    <>
      {kind.row(item)}
      <Switch
        checked={item.enabled}
        checkedChildren={t().shown}
        unCheckedChildren={t().hidden}
        aria-label={`${t().shown} ${nameOf(item)}`}
        onChange={(enabled) => enable.mutate({ id: item.id, enabled })}
      />
      <Button size="small" onClick={() => edit(item)}>
        {t().edit}
      </Button>
      <Button size="small" danger onClick={() => remove(item)}>
        {t().remove}
      </Button>
    </>
  )
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
      {t().add}
    </Button>
  )
  return (
    <>
      <div className="page-head">
        <h1>{kind.title}</h1>
        <span className="quiet">{kind.hint}</span>
        <span className="push" />
        {add}
      </div>
      <QueryState of={content}>
        {(items) => {
          const shown = items.filter(({ id }) => !leaving.includes(id))
          return shown.length === 0 ? (
            <div className="card">
              <EmptyState title={kind.empty} hint={kind.hint}>
                {add}
              </EmptyState>
            </div>
          ) : (
            <div className="card content-list">
              {!mayEdit && <Shown kind={kind} items={shown} />}
              {mayEdit && <p className="quiet">{t().order}</p>}
              {mayEdit && (
                <SortableList
                  label={kind.title}
                  items={shown.map((item) => ({
                    key: item.id,
                    name: nameOf(item),
                    content: contentOf(item),
                  }))}
                  onOrder={(ids) => order.mutate(ids)}
                />
              )}
            </div>
          )
        }}
      </QueryState>
      {edited && (
        <ContentEditor
          kind={kind}
          item={edited}
          last={Math.max(0, ...(content.data ?? []).map(({ sort }) => sort))}
          close={() => edit(undefined)}
        />
      )}
    </>
  )
}
