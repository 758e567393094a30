import { keyRoles, type Role } from '@zhenyue/contract/permissions'
import { useMutation } from '@tanstack/react-query'
import { Alert, DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { api, call } from '../../app/api.ts'
import { reasonOf } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { RoleChoice } from '../../ui/role-choice.tsx'
import { showOnce } from '../../ui/show-once.tsx'

const t = i18n(
  {
    title: '新增密钥',
    name: '名称',
    nameHint: '写明给哪个系统用，审计日志里会显示它',
    example: '例如：院内 HIS',
    needName: '请填写名称',
    role: '角色',
    roleHint: '密钥能做的事和同角色的账号一样，但不能管理账号、密钥和集成。',
    until: '最后有效日（选填）',
    untilHint: '不填就长期有效',
    make: '新增密钥',
    key: '新密钥（只显示这一次）',
    keyText: '请复制到要用它的系统里，放在请求头 Authorization 里，前面加上 Bearer 和一个空格。',
  },
  {
    title: 'New key',
    name: 'Name',
    nameHint: 'For which system it is; the audit log shows it',
    example: 'Such as: hospital information system',
    needName: 'Please enter a name',
    role: 'Role',
    roleHint: 'A key may do what accounts of the role may, but never manages accounts, keys or integrations.',
    until: 'Last day (optional)',
    untilHint: 'Without one it does not end',
    make: 'Make the key',
    key: 'New key (shown this once)',
    keyText:
      'Copy it to the system that is to use it. It is sent as a bearer token, in the header Authorization.',
  },
)

interface Fields {
  name: string
  role: Exclude<Role, 'super'>
  expiresAt?: Dayjs | null
}

export function ApiKeyEditor({ onMade, close }: { onMade: () => void; close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const make = useMutation({
    mutationFn: ({ name, role, expiresAt }: Fields) =>
      call(api.apiKeys.create, {
        body: { name, role, ...(expiresAt && { expiresAt: expiresAt.format('YYYY-MM-DD') }) },
      }),
    onSuccess({ key }) {
      close()
      onMade()
      showOnce({ title: t().key, value: key, text: t().keyText })
    },
  })
  return (
    <FormDialog<Fields>
      form={form}
      title={t().title}
      save={t().make}
      isSaving={make.isPending}
      close={close}
      width={520}
      initialValues={{ role: 'viewer' }}
      onFinish={make.mutate}
    >
      <Form.Item
        name="name"
        label={t().name}
        extra={t().nameHint}
        rules={[{ required: true, whitespace: true, message: t().needName }]}
      >
        <Input maxLength={50} placeholder={t().example} autoComplete="off" />
      </Form.Item>
      <Form.Item name="role" label={t().role} extra={t().roleHint}>
        <RoleChoice roles={keyRoles} />
      </Form.Item>
      <Form.Item name="expiresAt" label={t().until} extra={t().untilHint}>
        <DatePicker minDate={dayjs()} />
      </Form.Item>
      {make.error && <Alert type="error" showIcon title={reasonOf(make.error)} />}
    </FormDialog>
  )
}
