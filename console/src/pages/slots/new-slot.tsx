import { useMutation } from '@tanstack/react-query'
import { Alert, DatePicker, Form, InputNumber } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { api, call, queries } from '../../app/api.ts'
import { reasonOf, tell } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { chosenWhose, StartAndEnd, WhoseFields, type TimeValues } from '../schedule/time-fields.tsx'
import { whoseKey, type Whose } from '../schedule/whose.ts'

const t = i18n(
  {
    title: '新增号源',
    date: '日期',
    places: '号源数',
    placesMissing: '请填写号源数，1～999',
    save: '新增',
    made: '号源已新增',
  },
  {
    title: 'New slot',
    date: 'Day',
    places: 'Places',
    placesMissing: 'Please enter a number from 1 to 999',
    save: 'Make it',
    made: 'Slot made',
  },
)

interface Fields extends TimeValues {
  date: Dayjs
  places: number
}

/** One beside those that the schedule makes. */
export function NewSlot({ day, all, close }: { day: string; all: Whose[]; close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const save = useMutation({
    mutationFn(values: Fields) {
      const { date, start, end, places } = values
      return call(api.slots.create, {
        body: { ...chosenWhose(all, values), date: date.format('YYYY-MM-DD'), start, end, places },
      })
    },
    onSuccess() {
      tell(t().made)
      void queries.invalidateQueries({ queryKey: ['slots'] })
      close()
    },
  })
  return (
    <FormDialog<Fields>
      form={form}
      title={t().title}
      save={t().save}
      isSaving={save.isPending}
      close={close}
      width={480}
      initialValues={{
        who: whoseKey(all[0]!),
        departmentName: all[0]!.departmentName,
        date: dayjs(day),
        start: '08:00',
        end: '08:30',
        places: 1,
      }}
      onFinish={save.mutate}
    >
      <WhoseFields all={all} />
      <div className="two-fields">
        <Form.Item name="date" label={t().date}>
          <DatePicker allowClear={false} minDate={dayjs()} disabled={!may('manage')} />
        </Form.Item>
        <Form.Item name="places" label={t().places} rules={[{ required: true, message: t().placesMissing }]}>
          <InputNumber min={1} max={999} precision={0} />
        </Form.Item>
        <StartAndEnd />
      </div>
      {save.error && <Alert type="error" showIcon title={reasonOf(save.error)} />}
    </FormDialog>
  )
}
