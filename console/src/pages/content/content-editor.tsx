import { useMutation } from '@tanstack/react-query'
import { Button, Drawer, Form, Space } from 'antd'
import { type ReactNode } from 'react'
import { queries } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    add: '新增',
    edit: '编辑',
    save: '保存',
    cancel: '取消',
    saved: '已保存',
  },
  {
    add: 'Add',
    edit: 'Edit',
    save: 'Save',
    cancel: 'Cancel',
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
  update: (id: string, changes: Values | { enabled: boolean }) => Promise<T>
  remove: (id: string, options: { keepalive: boolean }) => Promise<unknown>
  order: (ids: string[]) => Promise<T[]>
}

export interface ContentKind<T extends Item, Values> {
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

export function ContentEditor<T extends Item, Values>({
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
      isNew ? kind.operations.create({ ...values, sort: last + 1 }) : kind.operations.update(item.id, values),
    onSuccess() {
      tell(t().saved)
      close()
      void queries.invalidateQueries({ queryKey: [kind.key] })
    },
    onError: tellFault,
  })
  return (
    <Drawer
      open
      size={520}
      title={`${kind.title} · ${isNew ? t().add : t().edit}`}
      onClose={close}
      mask={{ closable: false }}
      footer={
        <Space>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            {t().save}
          </Button>
          <Button onClick={close}>{t().cancel}</Button>
        </Space>
      }
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={isNew ? kind.initial : item}
        onFinish={(values) => save.mutate(values)}
      >
        {kind.fields()}
      </Form>
    </Drawer>
  )
}
