import type { ConsentPurpose } from '@zhenyue/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { api, call } from '../app/api.ts'
import { tell, tellFault } from '../app/feedback.tsx'
import { i18n, labelOf } from '../app/i18n.ts'
import { may } from '../app/session.ts'
import { FormDialog } from '../ui/form-frames.tsx'
import { purposeLabels } from './change-words.ts'
import { readPhone, type PhoneRead } from './phone.tsx'

const t = i18n(
  {
    title: '隐私同意',
    hint: '患者打电话要求不再收短信、不再随访时，在这里代为撤回。',
    begin: '代患者撤回同意',
    which: '撤回哪些',
    which0: '请至少选一项',
    text: '对这个手机号的所有记录有效，短信和随访马上停止，已有的预约不会取消。会读取完整号码，并记入审计日志。',
    send: '撤回同意',
    done: '已撤回',
  },
  {
    title: 'Consent',
    hint: 'When a patient asks for no more messages or calls, withdraw it here for them.',
    begin: 'Withdraw for the patient',
    which: 'What to withdraw',
    which0: 'Please choose at least one',
    text: 'It counts for all records of this number. Messages and follow-up stop at once, visits stay booked. The whole number is read, which is noted in the audit log.',
    send: 'Withdraw',
    done: 'Withdrawn',
  },
)

interface Fields {
  purposes: ConsentPurpose[]
}

function Dialog({ id, read, close }: { id: string; read: PhoneRead; close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const withdraw = useMutation({
    mutationFn: async ({ purposes }: Fields) =>
      call(api.consents.withdraw, { body: { phone: await readPhone(read, id), purposes } }),
    onSuccess() {
      tell(t().done)
      close()
    },
    onError: tellFault,
  })
  return (
    <FormDialog<Fields>
      form={form}
      title={t().begin}
      save={t().send}
      isSaving={withdraw.isPending}
      close={close}
      width={440}
      initialValues={{ purposes: ['follow-up', 'sms'] }}
      onFinish={withdraw.mutate}
    >
      <Form.Item name="purposes" label={t().which} rules={[{ required: true, message: t().which0 }]}>
        <Checkbox.Group
          options={(Object.keys(purposeLabels) as ConsentPurpose[]).map((value) => ({
            value,
            label: labelOf(purposeLabels, value),
          }))}
        />
      </Form.Item>
      <p className="quiet">{t().text}</p>
    </FormDialog>
  )
}

/** For patients who phone, as they cannot do it themselves then. */
export function WithdrawConsent({ id, read }: { id: string; read: PhoneRead }) {
  const [isOpen, setOpen] = useState(false)
  if (!may(api.consents.withdraw)) return null
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <p className="quiet">{t().hint}</p>
      <Button onClick={() => setOpen(true)}>{t().begin}</Button>
      {isOpen && <Dialog {...{ id, read }} close={() => setOpen(false)} />}
    </div>
  )
}
