import { useMutation } from '@tanstack/react-query'
import { Alert, DatePicker, Form, InputNumber, Select, Switch } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { reasonOf } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { FormDrawer } from '../../ui/form-frames.tsx'
import { weekdayLabels, weekdays } from '../../ui/weekdays.ts'
import { piecesOf, saveTemplate, type Edited } from './templates.ts'
import { chosenWhose, StartAndEnd, WhoseFields, type TimeValues } from './time-fields.tsx'
import { whoseKey, type Whose } from './whose.ts'

const t = i18n(
  {
    add: '新增排班',
    edit: '编辑排班',
    weekday: '星期',
    pieces: '每段时长',
    whole: '不分段（整个时间一起放号）',
    minutes: (count: number) => `${count} 分钟`,
    places: '每段号源数',
    placesMissing: '请填写号源数，1～999',
    uneven: '这个时长分不匀，请换一个时长，或调整开始、结束时间',
    sum: (pieces: number, places: number) => `分 ${pieces} 段，每次出诊共 ${pieces * places} 个号`,
    from: '生效日期',
    to: '截止日期',
    validHint: '不填就是长期有效。',
    validWrong: '截止日期不能早于生效日期',
    enabled: '启用',
    save: '保存排班',
  },
  {
    add: 'New template',
    edit: 'Edit the template',
    weekday: 'Weekday',
    pieces: 'Length of a slot',
    whole: 'Undivided',
    minutes: (count) => `${count} minutes`,
    places: 'Places of each slot',
    placesMissing: 'Please enter a number from 1 to 999',
    uneven: 'The time does not divide evenly: please choose another length, or change the times',
    sum: (pieces, places) => `${pieces} slots, ${pieces * places} places each time`,
    from: 'Valid from',
    to: 'Valid until',
    validHint: 'Empty means always.',
    validWrong: 'It cannot end before it begins',
    enabled: 'Enabled',
    save: 'Save',
  },
)

interface Fields extends TimeValues {
  weekday: number
  slotMinutes: number
  places: number
  validFrom: Dayjs | null
  validTo: Dayjs | null
  enabled: boolean
}

const day = (value: string) => (value ? dayjs(value) : null)
const dateOf = (value: Dayjs | null) => value?.format('YYYY-MM-DD') ?? ''
const lengths = [0, 10, 15, 20, 30, 40, 60]

export function TemplateEditor({ edited, all, close }: { edited: Edited; all: Whose[]; close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const now = Form.useWatch([], form) as Partial<Fields> | undefined
  const save = useMutation({
    mutationFn: ({ who, ...values }: Fields) =>
      saveTemplate(edited, {
        ...values,
        ...chosenWhose(all, { ...values, who }),
        validFrom: dateOf(values.validFrom),
        validTo: dateOf(values.validTo),
      }),
    onSuccess: close,
  })
  const { start, end, slotMinutes = 0 } = now ?? {}
  const pieces = start && end ? piecesOf({ start, end, slotMinutes }) : undefined
  return (
    <FormDrawer<Fields>
      form={form}
      size={480}
      title={edited.id ? t().edit : t().add}
      save={t().save}
      isSaving={save.isPending}
      close={close}
      initialValues={{
        ...edited,
        who: whoseKey(edited),
        validFrom: day(edited.validFrom),
        validTo: day(edited.validTo),
      }}
      onFinish={save.mutate}
    >
      <WhoseFields all={all} />
      <Form.Item name="weekday" label={t().weekday}>
        <Select
          options={weekdays.map((value) => ({
            value: Number(value),
            label: labelOf(weekdayLabels, value),
          }))}
        />
      </Form.Item>
      <div className="two-fields">
        <StartAndEnd />
        <Form.Item
          name="slotMinutes"
          label={t().pieces}
          dependencies={['start', 'end']}
          rules={[
            {
              validator: async () => {
                const { start, end, slotMinutes } = form.getFieldsValue()
                if (end > start && !piecesOf({ start, end, slotMinutes })) throw new Error(t().uneven)
              },
            },
          ]}
        >
          <Select
            options={[...new Set([...lengths, edited.slotMinutes])]
              .sort((one, other) => one - other)
              .map((value) => ({ value, label: value === 0 ? t().whole : t().minutes(value) }))}
          />
        </Form.Item>
        <Form.Item
          name="places"
          label={t().places}
          rules={[{ required: true, message: t().placesMissing }]}
          extra={pieces && now?.places ? t().sum(pieces, now.places) : undefined}
        >
          <InputNumber min={1} max={999} precision={0} />
        </Form.Item>
        <Form.Item name="validFrom" label={t().from} extra={t().validHint}>
          <DatePicker />
        </Form.Item>
        <Form.Item
          name="validTo"
          label={t().to}
          dependencies={['validFrom']}
          rules={[
            {
              validator: async (_, to: Dayjs | null) => {
                const from = dateOf(form.getFieldValue('validFrom'))
                if (from && to && dateOf(to) < from) throw new Error(t().validWrong)
              },
            },
          ]}
        >
          <DatePicker />
        </Form.Item>
      </div>
      <Form.Item name="enabled" label={t().enabled} valuePropName="checked">
        <Switch />
      </Form.Item>
      {save.error && <Alert type="error" showIcon title={reasonOf(save.error)} />}
    </FormDrawer>
  )
}
