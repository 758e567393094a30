import type { Robot, Sent } from '@zhenyue/contract'
import { robotKindLabels } from '@zhenyue/contract/labels'
import { robotKinds, type RobotKind } from '@zhenyue/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { Checkbox, Form, Input, Select, Switch } from 'antd'
import { api, call } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { EventTypesField } from './event-types.tsx'
import { readAgain } from './receiver.tsx'

const t = i18n(
  {
    add: '新增群机器人',
    edit: '编辑群机器人',
    kind: '平台',
    name: '名称',
    nameHint: '例如：门诊前台群',
    nameRequired: '请填写名称',
    url: '地址',
    urlHint: '在群里添加机器人后得到的 Webhook 地址。知道它的人都能往群里发消息，保存后不再显示。',
    urlKept: (url: string) => `现在是 ${url}。不填就保持不变。`,
    urlRequired: '请填写机器人的地址',
    secret: '加签密钥',
    secretHint: '机器人的安全设置选了“加签”或“签名校验”时填写。',
    secretKept: '不填就保持不变。',
    dropSecret: '机器人不再加签，去掉密钥',
    enabled: '启用',
    saved: '已保存',
  },
  {
    add: 'New group robot',
    edit: 'Edit the group robot',
    kind: 'Platform',
    name: 'Name',
    nameHint: 'Such as: reception',
    nameRequired: 'Please enter a name',
    url: 'Address',
    urlHint:
      'The webhook address of the robot. Whoever has it can write to the group: it is not shown again.',
    urlKept: (url) => `It is ${url}. Left empty, it stays as it is.`,
    urlRequired: 'Please enter the address of the robot',
    secret: 'Signing secret',
    secretHint: 'Where the robot was set to check signatures.',
    secretKept: 'Left empty, it stays as it is.',
    dropSecret: 'The robot no longer checks signatures: drop the secret',
    enabled: 'Enabled',
    saved: 'Saved',
  },
)

type Body = Sent<typeof api.robots.create>['body']
type Values = Body & { dropSecret?: boolean }

const usualTypes = ['lead.created', 'appointment.created', 'appointment.cancelled']
const examples: Record<RobotKind, string> = {
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
}

/** An address or secret that is not typed stays as it is. */
const bodyOf = ({ url, secret, dropSecret, ...rest }: Values): Body => ({
  ...rest,
  ...(url && { url }),
  ...((secret || dropSecret) && { secret: dropSecret ? '' : secret }),
})

export function RobotEditor({ robot, close }: { robot: Robot | 'new'; close: () => void }) {
  const [form] = Form.useForm<Values>()
  const isNew = robot === 'new'
  const kind = Form.useWatch('kind', form) ?? (isNew ? 'wecom' : robot.kind)
  const drops = Form.useWatch('dropSecret', form)
  const save = useMutation({
    mutationFn: (values: Values) =>
      isNew
        ? call(api.robots.create, { body: bodyOf(values) })
        : call(api.robots.update, { params: { id: robot.id }, body: bodyOf(values) }),
    onSuccess() {
      tell(t().saved)
      close()
      readAgain('robots')
    },
    onError: tellFault,
  })
  return (
    <FormDialog<Values>
      form={form}
      title={isNew ? t().add : t().edit}
      isSaving={save.isPending}
      close={close}
      initialValues={
        isNew ? { kind: 'wecom', types: usualTypes, enabled: true } : { ...robot, url: undefined }
      }
      onFinish={save.mutate}
    >
      <Form.Item name="kind" label={t().kind}>
        <Select
          disabled={!isNew}
          options={robotKinds.map((value) => ({ value, label: labelOf(robotKindLabels, value) }))}
        />
      </Form.Item>
      <Form.Item
        name="name"
        label={t().name}
        rules={[{ required: true, whitespace: true, message: t().nameRequired }]}
      >
        <Input maxLength={50} placeholder={t().nameHint} />
      </Form.Item>
      <Form.Item
        name="url"
        label={t().url}
        extra={isNew ? t().urlHint : t().urlKept(robot.url)}
        rules={[{ required: isNew, whitespace: true, message: t().urlRequired }]}
      >
        <Input maxLength={500} autoComplete="off" placeholder={examples[kind]} />
      </Form.Item>
      {kind !== 'wecom' && (
        <Form.Item name="secret" label={t().secret} extra={isNew ? t().secretHint : t().secretKept}>
          <Input.Password maxLength={200} autoComplete="new-password" disabled={drops === true} />
        </Form.Item>
      )}
      {kind !== 'wecom' && !isNew && (
        <Form.Item name="dropSecret" valuePropName="checked">
          <Checkbox>{t().dropSecret}</Checkbox>
        </Form.Item>
      )}
      <EventTypesField />
      <Form.Item name="enabled" label={t().enabled} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}
