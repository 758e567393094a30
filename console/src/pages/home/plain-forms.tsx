import type { HomeDocument } from '@zhenyue/contract'
import { Button, Input, Switch } from 'antd'
import { PlusOutlined } from '../../ui/icons.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { LinkField } from '../../ui/link-field.tsx'
import { i18n } from '../../app/i18n.ts'
import { Items, Line, TextLine } from '../../ui/fields.tsx'
import type { FormProps } from '../../ui/fields.tsx'

const t = i18n(
  {
    title: '标题',
    subtitle: '副标题',
    background: '背景图',
    button: '按钮文字',
    link: '按钮前往',
    icon: '图标',
    name: '名称',
    to: '前往',
    add: '添加一项',
    enabled: '显示公告',
    text: '公告内容',
  },
  {
    title: 'Title',
    subtitle: 'Subtitle',
    background: 'Background',
    button: 'Button text',
    link: 'Button leads to',
    icon: 'Icon',
    name: 'Name',
    to: 'Leads to',
    add: 'Add one',
    enabled: 'Show the banner',
    text: 'Text',
  },
)

export function HeroForm({ value, onChange }: FormProps<HomeDocument['hero']>) {
  const { primaryCta: cta } = value
  return (
    <>
      <TextLine label={t().title} value={value.title} onChange={(title) => onChange({ ...value, title })} />
      <TextLine
        label={t().subtitle}
        value={value.subtitle}
        onChange={(subtitle) => onChange({ ...value, subtitle })}
      />
      <Line label={t().background}>
        {(id) => (
          <ImageField
            id={id}
            aspect={1.6}
            label={t().background}
            value={value.bgImage}
            onChange={(bgImage) => onChange({ ...value, bgImage })}
          />
        )}
      </Line>
      <TextLine
        label={t().button}
        value={cta.text}
        onChange={(text) => onChange({ ...value, primaryCta: { ...cta, text } })}
      />
      <Line label={t().link}>
        {(id) => (
          <LinkField
            id={id}
            label={t().link}
            value={cta.link}
            onChange={(link) => onChange({ ...value, primaryCta: { ...cta, link } })}
          />
        )}
      </Line>
    </>
  )
}

export const FeaturesForm = ({ value, onChange }: FormProps<HomeDocument['features']>) => (
  <>
    <Items
      label={t().name}
      value={value}
      onChange={onChange}
      nameOf={({ title }) => title}
      fields={(item, change) => (
        <>
          <Input
            aria-label={t().icon}
            className="item-icon"
            value={item.icon}
            onChange={(event) => change({ ...item, icon: event.target.value })}
          />
          <Input
            aria-label={t().name}
            value={item.title}
            placeholder={t().name}
            onChange={(event) => change({ ...item, title: event.target.value })}
          />
          <LinkField label={t().to} value={item.link} onChange={(link) => change({ ...item, link })} />
        </>
      )}
    />
    <Button icon={<PlusOutlined />} onClick={() => onChange([...value, { icon: '✨', title: '', link: '' }])}>
      {t().add}
    </Button>
  </>
)

export const InfoBannerForm = ({ value, onChange }: FormProps<HomeDocument['infoBanner']>) => (
  <>
    <Line label={t().enabled}>
      {(id) => (
        <span>
          <Switch id={id} checked={value.enabled} onChange={(enabled) => onChange({ ...value, enabled })} />
        </span>
      )}
    </Line>
    <Items
      label={t().text}
      value={value.texts}
      onChange={(texts) => onChange({ ...value, texts })}
      nameOf={(text) => text.slice(0, 12)}
      fields={(text, change) => (
        <Input
          aria-label={t().text}
          value={text}
          maxLength={500}
          onChange={(event) => change(event.target.value)}
        />
      )}
    />
    <Button icon={<PlusOutlined />} onClick={() => onChange({ ...value, texts: [...value.texts, ''] })}>
      {t().add}
    </Button>
  </>
)
