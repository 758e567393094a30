import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { TotpRemoval, TotpSetup } from '../../app/totp-setup.tsx'
import { Badge } from '../../ui/badge.tsx'
import { QueryState } from '../../ui/states.tsx'

const t = i18n(
  {
    title: '动态验证码',
    on: '已开启',
    off: '未开启',
    onText: '登录时除了密码，还要输入手机验证器上的 6 位数字。换手机请先关闭，再重新开启。',
    offText: '开启后，登录时除了密码，还要输入手机验证器上的 6 位数字。密码泄露了，别人也进不来。',
    enable: '开启',
    disable: '关闭',
  },
  {
    title: 'Second factor',
    on: 'On',
    off: 'Off',
    onText:
      'A login asks for the six digits of your authenticator app, too. For a new phone switch it off and on again.',
    offText:
      'When it is on, a login asks for the six digits of an app on your phone, too: a password alone lets nobody in.',
    enable: 'Switch on',
    disable: 'Switch off',
  },
)

/** Whether logins ask for a code, and the way to change that. */
export function SecondFactor() {
  const own = useQuery({ queryKey: ['own-account'], queryFn: () => call(api.accounts.own) })
  const [isChanging, setChanging] = useState(false)
  const done = async () => {
    await queries.invalidateQueries({ queryKey: ['own-account'] })
    setChanging(false)
  }
  return (
    <section className="card padded" aria-label={t().title}>
      <h2>{t().title}</h2>
      <QueryState of={own} rows={2}>
        {({ hasTotp }) => (
          <>
            {!isChanging && (
              <>
                <p>
                  <Badge tone={hasTotp ? 'good' : 'warn'}>{hasTotp ? t().on : t().off}</Badge>
                </p>
                <p className="quiet">{hasTotp ? t().onText : t().offText}</p>
                <Button onClick={() => setChanging(true)}>{hasTotp ? t().disable : t().enable}</Button>
              </>
            )}
            {isChanging && (hasTotp ? <TotpRemoval onDone={done} /> : <TotpSetup onDone={done} />)}
          </>
        )}
      </QueryState>
    </section>
  )
}
