import { totpMessages } from '@zhenyue/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { api, call, CallError } from './api.ts'
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
    code: '动态验证码',
    codeHint: '请打开手机上的验证器，输入 6 位数字',
    needCode: '请填写动态验证码',
    recovery: '恢复码',
    recoveryHint: '开启动态验证码时保存的，每个只能用一次',
    needRecovery: '请填写恢复码',
    useRecovery: '手机不在身边？用恢复码',
    useCode: '用动态验证码',
  },
  {
    username: 'User name',
    password: 'Password',
    enter: 'Log in',
    needUsername: 'Please enter your user name',
    needPassword: 'Please enter your password',
    capsLock: 'Caps Lock is on',
    code: 'Code',
    codeHint: 'The six digits that the authenticator app shows',
    needCode: 'Please enter the code',
    recovery: 'Recovery code',
    recoveryHint: 'One of those you kept when you switched codes on; each works once',
    needRecovery: 'Please enter a recovery code',
    useRecovery: 'No phone at hand? Use a recovery code',
    useCode: 'Use a code of the app',
  },
)

interface Values {
  username: string
  password: string
  otp?: string
}

const says = (error: unknown, message: string) => error instanceof CallError && error.message === message

function CodeField() {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <Form.Item
        name="otp"
        label={isRecovery ? t().recovery : t().code}
        extra={isRecovery ? t().recoveryHint : t().codeHint}
        rules={[{ required: true, whitespace: true, message: isRecovery ? t().needRecovery : t().needCode }]}
      >
        <Input
          key={String(isRecovery)}
          autoFocus
          maxLength={64}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
        />
      </Form.Item>
      <Button type="link" className="other-code" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t().useCode : t().useRecovery}
      </Button>
    </>
  )
}

/** Asks for the code of the second factor once the service does. */
export function LoginForm({
  username,
  enter,
  onDone,
}: {
  /** Whose password it has to be, where nobody else can go on. */
  username?: string
  /** What the button says. */
  enter?: string
  onDone?: () => void
}) {
  const [form] = Form.useForm<Values>()
  const [caps, setCaps] = useState(false)
  const [asksCode, askCode] = useState(false)
  const login = useMutation({
    mutationFn: (values: Values) =>
      call(api.admins.login, { body: { ...values, username: username ?? values.username } }),
    onSuccess(data) {
      loggedIn(data)
      onDone?.()
    },
    onError(error) {
      if (says(error, totpMessages.codeMissing)) askCode(true)
      if (!says(error, totpMessages.codeWrong)) return
      form.resetFields(['otp'])
      form.getFieldInstance('otp')?.focus()
    },
  })
  const fault = login.error && !says(login.error, totpMessages.codeMissing) && reasonOf(login.error)
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      size="large"
      initialValues={{ username: username ?? session.get()?.admin.username ?? '' }}
      onFinish={(values) => login.mutate(values)}
      onKeyUp={(event) => setCaps(event.getModifierState?.('CapsLock') ?? false)}
    >
      {fault && <Alert type="error" showIcon title={fault} className="form-alert" />}
      <Form.Item name="username" label={t().username} rules={[{ required: true, message: t().needUsername }]}>
        <Input autoComplete="username" autoFocus={!session.get()} readOnly={username !== undefined} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t().password}
        rules={[{ required: true, message: t().needPassword }]}
        {...(caps && { extra: t().capsLock })}
      >
        <Input.Password autoComplete="current-password" autoFocus={!!session.get()} />
      </Form.Item>
      {asksCode && <CodeField />}
      <Button type="primary" htmlType="submit" block loading={login.isPending}>
        {enter ?? t().enter}
      </Button>
    </Form>
  )
}
