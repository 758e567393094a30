import type { HomeDocument } from '@zhenyue/contract'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { api, call } from '../../api.ts'
import { ImageField } from '../../forms/image-field.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { words } from '../../words.ts'

const t = words(
  {
    title: '标题',
    subtitle: '副标题',
    background: '背景图',
    button: '按钮文字',
    link: '按钮前往',
    icon: '图标',
    name: '名称',
    to: '前往',
    remove: '删除',
    add: '添加一项',
    enabled: '显示公告',
    text: '公告内容',
    person: '姓名',
    post: '职称',
    avatar: '头像',
    choose: '从专家库添加',
    blank: '手动添加',
    item: (n: number) => `第 ${n} 项`,
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
    remove: 'Delete',
    add: 'Add one',
    enabled: 'Show the banner',
    text: 'Text',
    person: 'Name',
    post: 'Title',
    avatar: 'Picture',
    choose: 'Add from the experts',
    blank: 'Add by hand',
    item: (n) => `Item ${n}`,
  },
)

interface FormProps<T> {
  value: T
  onChange: (value: T) => void
}

const Line = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="line">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

const TextLine = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => (
  <Line label={label}>
    {(id) => (
      <Input id={id} value={value} maxLength={500} onChange={(event) => onChange(event.target.value)} />
    )}
  </Line>
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
      <TextLine
        label={t().link}
        value={cta.link}
        onChange={(link) => onChange({ ...value, primaryCta: { ...cta, link } })}
      />
    </>
  )
}

/** Items in an order, each with its own fields. */
function Items<T>({
  value,
  onChange,
  nameOf,
  fields,
  label,
}: FormProps<T[]> & {
  nameOf: (item: T) => string
  label: string
  fields: (item: T, change: (item: T) => void) => ReactNode
}) {
  const change = (index: number) => (item: T) => onChange(value.with(index, item))
  return (
    <SortableList
      label={label}
      items={value.map((item, index) => ({
        key: String(index),
        name: nameOf(item) || t().item(index + 1),
        content: (
          <>
            <div className="item-fields">{fields(item, change(index))}</div>
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={`${t().remove} ${nameOf(item) || t().item(index + 1)}`}
              onClick={() => onChange(value.toSpliced(index, 1))}
            />
          </>
        ),
      }))}
      onOrder={(keys) => onChange(keys.map((key) => value[Number(key)]!))}
    />
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
          <Input
            aria-label={t().to}
            value={item.link}
            placeholder={t().to}
            onChange={(event) => change({ ...item, link: event.target.value })}
          />
        </>
      )}
    />
    <Button
      icon={<PlusOutlined />}
      onClick={() => onChange([...value, { icon: '✨', title: '', link: '/' }])}
    >
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

export function PeopleForm({ value, onChange }: FormProps<HomeDocument['expertTeam']>) {
  const experts = useQuery({ queryKey: ['experts'], queryFn: () => call(api.experts.list) })
  const others = (experts.data ?? []).filter(({ id }) => !value.some((person) => person.id === id))
  return (
    <>
      <Items
        label={t().person}
        value={value}
        onChange={onChange}
        nameOf={({ name }) => name}
        fields={(person, change) => (
          <>
            <Input
              aria-label={t().person}
              placeholder={t().person}
              value={person.name}
              onChange={(event) => change({ ...person, name: event.target.value })}
            />
            <Input
              aria-label={t().post}
              placeholder={t().post}
              value={person.title}
              onChange={(event) => change({ ...person, title: event.target.value })}
            />
            <ImageField
              aspect={1}
              label={t().avatar}
              value={person.avatar}
              onChange={(avatar) => change({ ...person, avatar })}
            />
          </>
        )}
      />
      <div className="add-person">
        <Select
          aria-label={t().choose}
          placeholder={t().choose}
          value={null}
          style={{ width: 220 }}
          options={others.map(({ id, name, title }) => ({ value: id, label: `${name} ${title}` }))}
          onChange={(chosen: string | null) => {
            const expert = others.find(({ id }) => id === chosen)
            if (expert)
              onChange([
                ...value,
                { id: expert.id, name: expert.name, title: expert.title, avatar: expert.avatar },
              ])
          }}
        />
        <Button
          icon={<PlusOutlined />}
          onClick={() => onChange([...value, { id: '', name: '', title: '', avatar: '' }])}
        >
          {t().blank}
        </Button>
      </div>
    </>
  )
}
