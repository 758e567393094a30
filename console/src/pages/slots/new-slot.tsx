import { departmentLabels } from '@zhenyue/contract/labels'
import { departments, type Department } from '@zhenyue/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { Alert, DatePicker, Form, InputNumber, Modal, Select, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { api, call, queries } from '../../app/api.ts'
import { reasonOf, tell } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { whoseKey, whoseName, type Whose } from '../schedule/whose.ts'

const t = i18n(
  {
    title: '新增号源',
    who: '出诊医生',
    department: '科室',
    date: '日期',
    start: '开始时间',
    end: '结束时间',
    backwards: '结束时间要晚于开始时间',
    places: '号源数',
    placesMissing: '请填写号源数，1～999',
    save: '新增',
    cancel: '取消',
    made: '号源已新增',
  },
  {
    title: 'New slot',
    who: 'Doctor',
    department: 'Department',
    date: 'Day',
    start: 'From',
    end: 'Until',
    backwards: 'The end has to be after the start',
    places: 'Places',
    placesMissing: 'Please enter a number from 1 to 999',
    save: 'Make it',
    cancel: 'Cancel',
    made: 'Slot made',
  },
)

interface Fields {
  who: string
  departmentName: Department
  date: Dayjs
  start: Dayjs
  end: Dayjs
  places: number
}

const timeOf = (value: Dayjs) => value.format('HH:mm')

/** One beside those that the schedule makes. */
export function NewSlot({ day, all, close }: { day: string; all: Whose[]; close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const find = (key: string | undefined) => all.find((one) => whoseKey(one) === key)
  const who = Form.useWatch('who', form)
  const save = useMutation({
    mutationFn({ who, departmentName, date, start, end, places }: Fields) {
      const whose = find(who)!
      return call(api.slots.create, {
        body: {
          date: date.format('YYYY-MM-DD'),
          departmentName: whose.doctorId ? departmentName : whose.departmentName,
          doctorId: whose.doctorId,
          start: timeOf(start),
          end: timeOf(end),
          places,
        },
      })
    },
    onSuccess() {
      tell(t().made)
      void queries.invalidateQueries({ queryKey: ['slots'] })
      close()
    },
  })
  return (
    <Modal
      open
      title={t().title}
      okText={t().save}
      cancelText={t().cancel}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={close}
      width={480}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        initialValues={{
          who: whoseKey(all[0]!),
          departmentName: all[0]!.departmentName,
          date: dayjs(day),
          start: dayjs('2026-12-01T08:00'),
          end: dayjs('2026-12-01T08:30'),
          places: 1,
        }}
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item name="who" label={t().who}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={all.map((one) => ({ value: whoseKey(one), label: whoseName(one) }))}
            onChange={(key) => form.setFieldValue('departmentName', find(key)!.departmentName)}
          />
        </Form.Item>
        <Form.Item name="departmentName" label={t().department} hidden={!find(who)?.doctorId}>
          <Select
            options={departments.map((value) => ({ value, label: labelOf(departmentLabels, value) }))}
          />
        </Form.Item>
        <div className="two-fields">
          <Form.Item name="date" label={t().date}>
            <DatePicker allowClear={false} minDate={dayjs()} />
          </Form.Item>
          <Form.Item
            name="places"
            label={t().places}
            rules={[{ required: true, message: t().placesMissing }]}
          >
            <InputNumber min={1} max={999} precision={0} />
          </Form.Item>
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
        </div>
        {save.error && <Alert type="error" showIcon title={reasonOf(save.error)} />}
      </Form>
    </Modal>
  )
}
