import type { CalendarDay } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { api, call, queries } from '../../app/api.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addDays } from '../../records/calendar.ts'
import { dayTitle } from '../../records/calendar.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { weekdayLabels, weekdays } from '../../ui/weekdays.ts'
import { addCounts, tellCounts } from './templates.ts'

const t = i18n(
  {
    kind: '这一天',
    offText: '休息',
    worksLabel: '调休上班',
    ordinary: '普通日',
    offHint: '不出诊，没人约的号源会移除；已有预约的号源会保留，但不再接受新预约。',
    as: '按星期几出诊',
    note: '说明',
    noteHint: '例如：国庆节',
    days: '连续天数',
    daysMissing: '请填写连续天数',
  },
  {
    kind: 'This day is',
    offText: 'Day off',
    worksLabel: 'Working day',
    ordinary: 'Ordinary day',
    offHint:
      'Nobody sees patients. Slots that nobody booked go; those with bookings stay, closed to new ones.',
    as: 'Works as',
    note: 'Note',
    noteHint: 'Such as a holiday',
    days: 'Days in a row',
    daysMissing: 'Please enter the number of days',
  },
)

interface Fields {
  kind: 'ordinary' | 'off' | 'works-as'
  weekday: number
  note: string
  days: number
}

/** Makes one day, or some in a row, a holiday, a working day or an ordinary one. */
export function DayDialog({
  date,
  now,
  close,
}: {
  date: string
  now: CalendarDay | undefined
  close: () => void
}) {
  const [form] = Form.useForm<Fields>()
  const kind = Form.useWatch('kind', form) ?? 'off'
  const save = useMutation({
    async mutationFn({ kind, weekday, note = '', days }: Fields) {
      const sum = { made: 0, removed: 0, kept: 0 }
      for (let ahead = 0; ahead < days; ahead++) {
        const params = { date: addDays(date, ahead) }
        const { slots } =
          kind === 'ordinary'
            ? await call(api.calendarDays.remove, { params })
            : await call(api.calendarDays.set, {
                params,
                body: { kind, note, ...(kind === 'works-as' && { weekday }) },
              })
        addCounts(sum, slots)
      }
      return sum
    },
    onSuccess(slots) {
      tellCounts(slots)
      close()
    },
    onError: tellFault,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['calendar-days'] }),
  })
  return (
    <FormDialog<Fields>
      form={form}
      title={dayTitle(date)}
      isSaving={save.isPending}
      close={close}
      width={440}
      initialValues={{
        kind: now?.kind ?? 'off',
        weekday: now?.weekday || 1,
        note: now?.note ?? '',
        days: 1,
      }}
      onFinish={save.mutate}
    >
      <Form.Item name="kind" label={t().kind} extra={kind === 'off' && t().offHint}>
        <Radio.Group
          options={[
            { value: 'off', label: t().offText },
            { value: 'works-as', label: t().worksLabel },
            { value: 'ordinary', label: t().ordinary },
          ]}
        />
      </Form.Item>
      {kind === 'works-as' && (
        <Form.Item name="weekday" label={t().as}>
          <Select
            options={weekdays.map((value) => ({
              value: Number(value),
              label: labelOf(weekdayLabels, value),
            }))}
          />
        </Form.Item>
      )}
      {kind !== 'ordinary' && (
        <Form.Item name="note" label={t().note}>
          <Input maxLength={100} placeholder={t().noteHint} />
        </Form.Item>
      )}
      <Form.Item name="days" label={t().days} rules={[{ required: true, message: t().daysMissing }]}>
        <InputNumber min={1} max={31} precision={0} />
      </Form.Item>
    </FormDialog>
  )
}
