import type { Hospital, Sent } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, InputNumber, Space } from 'antd'
import { api, call, queries } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { changedOf } from '../../records/differences.ts'
import { FormDrawer } from '../../ui/form-frames.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { hospitalWords } from './hospital-words.ts'

const t = i18n(
  {
    title: '编辑医院信息',
    saved: '医院信息已保存',
    required: '请填写医院名称',
  },
  {
    title: 'Edit the hospital',
    saved: 'Saved',
    required: 'Please enter a name',
  },
)

type Change = Sent<typeof api.hospitals.update>['body']

const lines = { level: 50, address: 200, phone: 50, established: 20 }
const counts = ['departments', 'doctors', 'beds'] as const

export function HospitalEditor({ hospital, close }: { hospital: Hospital; close: () => void }) {
  const [form] = Form.useForm<Change>()
  const save = useMutation({
    mutationFn: (values: Change) =>
      call(api.hospitals.update, { params: { id: hospital.id }, body: changedOf(values, hospital) }),
    onSuccess() {
      tell(t().saved)
      close()
      void queries.invalidateQueries({ queryKey: ['hospitals'] })
    },
    onError: tellFault,
  })
  const words = hospitalWords()
  return (
    <FormDrawer<Change>
      form={form}
      size={560}
      title={t().title}
      isSaving={save.isPending}
      close={close}
      initialValues={hospital}
      onFinish={save.mutate}
    >
      <Form.Item
        name="name"
        label={words.name}
        rules={[{ required: true, whitespace: true, message: t().required }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      {Object.entries(lines).map(([key, most]) => (
        <Form.Item key={key} name={key as keyof typeof lines} label={words[key as keyof typeof lines]}>
          <Input maxLength={most} />
        </Form.Item>
      ))}
      <Space wrap>
        {counts.map((key) => (
          <Form.Item key={key} name={key} label={words[key]}>
            <InputNumber min={0} precision={0} />
          </Form.Item>
        ))}
      </Space>
      <Form.Item name="intro" label={words.intro}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2000} />
      </Form.Item>
      <Form.Item name="description" label={words.description}>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 14 }} maxLength={20_000} />
      </Form.Item>
      <Form.Item name="logo" label={words.logo}>
        <ImageField aspect={1} label={words.logo} />
      </Form.Item>
      <Form.Item name="banner" label={words.banner}>
        <ImageField aspect={2} label={words.banner} />
      </Form.Item>
    </FormDrawer>
  )
}
