import type { Account } from '@zhenyue/contract'
import { api, call, queries } from '../../app/api.ts'
import { ask, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { showOnce } from '../../ui/show-once.tsx'

const t = i18n(
  {
    reset: '重置密码',
    cancel: '取消',
    resetTitle: (name: string) => `重置 ${name} 的密码？`,
    resetText: '原密码立即失效，该账号的所有登录都会退出。',
    password: '新密码（只显示这一次）',
    passwordText: '请当面或用安全的方式转告本人，首次登录时会要求修改。',
  },
  {
    reset: 'Reset password',
    cancel: 'Cancel',
    resetTitle: (name) => `Reset the password of ${name}?`,
    resetText: 'The old one stops working at once, and all sessions of the account end.',
    password: 'New password (shown this once)',
    passwordText: 'Hand it over in person or by a safe way; it has to be changed at the first login.',
  },
)

export const readAccountsAgain = () => void queries.invalidateQueries({ queryKey: ['accounts'] })

export const showPassword = (password: string) =>
  showOnce({ title: t().password, value: password, text: t().passwordText })

export function resetPassword({ id, username }: Account) {
  ask({
    title: t().resetTitle(username),
    content: t().resetText,
    okText: t().reset,
    cancelText: t().cancel,
    okButtonProps: { danger: true },
    async onOk() {
      try {
        showPassword((await call(api.accounts.resetPassword, { params: { id } })).password)
      } catch (error) {
        tellFault(error)
      }
      readAccountsAgain()
    },
  })
}
