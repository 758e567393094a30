import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { api, call } from './api.ts'
import { loggedIn, session } from './session.ts'
import { i18n } from './i18n.ts'
import { reasonOf } from './feedback.tsx'

const t = i18n(
  {
    username: '用户名',
    password: '密码',
    enter: '登录',
    needUsername: '请填写用户名',
    needPassword: '请填写密码',
    capsLock: '大写锁定已打开',
  },
  {
    username: 'User name',
    password: 'Password',
    enter: 'Log in',
    needUsername: 'Please enter your user name',
    needPassword: 'Please enter your password',
    capsLock: 'Caps Lock is on',
  },
)

export function LoginForm({ onDone }: { onDone?: () => void }) {
  const [caps, setCaps] = useState(false)
  const login = useMutation({
    mutationFn: (body: { username: string; password: string }) => call(api.admins.login, { body }),
    onSuccess(data) {
      loggedIn(data)
      onDone?.()
    },
  })
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      size="large"
      initialValues={{ username: session.get()?.admin.username ?? '' }}
      onFinish={(values) => login.mutate(values)}
      onKeyUp={(event) => setCaps(event.getModifierState?.('CapsLock') ?? false)}
    >
      {login.error && <Alert type="error" showIcon title={reasonOf(login.error)} className="form-alert" />}
      <Form.Item name="username" label={t().username} rules={[{ required: true, message: t().needUsername }]}>
        <Input autoComplete="username" autoFocus={!session.get()} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t().password}
        rules={[{ required: true, message: t().needPassword }]}
        {...(caps && { extra: t().capsLock })}
      >
        <Input.Password autoComplete="current-password" autoFocus={!!session.get()} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={login.isPending}>
        {t().enter}
      </Button>
    </Form>
  )
}
