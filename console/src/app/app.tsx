import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntdApp, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useState } from 'react'
import { queries, refreshAdmin } from './api.ts'
import { ForcedPassword } from '../pages/login/forced-password.tsx'
import { ForcedTotp } from '../pages/login/forced-totp.tsx'
import { LoginPage } from '../pages/login/login.tsx'
import { Screen } from './screen.tsx'
import { expired, locked, session } from './session.ts'
import { themeFor, useDark } from './theme.ts'
import { ExpiredDialog } from './expired-dialog.tsx'
import { Feedback } from './feedback.tsx'
import { LockScreen } from './lock-screen.tsx'
import { leaving } from './log-out.ts'
import { Shell } from './shell.tsx'
import { nonce } from './nonce.ts'
import { language } from './i18n.ts'

function Inside() {
  const current = session.use()
  const isExpired = expired.use()
  const isLocked = locked.use()
  const isLeaving = leaving.use()
  // Behind the lock stays what was there; after a reload there is nothing.
  const [wasOpen, setOpen] = useState(!isLocked)
  useEffect(() => {
    if (session.get()) void refreshAdmin()
  }, [])
  useEffect(() => {
    if (!isLocked) setOpen(true)
  }, [isLocked])
  if (isLeaving) return null
  if (!current) return <LoginPage />
  if (current.mustChangePassword) return <ForcedPassword />
  if (current.mustEnableTotp) return <ForcedTotp />
  return (
    <>
      {(wasOpen || !isLocked) && (
        <Shell>
          <Screen />
        </Shell>
      )}
      {isExpired && !isLocked && <ExpiredDialog />}
      {isLocked && <LockScreen />}
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
