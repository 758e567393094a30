import type { Account } from '@zhenyue/contract'
import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Select, Space, Switch, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { api, call, queries } from '../api.ts'
import { session } from '../session.ts'
import { ask, tell, tellFault } from '../ui/feedback.tsx'
import { Asked } from '../ui/states.tsx'
import { words } from '../words.ts'

const t = words(
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
    save: '保存',
    cancel: '取消',
    saved: '已保存',
    required: '请填写用户名',
    resetTitle: (name: string) => `重置 ${name} 的密码?`,
    resetText: '原密码立即失效,该账号的所有登录都会退出。',
    password: '新密码(只显示这一次)',
    passwordText: '请当面或用安全的方式转告本人,首次登录时会要求修改。',
    known: '已记下',
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
    save: 'Save',
    cancel: 'Cancel',
    saved: 'Saved',
    required: 'A user name is needed',
    resetTitle: (name) => `Reset the password of ${name}?`,
    resetText: 'The old one stops working at once, and all sessions of the account end.',
    password: 'New password (shown this once)',
    passwordText: 'Hand it over in person or by a safe way; it has to be changed at the first login.',
    known: 'Noted',
    isYou: 'You',
  },
)

const again = () => void queries.invalidateQueries({ queryKey: ['accounts'] })

function showPassword(password: string) {
  ask({
    icon: null,
    title: t().password,
    content: (
      <>
        <Typography.Text copyable code className="secret">
          {password}
        </Typography.Text>
        <p>{t().passwordText}</p>
      </>
    ),
    okText: t().known,
    okCancel: false,
  })
}

function resetPassword({ id, username }: Account) {
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
      again()
    },
  })
}

function Editor({ account, close }: { account: Account | 'new'; close: () => void }) {
  const [form] = Form.useForm()
  const isNew = account === 'new'
  const isSelf = !isNew && account.id === session.get()?.admin.id
  const save = useMutation({
    async mutationFn(values: { username: string; nickname?: string; role: 'super' | 'admin' }) {
      if (!isNew) {
        const { nickname, role } = values
        await call(api.accounts.update, {
          params: { id: account.id },
          body: isSelf ? { nickname } : { nickname, role },
        })
        return undefined
      }
      return (await call(api.accounts.create, { body: values })).password
    },
    onSuccess(password) {
      close()
      again()
      if (password) showPassword(password)
      else tell(t().saved)
    },
    onError: tellFault,
  })
  return (
    <Modal
      open
      title={isNew ? t().add : t().edit}
      okText={t().save}
      cancelText={t().cancel}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={close}
      width={440}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={isNew ? { role: 'admin' } : account}
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item
          name="username"
          label={t().username}
          rules={[{ required: true, whitespace: true, message: t().required }]}
        >
          <Input disabled={!isNew} maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name="nickname" label={t().nickname}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="role" label={t().role}>
          <Select
            disabled={isSelf}
            options={['admin', 'super'].map((value) => ({ value, label: t().roles[value] }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

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
      <Asked of={accounts}>
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
                    {one.username} {one.id === self && <Tag>{t().isYou}</Tag>}
                    {one.mustChangePassword && <Tag color="warning">{t().mustChange}</Tag>}
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
      </Asked>
      {edited && <Editor account={edited} close={() => edit(undefined)} />}
    </>
  )
}
