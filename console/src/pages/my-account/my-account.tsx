import { PasswordForm } from '../../app/password-form.tsx'
import { session } from '../../app/session.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { roleLabels } from '../../records/change-words.ts'

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
            <dd>{labelOf(roleLabels, admin.role)}</dd>
          </dl>
        </section>
        <section className="card padded">
          <h2>{t().password}</h2>
          <PasswordForm />
        </section>
      </div>
    </>
  )
}
