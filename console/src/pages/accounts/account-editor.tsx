import type { Account } from '@zhenyue/contract'
import { roles, type Role } from '@zhenyue/contract/permissions'
import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { api, call } from '../../app/api.ts'
import { session } from '../../app/session.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { RoleChoice } from '../../ui/role-choice.tsx'
import { readAccountsAgain, showPassword } from './account-password.tsx'

const t = i18n(
  {
    add: '新增账号',
    username: '用户名',
    nickname: '姓名',
    role: '角色',
    edit: '编辑',
    saved: '已保存',
    required: '请填写用户名',
  },
  {
    add: 'New account',
    username: 'User name',
    nickname: 'Name',
    role: 'Role',
    edit: 'Edit',
    saved: 'Saved',
    required: 'A user name is needed',
  },
)

interface Values {
  username: string
  nickname?: string
  role: Role
}

export function AccountEditor({ account, close }: { account: Account | 'new'; close: () => void }) {
  const [form] = Form.useForm<Values>()
  const isNew = account === 'new'
  const isSelf = !isNew && account.id === session.get()?.admin.id
  const save = useMutation({
    async mutationFn(values: Values) {
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
      readAccountsAgain()
      if (password) showPassword(password)
      else tell(t().saved)
    },
    onError: tellFault,
  })
  return (
    <FormDialog<Values>
      form={form}
      title={isNew ? t().add : t().edit}
      isSaving={save.isPending}
      close={close}
      width={520}
      initialValues={isNew ? { role: 'admin' } : account}
      onFinish={save.mutate}
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
        <RoleChoice roles={roles} disabled={isSelf} />
      </Form.Item>
    </FormDialog>
  )
}
