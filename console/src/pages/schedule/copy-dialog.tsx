import type { Template } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Checkbox, Form, Radio, Select } from 'antd'
import { tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { weekdayLabels, weekdays } from '../../ui/weekdays.ts'
import { makeTemplates, movedTo, saveTemplate, valuesOf } from './templates.ts'
import { whoOptions } from './time-fields.tsx'
import { whoseKey, whoseName, type Whose } from './whose.ts'

const t = i18n(
  {
    title: '移动或复制到',
    way: '方式',
    move: '移动',
    copy: '复制',
    who: '出诊医生',
    weekdays: '星期',
    weekdayMissing: '请选择星期',
    week: (name: string) => `把 ${name} 的整周排班复制到`,
    weekHint: (count: number) => `共 ${count} 个排班。与对方已有的排班时间重叠的，不会复制。`,
    whoMissing: '请选择复制给谁',
  },
  {
    title: 'Move or copy',
    way: 'How',
    move: 'Move',
    copy: 'Copy',
    who: 'Doctor',
    weekdays: 'Weekdays',
    weekdayMissing: 'Please choose a weekday',
    week: (name) => `Copy the week of ${name} to`,
    weekHint: (count) => `${count} templates. Those that overlap with existing ones are left out.`,
    whoMissing: 'Please choose to whom',
  },
)

const weekdayOptions = () =>
  weekdays.map((value) => ({ value: Number(value), label: labelOf(weekdayLabels, value) }))

interface Fields {
  way: 'move' | 'copy'
  who: string
  weekday: number
  weekdays?: number[]
}

/** What dragging does, by keyboard. */
export function CopyDialog({
  template,
  all,
  close,
}: {
  template: Template
  all: Whose[]
  close: () => void
}) {
  const [form] = Form.useForm<Fields>()
  const way = Form.useWatch('way', form) ?? 'copy'
  const send = useMutation({
    async mutationFn({ way, who, weekday, weekdays = [] }: Fields) {
      const target = all.find((one) => whoseKey(one) === who)!
      if (way === 'move') await saveTemplate(template, movedTo(template, target, weekday))
      else await makeTemplates(weekdays.map((one) => movedTo(template, target, one)))
    },
    onSuccess: close,
    onError: tellFault,
  })
  return (
    <FormDialog<Fields>
      form={form}
      title={t().title}
      save={way === 'move' ? t().move : t().copy}
      isSaving={send.isPending}
      close={close}
      width={480}
      initialValues={{ way: 'copy', who: whoseKey(template), weekday: template.weekday }}
      onFinish={send.mutate}
    >
      <Form.Item name="way" label={t().way}>
        <Radio.Group
          options={[
            { value: 'copy', label: t().copy },
            { value: 'move', label: t().move },
          ]}
        />
      </Form.Item>
      <Form.Item name="who" label={t().who}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={whoOptions(all)} />
      </Form.Item>
      {way === 'move' ? (
        <Form.Item name="weekday" label={t().weekdays}>
          <Radio.Group options={weekdayOptions()} />
        </Form.Item>
      ) : (
        <Form.Item
          name="weekdays"
          label={t().weekdays}
          rules={[{ required: true, message: t().weekdayMissing }]}
        >
          <Checkbox.Group options={weekdayOptions()} />
        </Form.Item>
      )}
    </FormDialog>
  )
}

/** All that one has in a week, for another. */
export function CopyWeekDialog({
  from,
  templates,
  all,
  close,
}: {
  from: Whose
  templates: Template[]
  all: Whose[]
  close: () => void
}) {
  const [form] = Form.useForm<{ who: string }>()
  const send = useMutation({
    mutationFn({ who }: { who: string }) {
      const { doctorId, departmentName } = all.find((one) => whoseKey(one) === who)!
      return makeTemplates(templates.map((one) => ({ ...valuesOf(one), doctorId, departmentName })))
    },
    onSuccess: close,
    onError: tellFault,
  })
  return (
    <FormDialog
      form={form}
      title={t().week(whoseName(from))}
      save={t().copy}
      isSaving={send.isPending}
      close={close}
      width={480}
      onFinish={send.mutate}
    >
      <Form.Item
        name="who"
        label={t().who}
        extra={t().weekHint(templates.length)}
        rules={[{ required: true, message: t().whoMissing }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={whoOptions(all.filter((one) => whoseKey(one) !== whoseKey(from)))}
        />
      </Form.Item>
    </FormDialog>
  )
}
