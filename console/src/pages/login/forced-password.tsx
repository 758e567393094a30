import { Button } from 'antd'
import { PasswordForm } from '../../app/password-form.tsx'
import { session } from '../../app/session.ts'
import { logOut } from '../../app/log-out.ts'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    title: '先换一个自己的密码',
    why: '现在的密码是别人给您的。换好后就可以开始工作。',
    leave: '退出登录',
  },
  {
    title: 'First choose a password of your own',
    why: 'The current one was given to you by someone else. Then you can begin.',
    leave: 'Log out',
  },
)

export const ForcedPassword = () => (
  <main className="login">
    <div className="login-card">
      <h1>{t().title}</h1>
      <p className="quiet">{t().why}</p>
      <PasswordForm onDone={() => session.set({ ...session.get()!, mustChangePassword: false })} />
      <Button type="link" block onClick={logOut}>
        {t().leave}
      </Button>
    </div>
  </main>
)
