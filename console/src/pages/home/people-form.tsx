import type { HomeDocument } from '@zhenyue/contract'
import { Button, Input, Select } from 'antd'
import { PlusOutlined } from '../../ui/icons.tsx'
import { useExperts } from '../../ui/use-experts.ts'
import { ImageField } from '../../ui/image-field.tsx'
import { i18n } from '../../app/i18n.ts'
import { Items } from '../../ui/fields.tsx'
import type { FormProps } from '../../ui/fields.tsx'

const t = i18n(
  {
    person: '姓名',
    post: '职称',
    avatar: '头像',
    choose: '从专家库添加',
    blank: '手动添加',
  },
  {
    person: 'Name',
    post: 'Title',
    avatar: 'Picture',
    choose: 'Add from the experts',
    blank: 'Add by hand',
  },
)

export function PeopleForm({ value, onChange }: FormProps<HomeDocument['expertTeam']>) {
  const experts = useExperts()
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
