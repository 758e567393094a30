import type { HospitalImage, Sent } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select, Switch } from 'antd'
import { api, call } from '../../app/api.ts'
import { ImageField } from '../../ui/image-field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { i18n } from '../../app/i18n.ts'
import { ContentPage } from './content-page.tsx'

const t = i18n(
  {
    title: '医院图片',
    hint: '医院介绍页的环境照片',
    empty: '还没有图片',
    image: '图片',
    caption: '说明',
    hospital: '医院',
    enabled: '对患者显示',
    required: '请选择图片',
    untitled: '未命名',
  },
  {
    title: 'Hospital images',
    hint: 'Photographs on the hospital page',
    empty: 'No pictures yet',
    image: 'Picture',
    caption: 'Caption',
    hospital: 'Hospital',
    enabled: 'Shown to patients',
    required: 'A picture is needed',
    untitled: 'Untitled',
  },
)

const useHospitals = () =>
  useQuery({ queryKey: ['hospitals'], queryFn: () => call(api.hospitals.list) }).data ?? []

const HospitalName = ({ id }: { id: string }) => useHospitals().find((one) => one.id === id)?.name

function HospitalChoice(props: { value?: string; onChange?: (id: string) => void; id?: string }) {
  return <Select {...props} options={useHospitals().map(({ id, name }) => ({ value: id, label: name }))} />
}

export const Images = () => (
  <ContentPage<HospitalImage, Sent<typeof api.images.create>['body']>
    kind={{
      key: 'images',
      title: t().title,
      hint: t().hint,
      empty: t().empty,
      operations: {
        list: () => call(api.images.list),
        create: (body) => call(api.images.create, { body }),
        update: (id, body) => call(api.images.update, { params: { id }, body }),
        remove: (id, options) => call(api.images.remove, { params: { id }, ...options }),
        order: (ids) => call(api.images.order, { body: { ids } }),
      },
      initial: { enabled: true, hospitalId: 'h-001' },
      nameOf: ({ caption }) => caption,
      row: (image) => (
        <>
          <Picture src={image.image} width={80} height={54} />
          <div className="content-text">
            <strong className="one-line">{image.caption || t().untitled}</strong>
            <span className="quiet one-line">
              <HospitalName id={image.hospitalId} />
            </span>
          </div>
        </>
      ),
      fields: () => (
        <>
          <Form.Item name="image" label={t().image} rules={[{ required: true, message: t().required }]}>
            <ImageField aspect={1.5} label={t().image} />
          </Form.Item>
          <Form.Item name="caption" label={t().caption}>
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name="hospitalId" label={t().hospital}>
            <HospitalChoice />
          </Form.Item>
          <Form.Item name="enabled" label={t().enabled} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      ),
    }}
  />
)
