import type { Sent, Webhook } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Switch } from 'antd'
import { api, call } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { showOnce } from '../../ui/show-once.tsx'
import { EventTypesField } from './event-types.tsx'
import { readAgain } from './receiver.tsx'

const t = i18n(
  {
    add: '新增 Webhook',
    edit: '编辑 Webhook',
    url: '地址',
    urlHint: '以 https:// 开头。医院内网的地址要先由信息科放行。',
    required: '请填写接收通知的网址',
    description: '说明',
    descriptionHint: '例如：对接 HIS',
    enabled: '启用',
    saved: '已保存',
    secret: '签名密钥（只显示这一次）',
    secretText:
      '请把它填到接收系统里，用来核对通知确实来自诊约。签名方式是 Standard Webhooks。忘记了可以更换密钥。',
  },
  {
    add: 'New webhook',
    edit: 'Edit the webhook',
    url: 'Address',
    urlHint: 'Begins with https://. An address inside the hospital has to be allowed on the server first.',
    required: 'Please enter the address of the receiver',
    description: 'Description',
    descriptionHint: 'Such as: hospital information system',
    enabled: 'Enabled',
    saved: 'Saved',
    secret: 'Secret (shown this once)',
    secretText:
      'Enter it in the receiver, which checks with it that calls come from here (Standard Webhooks). If it is lost, rotate it.',
  },
)

export const showSecret = (secret: string) =>
  showOnce({ title: t().secret, value: secret, text: t().secretText })

type Body = Sent<typeof api.webhooks.create>['body']

export function WebhookEditor({ webhook, close }: { webhook: Webhook | 'new'; close: () => void }) {
  const [form] = Form.useForm<Body>()
  const isNew = webhook === 'new'
  const save = useMutation({
    async mutationFn(body: Body) {
      if (isNew) return (await call(api.webhooks.create, { body })).secret
      await call(api.webhooks.update, { params: { id: webhook.id }, body })
      return undefined
    },
    onSuccess(secret) {
      close()
      readAgain('webhooks')
      if (secret) showSecret(secret)
      else tell(t().saved)
    },
    onError: tellFault,
  })
  return (
    <FormDialog<Body>
      form={form}
      title={isNew ? t().add : t().edit}
      isSaving={save.isPending}
      close={close}
      initialValues={isNew ? { types: ['*'], enabled: true } : webhook}
      onFinish={save.mutate}
    >
      <Form.Item
        name="url"
        label={t().url}
        extra={t().urlHint}
        rules={[{ required: true, whitespace: true, message: t().required }]}
      >
        <Input maxLength={2000} autoComplete="off" placeholder="https://" />
      </Form.Item>
      <Form.Item name="description" label={t().description}>
        <Input maxLength={200} placeholder={t().descriptionHint} />
      </Form.Item>
      <EventTypesField />
      <Form.Item name="enabled" label={t().enabled} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}
