import type { Account } from '@zhenyue/contract'
import { roles, type Role } from '@zhenyue/contract/permissions'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Modal } from 'antd'
import { api, call } from '../../app/api.ts'
import { session } from '../../app/session.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { RoleChoice } from '../../ui/role-choice.tsx'
import { readAccountsAgain, showPassword } from './account-password.tsx'

const t = i18n(
  {
    add: '新增账号',
    username: '用户名',
    nickname: '姓名',
    role: '角色',
    edit: '编辑',
    save: '保存',
    cancel: '取消',
    saved: '已保存',
    required: '请填写用户名',
  },
  {
    add: 'New account',
    username: 'User name',
    nickname: 'Name',
    role: 'Role',
    edit: 'Edit',
    save: 'Save',
    cancel: 'Cancel',
    saved: 'Saved',
    required: 'A user name is needed',
  },
)

export function AccountEditor({ account, close }: { account: Account | 'new'; close: () => void }) {
  const [form] = Form.useForm()
  const isNew = account === 'new'
  const isSelf = !isNew && account.id === session.get()?.admin.id
  const save = useMutation({
    async mutationFn(values: { username: string; nickname?: string; role: Role }) {
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
    <Modal
      open
      title={isNew ? t().add : t().edit}
      okText={t().save}
      cancelText={t().cancel}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={close}
      width={520}
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
          <RoleChoice roles={roles} disabled={isSelf} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
