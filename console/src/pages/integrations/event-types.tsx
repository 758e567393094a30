import { eventTypes, type EventType } from '@zhenyue/contract/rules'
import { Form, Select } from 'antd'
import { i18n, joined, labelOf } from '../../app/i18n.ts'
import { wantedTypeLabels } from '../../records/change-labels.ts'

const t = i18n(
  {
    types: '通知哪些事件',
    required: '请至少选择一个事件',
    more: (first: string, count: number) => `${first}等 ${count} 种`,
  },
  {
    types: 'Events',
    required: 'Please choose at least one',
    more: (first, count) => `${first} and ${count - 1} more`,
  },
)

export type WantedType = EventType | '*'

const allOrSome = (types: string[], before: string[] | undefined) =>
  types.includes('*') && !before?.includes('*')
    ? ['*']
    : types.filter((type) => type !== '*' || types.length === 1)

/** The field of a form that says what a receiver hears of. */
export function EventTypesField() {
  const offered = ['*', ...eventTypes]
  return (
    <Form.Item
      name="types"
      label={t().types}
      normalize={allOrSome}
      rules={[{ required: true, message: t().required }]}
    >
      <Select
        mode="multiple"
        options={offered.map((value) => ({ value, label: labelOf(wantedTypeLabels, value) }))}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Form.Item>
  )
}

/** `新线索、新预约`, or of many the first and how many there are. */
export function EventTypes({ types }: { types: string[] }) {
  const names = types.map((type) => labelOf(wantedTypeLabels, type))
  const text = joined(names)
  return <span title={text}>{names.length > 3 ? t().more(names[0]!, names.length) : text}</span>
}
