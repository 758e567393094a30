import type { Session } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api, call, queries } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { forgetSession } from '../../app/session.ts'
import { QueryState } from '../../ui/states.tsx'
import { Badge } from '../../ui/badge.tsx'
import { i18n } from '../../app/i18n.ts'
import { ListTable } from '../../ui/list-table.tsx'

const t = i18n(
  {
    title: '登录设备',
    hint: '发现不认识的设备，请立即让它下线，并修改密码。',
    username: '用户名',
    address: 'IP 地址',
    device: '设备',
    since: '登录时间',
    until: '有效期至',
    actions: '操作',
    current: '当前',
    end: '下线',
    ended: '设备已下线',
    endOwn: '让当前设备下线？',
    endOwnText: '您将退出登录。',
    keep: '继续使用',
  },
  {
    title: 'Devices',
    hint: 'If you do not know a device, log it out at once and change your password.',
    username: 'User',
    address: 'Address',
    device: 'Device',
    since: 'Since',
    until: 'Until',
    actions: 'Actions',
    current: 'This one',
    end: 'Log out',
    ended: 'Device logged out',
    endOwn: 'Log this device out?',
    endOwnText: 'You will be logged out.',
    keep: 'Stay',
  },
)

const deviceOf = (agent: string) => {
  const browser = /(Edg|OPR|Chrome|Firefox|Safari|MicroMessenger)\/[\d.]+/.exec(agent)?.[1]
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(agent)?.[1]
  return [browser?.replace('Edg', 'Edge'), system].filter(Boolean).join(' · ') || agent.slice(0, 60) || '–'
}

async function end(session: Session) {
  try {
    await call(api.sessions.end, { params: { id: session.id } })
    if (session.current) return forgetSession()
    tell(t().ended)
  } catch (error) {
    tellFault(error)
  }
  await queries.invalidateQueries({ queryKey: ['sessions'] })
}

const endOrAsk = (session: Session) => {
  if (!session.current) return void end(session)
  ask({
    title: t().endOwn,
    content: t().endOwnText,
    okText: t().end,
    cancelText: t().keep,
    onOk: () => end(session),
  })
}

export function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => call(api.sessions.list), staleTime: 0 })
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{t().hint}</span>
      </div>
      <QueryState of={sessions}>
        {(list) => (
          <ListTable<Session>
            label={t().title}
            rows={list}
            columns={[
              {
                title: t().username,
                show: (one) => (
                  <>
                    {one.username} {one.current && <Badge tone="info">{t().current}</Badge>}
                  </>
                ),
              },
              {
                title: t().device,
                show: (one) => <span title={one.userAgent}>{deviceOf(one.userAgent)}</span>,
              },
              { title: t().address, show: (one) => one.address },
              { title: t().since, show: (one) => one.createdAt },
              { title: t().until, show: (one) => one.expiresAt },
              {
                title: t().actions,
                show: (one) => (
                  <Button size="small" danger onClick={() => endOrAsk(one)}>
                    {t().end}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryState>
    </>
  )
}
