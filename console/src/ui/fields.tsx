import { Button, Input } from 'antd'
import { useId, type ReactNode } from 'react'
import { DeleteOutlined } from './icons.tsx'
import { SortableList } from './sortable-list.tsx'
import { i18n } from '../app/i18n.ts'

const t = i18n(
  {
    remove: '删除',
    item: (n: number) => `第 ${n} 项`,
  },
  {
    remove: 'Delete',
    item: (n) => `Item ${n}`,
  },
)

export interface FormProps<T> {
  value: T
  onChange: (value: T) => void
}

export const Line = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="line">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

export const TextLine = ({
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

/** Items in an order, each with its own fields. */
export function Items<T>({
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
  const change = (index: number) => (item: T) => onChange(value.map((one, at) => (at === index ? item : one)))
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
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          </>
        ),
      }))}
      onOrder={(keys) => onChange(keys.map((key) => value[Number(key)]!))}
    />
  )
}
