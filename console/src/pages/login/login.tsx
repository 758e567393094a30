import { Button, Segmented } from 'antd'
import { appearance, type Appearance } from '../../app/theme.ts'
import { LoginForm } from '../../app/login-form.tsx'
import { i18n, language } from '../../app/i18n.ts'

const t = i18n(
  {
    title: '诊约工作台',
    lead: '预约与线索，一处办好',
    other: 'English',
    look: '外观',
    system: '跟随系统',
    light: '浅色',
    dark: '深色',
    forgot: '忘记密码？请联系管理员重置。',
  },
  {
    title: 'Zhenyue Console',
    lead: 'Appointments and leads, handled in one place',
    other: '中文',
    look: 'Appearance',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    forgot: 'Forgot your password? Ask an administrator to reset it.',
  },
)

export function LoginPage() {
  const chosen = appearance.use()
  return (
    <main className="login">
      <div className="login-card">
        <img src="/media/logo.svg" alt="" width={44} height={44} />
        <h1>{t().title}</h1>
        <p className="quiet">{t().lead}</p>
        <LoginForm />
        <p className="quiet login-forgot">{t().forgot}</p>
      </div>
      <div className="login-foot">
        <Segmented<Appearance>
          size="small"
          aria-label={t().look}
          value={chosen}
          onChange={(value) => appearance.set(value)}
          options={[
            { value: 'system', label: t().system },
            { value: 'light', label: t().light },
            { value: 'dark', label: t().dark },
          ]}
        />
        <Button size="small" type="text" onClick={() => language.set(language.get() === 'zh' ? 'en' : 'zh')}>
          {t().other}
        </Button>
      </div>
    </main>
  )
}
