import type { Template } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { departments, type Department } from '@zhenyue/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, DatePicker, Drawer, Form, InputNumber, Select, Space, Switch, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { reasonOf } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { weekdayLabels, weekdays } from '../../ui/weekdays.ts'
import { piecesOf, saveTemplate, type Values } from './templates.ts'
import { whoseKey, whoseName, type Whose } from './whose.ts'

const t = i18n(
  {
    add: '新增排班',
    edit: '编辑排班',
    who: '出诊医生',
    department: '科室',
    weekday: '星期',
    start: '开始时间',
    end: '结束时间',
    pieces: '每段时长',
    whole: '不分段（整个时间一起放号）',
    minutes: (count: number) => `${count} 分钟`,
    places: '每段号源数',
    placesMissing: '请填写号源数，1～999',
    backwards: '结束时间要晚于开始时间',
    uneven: '这个时长分不匀，请换一个时长，或调整开始、结束时间',
    sum: (pieces: number, places: number) => `分 ${pieces} 段，每次出诊共 ${pieces * places} 个号`,
    from: '生效日期',
    to: '截止日期',
    validHint: '不填就是长期有效。',
    validWrong: '截止日期不能早于生效日期',
    enabled: '启用',
    save: '保存排班',
    cancel: '取消',
  },
  {
    add: 'New template',
    edit: 'Edit the template',
    who: 'Doctor',
    department: 'Department',
    weekday: 'Weekday',
    start: 'From',
    end: 'Until',
    pieces: 'Length of a slot',
    whole: 'Undivided',
    minutes: (count) => `${count} minutes`,
    places: 'Places of each slot',
    placesMissing: 'Please enter a number from 1 to 999',
    backwards: 'The end has to be after the start',
    uneven: 'The time does not divide evenly: please choose another length, or change the times',
    sum: (pieces, places) => `${pieces} slots, ${pieces * places} places each time`,
    from: 'Valid from',
    to: 'Valid until',
    validHint: 'Empty means always.',
    validWrong: 'It cannot end before it begins',
    enabled: 'Enabled',
    save: 'Save',
    cancel: 'Cancel',
  },
)

interface Fields {
  who: string
  departmentName: Department
  weekday: number
  start: Dayjs
  end: Dayjs
  slotMinutes: number
  places: number
  validFrom: Dayjs | null
  validTo: Dayjs | null
  enabled: boolean
}

const clock = (value: string) => dayjs(`2026-12-01T${value}`)
const timeOf = (value: Dayjs | undefined) => value?.format('HH:mm') ?? ''
const day = (value: string) => (value ? dayjs(value) : null)
const dateOf = (value: Dayjs | null) => value?.format('YYYY-MM-DD') ?? ''
const lengths = [0, 10, 15, 20, 30, 40, 60]

/** A template that is not there yet has no id. */
export type Edited = Values & Pick<Partial<Template>, 'id'>

export function TemplateEditor({ edited, all, close }: { edited: Edited; all: Whose[]; close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const now = Form.useWatch([], form) as Partial<Fields> | undefined
  const save = useMutation({
    mutationFn: (values: Fields) => {
      const { departmentName, doctorId } = all.find((one) => whoseKey(one) === values.who)!
      return saveTemplate(edited.id, {
        departmentName: doctorId ? values.departmentName : departmentName,
        doctorId,
        weekday: values.weekday,
        start: timeOf(values.start),
        end: timeOf(values.end),
        slotMinutes: values.slotMinutes,
        places: values.places,
        validFrom: dateOf(values.validFrom),
        validTo: dateOf(values.validTo),
        enabled: values.enabled,
      })
    },
    onSuccess: close,
  })
  const times = { start: timeOf(now?.start), end: timeOf(now?.end), slotMinutes: now?.slotMinutes ?? 0 }
  const pieces = now?.start && now.end ? piecesOf(times) : undefined
  const isDoctor = !!all.find((one) => whoseKey(one) === now?.who)?.doctorId
  return (
    <Drawer
      open
      size={480}
      title={edited.id ? t().edit : t().add}
      onClose={close}
      mask={{ closable: false }}
      footer={
        <Space>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            {t().save}
          </Button>
          <Button onClick={close}>{t().cancel}</Button>
        </Space>
      }
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        initialValues={{
          ...edited,
          who: whoseKey(edited),
          start: clock(edited.start),
          end: clock(edited.end),
          validFrom: day(edited.validFrom),
          validTo: day(edited.validTo),
        }}
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item name="who" label={t().who}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={all.map((one) => ({ value: whoseKey(one), label: whoseName(one) }))}
            onChange={(key) =>
              form.setFieldValue('departmentName', all.find((one) => whoseKey(one) === key)!.departmentName)
            }
          />
        </Form.Item>
        <Form.Item name="departmentName" label={t().department} hidden={!isDoctor}>
          <Select
            options={departments.map((value) => ({ value, label: labelOf(departmentLabels, value) }))}
          />
        </Form.Item>
        <Form.Item name="weekday" label={t().weekday}>
          <Select
            options={weekdays.map((value) => ({
              value: Number(value),
              label: labelOf(weekdayLabels, value),
            }))}
          />
        </Form.Item>
        <div className="two-fields">
          <Form.Item name="start" label={t().start}>
            <TimePicker
              format="HH:mm"
              minuteStep={5}
              needConfirm={false}
              showNow={false}
              allowClear={false}
            />
          </Form.Item>
          <Form.Item
            name="end"
            label={t().end}
            dependencies={['start']}
            rules={[
              {
                validator: async (_, end: Dayjs) => {
                  if (timeOf(end) <= timeOf(form.getFieldValue('start'))) throw new Error(t().backwards)
                },
              },
            ]}
          >
            <TimePicker
              format="HH:mm"
              minuteStep={5}
              needConfirm={false}
              showNow={false}
              allowClear={false}
            />
          </Form.Item>
          <Form.Item
            name="slotMinutes"
            label={t().pieces}
            dependencies={['start', 'end']}
            rules={[
              {
                validator: async () => {
                  const { start, end, slotMinutes } = form.getFieldsValue()
                  if (timeOf(end) <= timeOf(start)) return
                  const isEven = piecesOf({ start: timeOf(start), end: timeOf(end), slotMinutes })
                  if (!isEven) throw new Error(t().uneven)
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
      </Form>
    </Drawer>
  )
}
