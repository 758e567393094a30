import type { Endpoint } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Drawer, Form, Space } from 'antd'
import { type ReactNode } from 'react'
import { call, queries } from '../../app/api.ts'
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

interface Operations {
  list: Endpoint
  create: Endpoint
  update: Endpoint
  remove: Endpoint
  order: Endpoint
}

export interface Kind<T extends Item> {
  key: string
  title: string
  hint: string
  first: string
  operations: Operations
  nameOf: (item: T) => string
  row: (item: T) => ReactNode
  fields: () => ReactNode
  initial: Partial<T>
}

export function ContentEditor<T extends Item>({
  kind,
  item,
  close,
}: {
  kind: Kind<T>
  item: T | 'new'
  close: () => void
}) {
  const [form] = Form.useForm()
  const isNew = item === 'new'
  const save = useMutation({
    mutationFn: (body: object) =>
      isNew
        ? call(kind.operations.create, { body } as never)
        : call(kind.operations.update, { params: { id: item.id }, body } as never),
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
      <Form
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
