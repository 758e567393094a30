import { Button, Modal } from 'antd'
import { i18n } from './i18n.ts'
import { LoginForm } from './login-form.tsx'
import { forgetSession } from './session.ts'

const t = i18n(
  {
    title: '登录已失效，请重新登录',
    kept: '可能是登录已过期，也可能是账号已停用，停用请联系管理员。页面上还没保存的内容都在，登录后接着做；换成别的账号登录，则不保留。',
    leave: '退出，回到登录页',
  },
  {
    title: 'Your session has ended. Please log in again',
    kept: 'It may have expired, or your account was disabled; in that case ask an administrator. What you have not saved yet is still here; carry on after logging in. It is gone if another account logs in.',
    leave: 'Leave for the login page',
  },
)

/** Over the page, which keeps all that was typed. */
export const ExpiredDialog = () => (
  <Modal
    open
    title={t().title}
    closable={false}
    keyboard={false}
    mask={{ closable: false }}
    width={400}
    zIndex={3000}
    footer={null}
    destroyOnHidden
  >
    <p className="quiet">{t().kept}</p>
    <LoginForm />
    <Button type="link" block onClick={forgetSession}>
      {t().leave}
    </Button>
  </Modal>
)
