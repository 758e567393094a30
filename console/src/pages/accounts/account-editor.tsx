import type { Account } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { api, call } from '../../app/api.ts'
import { session } from '../../app/session.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { roleLabels } from '../../records/change-words.ts'
import { again, showPassword } from './account-password.tsx'

const t = i18n(
  {
    add: '新增账号',
    username: '用户名',
    nickname: '姓名',
    role: '角色',
    roleHint: '超级管理员还可以管理账号、查看审计日志和编辑医院信息。',
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
    roleHint: 'A super administrator also manages accounts, reads the audit log and edits the hospital.',
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
        <Form.Item name="role" label={t().role} extra={t().roleHint}>
          <Select
            disabled={isSelf}
            options={['admin', 'super'].map((value) => ({ value, label: labelOf(roleLabels, value) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
