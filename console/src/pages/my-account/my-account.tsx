import { roleLabels, type Role } from '@zhenyue/contract/permissions'
import { PasswordForm } from '../../app/password-form.tsx'
import { session } from '../../app/session.ts'
import { i18n, labelOf, textOf } from '../../app/i18n.ts'
import { roleHints } from '../../ui/role-choice.tsx'
import { IdleLock } from './idle-lock.tsx'
import { SecondFactor } from './second-factor.tsx'

const t = i18n(
  {
    title: '我的账号',
    username: '用户名',
    nickname: '姓名',
    role: '角色',
    password: '修改密码',
  },
  {
    title: 'My account',
    username: 'User name',
    nickname: 'Name',
    role: 'Role',
    password: 'Change password',
  },
)

export function MyAccount() {
  const admin = session.use()!.admin
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
      </div>
      <div className="two-cards">
        <section className="card padded">
          <dl className="facts">
            <dt>{t().username}</dt>
            <dd>{admin.username}</dd>
            <dt>{t().nickname}</dt>
            <dd>{admin.nickname || '–'}</dd>
            <dt>{t().role}</dt>
            <dd>
              {labelOf<string>(roleLabels, admin.role)}
              <br />
              <span className="quiet">{textOf(roleHints[admin.role as Role] ?? roleHints.admin)}</span>
            </dd>
          </dl>
        </section>
        <SecondFactor />
        <IdleLock />
        <section className="card padded">
          <h2>{t().password}</h2>
          <PasswordForm />
        </section>
      </div>
    </>
  )
}
