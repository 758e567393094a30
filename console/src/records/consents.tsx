import type { ConsentRecord } from '@zhenyue/contract'
import type { ConsentChannel, ConsentPurpose } from '@zhenyue/contract/rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { api, call, queries } from '../app/api.ts'
import { tell, tellFault } from '../app/feedback.tsx'
import { i18n, joined, type Label, labelOf } from '../app/i18n.ts'
import { linkTo } from '../app/router.ts'
import { may } from '../app/session.ts'
import { FormDialog } from '../ui/form-frames.tsx'
import { QueryState } from '../ui/states.tsx'
import { purposeLabels } from './change-labels.ts'
import { readPhone, type PhoneRead } from './phone.tsx'

const t = i18n(
  {
    title: '隐私同意',
    none: '没有同意记录',
    agreed: (purposes: string) => `同意：${purposes}`,
    refused: (purposes: string) => `不同意：${purposes}`,
    guardian: (name: string) => `监护人：${name}`,
    policy: (version: number) => `政策版本 ${version}`,
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
    none: 'Nothing is on record',
    agreed: (purposes) => `Agreed to ${purposes}`,
    refused: (purposes) => `Refused ${purposes}`,
    guardian: (name) => `Guardian ${name}`,
    policy: (version) => `Policy version ${version}`,
    hint: 'When a patient asks for no more messages or calls, withdraw it here for them.',
    begin: 'Withdraw for the patient',
    which: 'What to withdraw',
    which0: 'Please choose at least one',
    text: 'It counts for all records of this number. Messages and follow-up stop at once, visits stay booked. The whole number is read, which is noted in the audit log.',
    send: 'Withdraw',
    done: 'Withdrawn',
  },
)

const channelLabels: Record<ConsentChannel, Label> = {
  lead: { zh: '提交线索时', en: 'With a lead' },
  appointment: { zh: '预约时', en: 'With a booking' },
  waitlist: { zh: '候补时', en: 'When waiting for a place' },
  patient: { zh: '患者本人撤回', en: 'Withdrawn by the patient' },
  staff: { zh: '工作人员代为撤回', en: 'Withdrawn by staff' },
}

function ConsentLine({ one: { at, channel, version, agreed, refused, guardian } }: { one: ConsentRecord }) {
  const named = (purposes: ConsentPurpose[]) => joined(purposes.map((one) => labelOf(purposeLabels, one)))
  const parts = [
    agreed.length > 0 && t().agreed(named(agreed)),
    refused.length > 0 && (version > 0 ? t().refused(named(refused)) : named(refused)),
    guardian && t().guardian(guardian),
  ]
  return (
    <li>
      <span>
        <strong>{labelOf(channelLabels, channel)}</strong>{' '}
        <span className="quiet">{[...parts, at.slice(0, 16)].filter(Boolean).join(' · ')}</span>
      </span>
      {version > 0 && <a {...linkTo(`/privacy-policy?version=${version}`)}>{t().policy(version)}</a>}
    </li>
  )
}

interface Fields {
  purposes: ConsentPurpose[]
}

interface Props {
  id: string
  read: PhoneRead
  consents: typeof api.people.consentsOfLead
}

function Dialog({ id, read, close }: Props & { close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const withdraw = useMutation({
    mutationFn: async ({ purposes }: Fields) =>
      call(api.consents.withdraw, { body: { phone: await readPhone(read, id), purposes } }),
    onSuccess() {
      tell(t().done)
      void queries.invalidateQueries({ queryKey: ['consents', id] })
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

/** What the number has agreed to, and a way out for patients who phone, as they cannot do it themselves then. */
export function Consents(props: Props) {
  const { id, consents } = props
  const [isOpen, setOpen] = useState(false)
  const said = useQuery({
    queryKey: ['consents', id],
    queryFn: () => call(consents, { params: { id } }),
    enabled: may(consents),
  })
  if (!may(api.consents.withdraw)) return null
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <QueryState of={said} rows={1}>
        {(list) => (
          <ul className="related">
            {list.map((one, index) => (
              <ConsentLine key={index} one={one} />
            ))}
            {list.length === 0 && <li className="quiet">{t().none}</li>}
          </ul>
        )}
      </QueryState>
      <p className="quiet">{t().hint}</p>
      <Button onClick={() => setOpen(true)}>{t().begin}</Button>
      {isOpen && <Dialog {...props} close={() => setOpen(false)} />}
    </div>
  )
}
