import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntdApp, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect } from 'react'
import { queries } from './api.ts'
import { ForcedPassword } from '../pages/login/forced-password.tsx'
import { LoginPage } from '../pages/login/login.tsx'
import { Screen } from './screen.tsx'
import { expired, session } from './session.ts'
import { themeFor, useDark } from './theme.ts'
import { ExpiredDialog } from './expired-dialog.tsx'
import { Feedback } from './feedback.tsx'
import { Shell } from './shell.tsx'
import { nonce } from './nonce.ts'
import { language } from './i18n.ts'

function Inside() {
  const current = session.use()
  const isExpired = expired.use()
  if (!current) return <LoginPage />
  if (current.mustChangePassword) return <ForcedPassword />
  return (
    <>
      <Shell>
        <Screen />
      </Shell>
      {isExpired && <ExpiredDialog />}
    </>
  )
}

export function App() {
  const said = language.use()
  const dark = useDark()
  useEffect(() => {
    document.documentElement.lang = said === 'zh' ? 'zh-CN' : 'en'
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  }, [said, dark])
  dayjs.locale(said === 'zh' ? 'zh-cn' : 'en')
  return (
    <ConfigProvider
      csp={{ nonce }}
      locale={said === 'zh' ? zhCN : enUS}
      theme={themeFor(dark)}
      button={{ autoInsertSpace: false }}
    >
      <AntdApp className="app">
        <QueryClientProvider client={queries}>
          <Feedback />
          <Inside />
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  )
}
