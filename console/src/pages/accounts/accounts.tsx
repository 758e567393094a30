import type { Account } from '@zhenyue/contract'
import { roleLabels } from '@zhenyue/contract/permissions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Space, Switch } from 'antd'
import { useState } from 'react'
import { PlusOutlined } from '../../ui/icons.tsx'
import { api, call } from '../../app/api.ts'
import { session } from '../../app/session.ts'
import { tellFault } from '../../app/feedback.tsx'
import { QueryState } from '../../ui/states.tsx'
import { Badge } from '../../ui/badge.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { ListTable } from '../../ui/list-table.tsx'
import { readAccountsAgain, resetPassword } from './account-password.tsx'
import { AccountEditor } from './account-editor.tsx'

const t = i18n(
  {
    title: '账号',
    hint: '每位同事一个账号，离职时停用即可。',
    add: '新增账号',
    username: '用户名',
    nickname: '姓名',
    role: '角色',
    state: '账号状态',
    enabled: '启用',
    disabled: '停用',
    totp: '动态验证码',
    totpOn: '已开启',
    totpOff: '未开启',
    lastLogin: '最近登录',
    never: '从未登录',
    actions: '操作',
    mustChange: '待改密码',
    edit: '编辑',
    reset: '重置密码',
    isYou: '本人',
  },
  {
    title: 'Accounts',
    hint: 'One for each colleague; disable it when someone leaves.',
    add: 'New account',
    username: 'User name',
    nickname: 'Name',
    role: 'Role',
    state: 'State',
    enabled: 'Enabled',
    disabled: 'Disabled',
    totp: 'Second factor',
    totpOn: 'On',
    totpOff: 'Off',
    lastLogin: 'Last login',
    never: 'Never',
    actions: 'Actions',
    mustChange: 'Password to be changed',
    edit: 'Edit',
    reset: 'Reset password',
    isYou: 'You',
  },
)

export function Accounts() {
  const accounts = useQuery({ queryKey: ['accounts'], queryFn: () => call(api.accounts.list) })
  const [edited, edit] = useState<Account | 'new'>()
  const self = session.use()?.admin.id
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      call(api.accounts.update, { params: { id }, body: { enabled } }),
    onError: tellFault,
    onSettled: readAccountsAgain,
  })
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{t().hint}</span>
        <span className="push" />
        <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
          {t().add}
        </Button>
      </div>
      <QueryState of={accounts}>
        {(list) => (
          <ListTable<Account>
            label={t().title}
            rows={list}
            columns={[
              {
                title: t().username,
                show: (one) => (
                  <>
                    {one.username} {one.id === self && <Badge>{t().isYou}</Badge>}
                    {one.mustChangePassword && <Badge tone="warn">{t().mustChange}</Badge>}
                  </>
                ),
              },
              { title: t().nickname, show: (one) => one.nickname },
              { title: t().role, show: (one) => labelOf<string>(roleLabels, one.role) },
              {
                title: t().totp,
                show: ({ hasTotp }) =>
                  hasTotp ? (
                    <Badge tone="good">{t().totpOn}</Badge>
                  ) : (
                    <span className="quiet">{t().totpOff}</span>
                  ),
              },
              {
                title: t().lastLogin,
                show: (one) => one.lastLoginAt || <span className="quiet">{t().never}</span>,
              },
              {
                title: t().state,
                show: (one) => (
                  <Switch
                    checked={one.enabled}
                    disabled={one.id === self}
                    checkedChildren={t().enabled}
                    unCheckedChildren={t().disabled}
                    aria-label={`${t().enabled} ${one.username}`}
                    onChange={(enabled) => enable.mutate({ id: one.id, enabled })}
                  />
                ),
              },
              {
                title: t().actions,
                show: (one) => (
                  <Space size={6}>
                    <Button size="small" onClick={() => edit(one)}>
                      {t().edit}
                    </Button>
                    {one.id !== self && (
                      <Button size="small" danger onClick={() => resetPassword(one)}>
                        {t().reset}
                      </Button>
                    )}
                  </Space>
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {edited && <AccountEditor account={edited} close={() => edit(undefined)} />}
    </>
  )
}
