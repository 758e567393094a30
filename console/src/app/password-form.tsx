import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { api, call } from './api.ts'
import { reasonOf, tell } from './feedback.tsx'
import { i18n } from './i18n.ts'
import { strengthOf } from './password-strength.ts'

const t = i18n(
  {
    old: '原密码',
    next: '新密码',
    again: '再输一遍新密码',
    hint: '至少 8 位。用一句只有自己记得的话，最好记也最安全。',
    short: '新密码至少要 8 位',
    differs: '两次输入的新密码不一样',
    required: '请填写',
    submit: '修改密码',
    done: '密码已修改，其他设备上的登录已退出',
    strength: '密码强度',
    levels: ['太短', '偏弱', '一般', '不错', '很强'],
  },
  {
    old: 'Current password',
    next: 'New password',
    again: 'New password once more',
    hint: 'At least 8 characters. A sentence only you know is easiest and safest.',
    short: 'At least 8 characters are needed',
    differs: 'The two new passwords differ',
    required: 'Please fill this in',
    submit: 'Change password',
    done: 'Password changed; other devices have been logged out',
    strength: 'Password strength',
    levels: ['Too short', 'Weak', 'Fair', 'Good', 'Strong'],
  },
)

interface Values {
  oldPassword: string
  newPassword: string
  again: string
}

export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const [form] = Form.useForm<Values>()
  const typed = Form.useWatch('newPassword', form) ?? ''
  const strength = strengthOf(typed)
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: Values) =>
      call(api.admins.changePassword, { body: { oldPassword, newPassword } }),
    onSuccess() {
      tell(t().done)
      form.resetFields()
      onDone?.()
    },
  })
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => change.mutate(values)}>
      {change.error && <Alert type="error" showIcon title={reasonOf(change.error)} className="form-alert" />}
      <Form.Item name="oldPassword" label={t().old} rules={[{ required: true, message: t().required }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t().next}
        extra={t().hint}
        rules={[
          { required: true, message: t().required },
          {
            validator: (_, value: string) =>
              !value || [...value].length >= 8 ? Promise.resolve() : Promise.reject(new Error(t().short)),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <div
        className="strength"
        role="meter"
        aria-label={t().strength}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={typed ? strength : 0}
        aria-valuetext={typed ? t().levels[strength] : ''}
        data-level={typed ? strength : ''}
      >
        <i />
        <i />
        <i />
        <i />
        <span>{typed && t().levels[strength]}</span>
      </div>
      <Form.Item
        name="again"
        label={t().again}
        dependencies={['newPassword']}
        rules={[
          { required: true, message: t().required },
          ({ getFieldValue }) => ({
            validator: (_, value: string) =>
              !value || value === getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error(t().differs)),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t().submit}
      </Button>
    </Form>
  )
}
