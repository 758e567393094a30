import { Button } from 'antd'
import { queries } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { logOut } from '../../app/log-out.ts'
import { session } from '../../app/session.ts'
import { TotpSetup } from '../../app/totp-setup.tsx'

const t = i18n(
  {
    title: '先开启动态验证码',
    why: '医院要求您的账号登录时再用手机确认一次，这样密码泄露了别人也进不来。开启后就可以开始工作。',
    leave: '退出登录',
  },
  {
    title: 'Turn on two-factor login first',
    why: 'Your hospital asks for a code of your phone at each login, so that a password alone lets nobody in. Then you can begin.',
    leave: 'Log out',
  },
)

function begin() {
  session.set({ ...session.get()!, mustEnableTotp: false })
  void queries.resetQueries()
}

export const ForcedTotp = () => (
  <main className="login">
    <div className="login-card">
      <h1>{t().title}</h1>
      <p className="quiet">{t().why}</p>
      <TotpSetup onDone={begin} />
      <Button type="link" block onClick={logOut}>
        {t().leave}
      </Button>
    </div>
  </main>
)
