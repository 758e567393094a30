import type { Appointment, ClosureItem, Message, Sent } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import type { ClosureItemState } from '@zhenyue/contract/schedule-rules'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, Space } from 'antd'
import { useState } from 'react'
import { api, masked } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { refreshRecords } from '../../records/cache.ts'
import { failureInWords } from '../../records/failure-words.ts'
import { MessageBadge } from '../../records/message-status.tsx'
import { Phone } from '../../records/phone.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { FormDialog } from '../../ui/form-frames.tsx'
import { slotName } from '../appointments/visits.ts'
import { MoveDialog } from '../booking/move-dialog.tsx'
import { callForPlace } from '../booking/place.ts'
import { dayName } from '../booking/slots.ts'
import { itemStateLabels, readClosuresAgain } from './closure-words.ts'

const t = i18n(
  {
    needsCall: '请电话通知',
    message: '停诊短信',
    erased: '这位患者的信息已被删除',
    move: '改约',
    cancel: '取消预约',
    cancelTitle: (name: string) => `取消 ${name} 的预约？`,
    cancelText: '取消后不能恢复，患者需要重新预约。',
    keep: '先不取消',
    cancelled: '预约已取消',
    call: '已电话联系',
    callTitle: (name: string) => `已电话联系 ${name}`,
    note: '联系情况（选填）',
    noteHint: '例如：没接通，下午再打',
    back: '返回',
    noted: '已记下',
  },
  {
    needsCall: 'Please phone',
    message: 'Message',
    erased: 'This patient was erased',
    move: 'Move',
    cancel: 'Cancel appointment',
    cancelTitle: (name) => `Cancel the appointment of ${name}?`,
    cancelText: 'This cannot be undone; the patient would have to book again.',
    keep: 'Not now',
    cancelled: 'Cancelled',
    call: 'Phoned',
    callTitle: (name) => `${name} was phoned`,
    note: 'What was said (optional)',
    noteHint: 'Such as: no answer, again in the afternoon',
    back: 'Back',
    noted: 'Noted',
  },
)

const tones: Record<ClosureItemState, Tone> = {
  open: 'warn',
  called: 'info',
  moved: 'good',
  cancelled: 'plain',
}

type Action = Sent<typeof api.closures.settle>['body']

function settled() {
  readClosuresAgain()
  refreshRecords('appointment')
}

function CallDialog({
  name,
  send,
  close,
}: {
  name: string
  send: (body: Action) => Promise<unknown>
  close: () => void
}) {
  const [form] = Form.useForm<{ note?: string }>()
  const save = useMutation({
    mutationFn: ({ note = '' }: { note?: string }) => send({ action: 'call', note }),
    onSuccess() {
      tell(t().noted)
      close()
    },
    onError: tellFault,
  })
  return (
    <FormDialog
      form={form}
      title={t().callTitle(name)}
      cancel={t().back}
      isSaving={save.isPending}
      close={close}
      width={440}
      onFinish={save.mutate}
    >
      <Form.Item name="note" label={t().note}>
        <Input.TextArea maxLength={200} autoFocus placeholder={t().noteHint} />
      </Form.Item>
    </FormDialog>
  )
}

function Actions({ closureId, appointment }: { closureId: string; appointment: Appointment }) {
  const [open, setOpen] = useState<'move' | 'call'>()
  const { id, patientName } = appointment
  const params = { id: closureId, appointmentId: id }
  const send = async (body: Action) => {
    await callForPlace(api.closures.settle, { params, query: masked, body }).finally(settled)
  }
  const cancel = useMutation({
    mutationFn: () => send({ action: 'cancel' }),
    onSuccess: () => tell(t().cancelled),
    onError: tellFault,
  })
  const askToCancel = () =>
    ask({
      title: t().cancelTitle(patientName),
      content: t().cancelText,
      okText: t().cancel,
      cancelText: t().keep,
      okButtonProps: { danger: true },
      onOk: () => cancel.mutateAsync().catch(() => {}),
    })
  const close = () => setOpen(undefined)
  return (
    <Space size={6} wrap>
      <Button type="primary" onClick={() => setOpen('move')}>
        {t().move}
      </Button>
      <Button onClick={() => setOpen('call')}>{t().call}</Button>
      <Button danger onClick={askToCancel}>
        {t().cancel}
      </Button>
      {open === 'move' && (
        <MoveDialog {...{ appointment, close }} send={(slotId) => send({ action: 'move', slotId })} />
      )}
      {open === 'call' && <CallDialog name={patientName} {...{ send, close }} />}
    </Space>
  )
}

/** One patient of a closure: whether they know, and what is done next. */
export function ClosureItemCard({
  closureId,
  item: { state, needsCall, note, appointment },
  message,
}: {
  closureId: string
  item: ClosureItem
  message: Message | undefined
}) {
  const isOpen = state === 'open' || state === 'called'
  if (!appointment) return <li className="card row-card quiet">{t().erased}</li>
  const { id, patientName, patientPhone, date, timeSlot, departmentName, doctorName } = appointment
  return (
    <li className="card row-card">
      <div className="card-head">
        <a className="name-button" {...linkTo(addressOf('/appointments', { open: id }))}>
          {patientName}
        </a>
        <Badge tone={tones[state]}>{labelOf(itemStateLabels, state)}</Badge>
        {needsCall && isOpen && <Badge tone="bad">{t().needsCall}</Badge>}
      </div>
      <div>
        <Phone id={id} phone={patientPhone} actions={isOpen} read={api.appointments.readPhone} />
      </div>
      <div className="number">
        {[`${dayName(date)} ${slotName(timeSlot)}`, labelOf(departmentLabels, departmentName), doctorName]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {message && (
        <div>
          <span className="quiet">{`${t().message} `}</span>
          <MessageBadge status={message.status} />{' '}
          {message.error && <span className="quiet">{failureInWords(message.error)}</span>}
        </div>
      )}
      {note && <div className="any-text quiet">{note}</div>}
      {isOpen && may(api.closures.settle) && (
        <div className="card-foot">
          <Actions {...{ closureId, appointment }} />
        </div>
      )}
    </li>
  )
}
