import type { Expert, Sent } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { Form, Input, Switch } from 'antd'
import { api, call } from '../../app/api.ts'
import { ImageField } from '../../ui/image-field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { ContentPage } from './content-page.tsx'

const t = i18n(
  {
    title: '专家',
    hint: '患者在专家页看到的介绍',
    empty: '还没有专家',
    name: '姓名',
    post: '职称',
    department: '科室',
    avatar: '头像',
    intro: '简介',
    enabled: '对患者显示',
    required: '请填写专家姓名',
  },
  {
    title: 'Experts',
    hint: 'What patients read on the expert page',
    empty: 'No experts yet',
    name: 'Name',
    post: 'Title',
    department: 'Department',
    avatar: 'Picture',
    intro: 'Introduction',
    enabled: 'Shown to patients',
    required: 'A name is needed',
  },
)

export const Experts = () => (
  <ContentPage<Expert, Sent<typeof api.experts.create>['body']>
    kind={{
      key: 'experts',
      title: t().title,
      hint: t().hint,
      empty: t().empty,
      operations: {
        list: () => call(api.experts.list),
        create: (body) => call(api.experts.create, { body }),
        update: (id, body) => call(api.experts.update, { params: { id }, body }),
        remove: (id, options) => call(api.experts.remove, { params: { id }, ...options }),
        order: (ids) => call(api.experts.order, { body: { ids } }),
      },
      initial: { enabled: true },
      nameOf: ({ name }) => name,
      row: (expert) => (
        <>
          <Picture src={expert.avatar} width={44} height={44} />
          <div className="content-text">
            <strong className="one-line">{expert.name}</strong>
            <span className="quiet one-line">
              {[expert.title, labelOf<string>(departmentLabels, expert.department)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
        </>
      ),
      fields: () => (
        <>
          <Form.Item
            name="name"
            label={t().name}
            rules={[{ required: true, whitespace: true, message: t().required }]}
          >
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="title" label={t().post}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="department" label={t().department}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="avatar" label={t().avatar}>
            <ImageField aspect={1} label={t().avatar} />
          </Form.Item>
          <Form.Item name="intro" label={t().intro}>
            <Input.TextArea autoSize={{ minRows: 4, maxRows: 14 }} maxLength={2000} showCount />
          </Form.Item>
          <Form.Item name="enabled" label={t().enabled} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      ),
    }}
  />
)
