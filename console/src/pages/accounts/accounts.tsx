import type { Account } from '@zhenyue/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Space, Switch, Table } from 'antd'
import { useState } from 'react'
import { PlusOutlined } from '../../ui/icons.tsx'
import { api, call } from '../../app/api.ts'
import { session } from '../../app/session.ts'
import { tellFault } from '../../app/feedback.tsx'
import { QueryState } from '../../ui/states.tsx'
import { Badge } from '../../ui/badge.tsx'
import { i18n } from '../../app/i18n.ts'
import { again, resetPassword } from './account-password.tsx'
import { AccountEditor } from './account-editor.tsx'

const t = i18n(
  {
    title: '账号',
    hint: '每位同事一个账号,离职时停用即可。',
    add: '新建账号',
    username: '用户名',
    nickname: '称呼',
    role: '角色',
    enabled: '可登录',
    lastLogin: '最近登录',
    never: '从未登录',
    actions: '操作',
    roles: { super: '超级管理员', admin: '管理员' } as Record<string, string>,
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
    enabled: 'May log in',
    lastLogin: 'Last login',
    never: 'Never',
    actions: 'Actions',
    roles: { super: 'Super administrator', admin: 'Administrator' },
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
    onSettled: again,
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
          <Table<Account>
            size="small"
            className="card table-scroll"
            rowKey="id"
            pagination={false}
            dataSource={list}
            columns={[
              {
                title: t().username,
                render: (_, one) => (
                  <>
                    {one.username} {one.id === self && <Badge>{t().isYou}</Badge>}
                    {one.mustChangePassword && <Badge tone="warn">{t().mustChange}</Badge>}
                  </>
                ),
              },
              { title: t().nickname, dataIndex: 'nickname' },
              { title: t().role, render: (_, one) => t().roles[one.role] ?? one.role },
              {
                title: t().lastLogin,
                render: (_, one) => one.lastLoginAt || <span className="quiet">{t().never}</span>,
              },
              {
                title: t().enabled,
                render: (_, one) => (
                  <Switch
                    checked={one.enabled}
                    disabled={one.id === self}
                    aria-label={`${t().enabled} ${one.username}`}
                    onChange={(enabled) => enable.mutate({ id: one.id, enabled })}
                  />
                ),
              },
              {
                title: t().actions,
                render: (_, one) => (
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
