import type { Banner, Sent } from '@zhenyue/contract'
import { Form, Input, Switch } from 'antd'
import { api, call } from '../../app/api.ts'
import { ImageField } from '../../ui/image-field.tsx'
import { LinkField } from '../../ui/link-field.tsx'
import { leadsSomewhere, pageLabel } from '../../ui/patient-pages.ts'
import { Picture } from '../../ui/picture.tsx'
import { i18n } from '../../app/i18n.ts'
import { ContentPage } from './content-page.tsx'

const t = i18n(
  {
    title: '轮播图',
    hint: '首页轮播的图片',
    empty: '还没有轮播图',
    name: '标题',
    subtitle: '副标题',
    image: '图片',
    link: '点击后前往',
    enabled: '对患者显示',
    required: '请填写标题，或选择图片',
  },
  {
    title: 'Banners',
    hint: 'The pictures on the home page',
    empty: 'No banners yet',
    name: 'Title',
    subtitle: 'Subtitle',
    image: 'Picture',
    link: 'Leads to',
    enabled: 'Shown to patients',
    required: 'A title or a picture is needed',
  },
)

export const Banners = () => (
  <ContentPage<Banner, Sent<typeof api.banners.create>['body']>
    kind={{
      key: 'banners',
      title: t().title,
      hint: t().hint,
      empty: t().empty,
      operations: {
        list: () => call(api.banners.list),
        create: (body) => call(api.banners.create, { body }),
        update: (id, body) => call(api.banners.update, { params: { id }, body }),
        remove: (id, options) => call(api.banners.remove, { params: { id }, ...options }),
        order: (ids) => call(api.banners.order, { body: { ids } }),
      },
      initial: { enabled: true },
      nameOf: ({ title }) => title,
      row: (banner) => (
        <>
          <Picture src={banner.image} width={96} height={48} />
          <div className="content-text">
            <strong className="one-line">{banner.title}</strong>
            <span className="quiet one-line">
              {[banner.subtitle, pageLabel(banner.link)].filter(Boolean).join(' · ')}
            </span>
          </div>
        </>
      ),
      fields: () => (
        <>
          <Form.Item
            name="title"
            label={t().name}
            dependencies={['image']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, value?: string) =>
                  value?.trim() || getFieldValue('image')
                    ? Promise.resolve()
                    : Promise.reject(new Error(t().required)),
              }),
            ]}
          >
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="subtitle" label={t().subtitle}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="image" label={t().image}>
            <ImageField aspect={2} label={t().image} />
          </Form.Item>
          <Form.Item
            name="link"
            label={t().link}
            rules={[
              {
                validator: (_, value = '') =>
                  leadsSomewhere(value) ? Promise.resolve() : Promise.reject(new Error()),
                message: '',
              },
            ]}
          >
            <LinkField label={t().link} />
          </Form.Item>
          <Form.Item name="enabled" label={t().enabled} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      ),
    }}
  />
)
