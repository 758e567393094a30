import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, QRCode } from 'antd'
import { useState } from 'react'
import { api, call } from './api.ts'
import { reasonOf, tell } from './feedback.tsx'
import { i18n } from './i18n.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const t = i18n(
  {
    password: '密码',
    needPassword: '请填写密码',
    begin: '下一步',
    scan: '用手机上的验证器扫一扫（腾讯身份验证器、Microsoft Authenticator 等都可以），再输入它显示的 6 位数字。',
    picture: '验证器要扫的二维码',
    typed: '不能扫码时，请手工输入密钥',
    code: '动态验证码',
    needCode: '请填写动态验证码',
    enable: '开启动态验证码',
    enabled: '动态验证码已开启',
    orRecovery: '动态验证码或恢复码',
    disable: '关闭动态验证码',
    disabled: '动态验证码已关闭',
  },
  {
    password: 'Password',
    needPassword: 'Please enter your password',
    begin: 'Next',
    scan: 'Scan this with an authenticator app on your phone (Microsoft Authenticator, for example), then enter the six digits it shows.',
    picture: 'QR code for the authenticator app',
    typed: 'If you cannot scan, type this secret',
    code: 'Code',
    needCode: 'Please enter the code',
    enable: 'Switch codes on',
    enabled: 'Codes are on',
    orRecovery: 'Code or recovery code',
    disable: 'Switch codes off',
    disabled: 'Codes are off',
  },
)

const Fault = ({ error }: { error: unknown }) =>
  error ? <Alert type="error" showIcon title={reasonOf(error)} className="form-alert" /> : null

const PasswordField = () => (
  <Form.Item name="password" label={t().password} rules={[{ required: true, message: t().needPassword }]}>
    <Input.Password autoComplete="current-password" />
  </Form.Item>
)

const CodeField = ({ label }: { label: string }) => (
  <Form.Item name="code" label={label} rules={[{ required: true, whitespace: true, message: t().needCode }]}>
    <Input autoComplete="one-time-code" maxLength={64} />
  </Form.Item>
)

function ConfirmCode({
  secret,
  uri,
  onCodes,
}: {
  secret: string
  uri: string
  onCodes: (codes: string[]) => void
}) {
  const enable = useMutation({
    mutationFn: (body: { code: string }) => call(api.totp.enable, { body }),
    onSuccess({ recoveryCodes }) {
      tell(t().enabled)
      onCodes(recoveryCodes)
    },
  })
  return (
    <>
      <p>{t().scan}</p>
      <div className="totp-picture">
        <span className="unseen">{t().picture}</span>
        <div aria-hidden>
          <QRCode type="svg" value={uri} size={184} color="#000" bgColor="#fff" bordered={false} />
        </div>
      </div>
      <p className="quiet">
        {t().typed}
        <br />
        <code className="secret totp-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form layout="vertical" requiredMark={false} onFinish={enable.mutate}>
        <Fault error={enable.error} />
        <CodeField label={t().code} />
        <Button type="primary" htmlType="submit" loading={enable.isPending}>
          {t().enable}
        </Button>
      </Form>
    </>
  )
}

/** The password, the picture for the app, its first code, then the recovery codes this once. */
export function TotpSetup({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const begin = useMutation({
    mutationFn: (body: { password: string }) => call(api.totp.begin, { body }),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begin.data) return <ConfirmCode {...begin.data} onCodes={setCodes} />
  return (
    <Form layout="vertical" requiredMark={false} onFinish={begin.mutate}>
      <Fault error={begin.error} />
      <PasswordField />
      <Button type="primary" htmlType="submit" loading={begin.isPending}>
        {t().begin}
      </Button>
    </Form>
  )
}

export function TotpRemoval({ onDone }: { onDone: () => void }) {
  const disable = useMutation({
    mutationFn: (body: { password: string; code: string }) => call(api.totp.disable, { body }),
    onSuccess() {
      tell(t().disabled)
      onDone()
    },
  })
  return (
    <Form layout="vertical" requiredMark={false} onFinish={disable.mutate}>
      <Fault error={disable.error} />
      <PasswordField />
      <CodeField label={t().orRecovery} />
      <Button danger htmlType="submit" loading={disable.isPending}>
        {t().disable}
      </Button>
    </Form>
  )
}
