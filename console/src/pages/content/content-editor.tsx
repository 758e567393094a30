import { useMutation } from '@tanstack/react-query'
import { Form } from 'antd'
import { type ReactNode } from 'react'
import { queries } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { changedOf } from '../../records/differences.ts'
import { FormDrawer } from '../../ui/form-frames.tsx'

const t = i18n(
  {
    add: '新增',
    edit: '编辑',
    saved: '已保存',
  },
  {
    add: 'Add',
    edit: 'Edit',
    saved: 'Saved',
  },
)

export interface Item {
  id: string
  enabled: boolean
  sort: number
}

/** The operations that all content has; `Values` are what the form sends. */
interface Operations<T, Values> {
  list: () => Promise<T[]>
  create: (values: Values & { sort: number }) => Promise<T>
  update: (id: string, changes: Partial<Values> | { enabled: boolean }) => Promise<T>
  remove: (id: string, options: { keepalive: boolean }) => Promise<unknown>
  order: (ids: string[]) => Promise<T[]>
}

export interface ContentKind<T extends Item, Values extends object> {
  key: string
  title: string
  hint: string
  empty: string
  operations: Operations<T, Values>
  nameOf: (item: T) => string
  row: (item: T) => ReactNode
  fields: () => ReactNode
  initial: Partial<Values>
}

export function ContentEditor<T extends Item, Values extends object>({
  kind,
  item,
  last,
  close,
}: {
  kind: ContentKind<T, Values>
  item: T | 'new'
  /** The place of the last one, behind which a new one comes. */
  last: number
  close: () => void
}) {
  const [form] = Form.useForm<Values>()
  const isNew = item === 'new'
  const save = useMutation({
    mutationFn: (values: Values) =>
      isNew
        ? kind.operations.create({ ...values, sort: last + 1 })
        : kind.operations.update(item.id, changedOf(values, item)),
    onSuccess() {
      tell(t().saved)
      close()
      void queries.invalidateQueries({ queryKey: [kind.key] })
    },
    onError: tellFault,
  })
  return (
    <FormDrawer<Values>
      form={form}
      size={520}
      title={`${kind.title} · ${isNew ? t().add : t().edit}`}
      isSaving={save.isPending}
      close={close}
      initialValues={isNew ? kind.initial : item}
      onFinish={save.mutate}
    >
      {kind.fields()}
    </FormDrawer>
  )
}
