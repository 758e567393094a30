import { Button } from 'antd'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { LockOutlined } from '../ui/icons.tsx'
import { endSessionOf } from './api.ts'
import { i18n } from './i18n.ts'
import { logOut } from './log-out.ts'
import { LoginForm } from './login-form.tsx'
import { session } from './session.ts'

const t = i18n(
  {
    title: '工作台已锁定',
    text: '患者信息已隐藏。输入密码继续，没保存的内容都在。',
    open: '解锁',
    leave: '换一个账号（没保存的内容会丢失）',
  },
  {
    title: 'The console is locked',
    text: 'What it showed is hidden. Enter your password to go on; nothing that you typed is lost.',
    open: 'Unlock',
    leave: 'Another account (what is not saved will be lost)',
  },
)

/** In place of everything else, drawers and dialogs too; they stay as they are, out of sight and out of reach. */
export function LockScreen() {
  const [focused] = useState(() => document.activeElement)
  const [before] = useState(() => session.get()!)
  useLayoutEffect(() => {
    document.documentElement.dataset['locked'] = ''
    return () => {
      delete document.documentElement.dataset['locked']
      if (focused instanceof HTMLElement) focused.focus()
    }
  }, [])
  return createPortal(
    <main className="login lock" aria-labelledby="lock-title">
      <div className="login-card">
        <LockOutlined className="lock-sign" />
        <h1 id="lock-title">{t().title}</h1>
        <p className="quiet">{t().text}</p>
        <LoginForm
          username={before.admin.username}
          enter={t().open}
          // The login made a new session; one for each unlocking would pile up.
          onDone={() => void endSessionOf(before.token)}
        />
        <Button type="link" block onClick={logOut}>
          {t().leave}
        </Button>
      </div>
    </main>,
    document.body,
  )
}
