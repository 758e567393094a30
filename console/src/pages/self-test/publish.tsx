import type { SelfTestDraft } from '@zhenyue/contract'
import type { Clinician, SelfTestDocument } from '@zhenyue/contract/self-test/document'
import type { SelfTestFault } from '@zhenyue/contract/self-test/safety'
import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { api, queries, send } from '../../app/api.ts'
import { reasonOf, tell } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { inWords } from '../../app/service-words.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { DifferenceList } from './difference-list.tsx'

const t = i18n(
  {
    title: '发布健康自测',
    publish: '确认发布',
    text: '发布后患者马上看到新的问卷，每个版本都会永久保留。请填写为这一版负责的本院医师。',
    name: '审核医师姓名',
    post: '职称',
    nameMissing: '请填写审核医师的姓名',
    postMissing: '请填写职称，例如 主任医师',
    changes: '与患者现在看到的相比',
    editedBy: (name: string, at: string) => `草稿由 ${name} 在 ${at} 最后修改，请由另一位同事发布。`,
    published: (version: string) => `已发布 ${version} 版`,
    kept: '没有发布。您填写的内容都在。',
  },
  {
    title: 'Publish the self-test',
    publish: 'Publish',
    text: 'Patients see it at once, and every version is kept. Please name the clinician of this hospital who answers for it.',
    name: 'Name of the clinician',
    post: 'Title',
    nameMissing: 'Please enter the name of the clinician',
    postMissing: 'Please enter the title',
    changes: 'Compared with what patients see now',
    editedBy: (name, at) =>
      `The draft was last changed by ${name} at ${at}; somebody else has to publish it.`,
    published: (version) => `Version ${version} is published`,
    kept: 'Not published. What you entered is still here.',
  },
)

type Faulty = { faults?: SelfTestFault[] } | null

/** Makes the draft the document that patients see, in the name of a clinician. */
export function Publish({
  draft,
  etag,
  published,
  found,
  close,
}: {
  draft: SelfTestDraft
  etag: string
  published: SelfTestDocument
  /** The service has found faults that only it can see. */
  found: (faults: SelfTestFault[]) => void
  close: () => void
}) {
  const [form] = Form.useForm<Clinician>()
  const [refusal, setRefusal] = useState('')
  const publishing = useMutation({
    mutationFn: (approvedBy: Clinician) =>
      send(api.selfTest.publish, { body: { approvedBy }, headers: { 'if-match': etag } }),
    onSuccess(reply) {
      if (reply.code !== 0) {
        found((reply.data as Faulty)?.faults ?? [])
        setRefusal(inWords(reply.message))
      } else {
        tell(t().published(reply.data.version))
        close()
      }
      void queries.invalidateQueries({ queryKey: ['self-test'] })
    },
    onError: (error) => setRefusal(reasonOf(error)),
  })
  return (
    <FormDialog<Clinician>
      form={form}
      title={t().title}
      save={t().publish}
      width={640}
      requiredMark={false}
      isSaving={publishing.isPending}
      onFinish={(clinician) => publishing.mutate(clinician)}
      close={close}
    >
      {refusal && <Alert type="warning" showIcon title={refusal} description={t().kept} />}
      <p>{t().text}</p>
      {draft.editedBy && <p className="quiet">{t().editedBy(draft.editedBy, draft.editedAt ?? '')}</p>}
      <Form.Item
        name="name"
        label={t().name}
        rules={[{ required: true, whitespace: true, message: t().nameMissing }]}
      >
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="title"
        label={t().post}
        rules={[{ required: true, whitespace: true, message: t().postMissing }]}
      >
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <strong>{t().changes}</strong>
      <DifferenceList before={published} after={draft} />
    </FormDialog>
  )
}
