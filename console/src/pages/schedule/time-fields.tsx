import { departmentLabels } from '@zhenyue/contract/labels'
import { departments, type Department } from '@zhenyue/contract/rules'
import { Form, Select } from 'antd'
import { i18n, labelOf } from '../../app/i18n.ts'
import { ClockField } from '../../ui/clock-field.tsx'
import { whoseKey, whoseName, type Whose } from './whose.ts'

const t = i18n(
  {
    who: '出诊医生',
    department: '科室',
    start: '开始时间',
    end: '结束时间',
    backwards: '结束时间要晚于开始时间',
  },
  {
    who: 'Doctor',
    department: 'Department',
    start: 'From',
    end: 'Until',
    backwards: 'The end has to be after the start',
  },
)

/** What a form with these fields holds. */
export interface TimeValues {
  who: string
  departmentName: Department
  start: string
  end: string
}

export const whoOptions = (all: Whose[]) =>
  all.map((one) => ({ value: whoseKey(one), label: whoseName(one) }))

const find = (all: Whose[], key: string | undefined) => all.find((one) => whoseKey(one) === key)

/** The department that was chosen is a doctor's; that of 普通号 is its own. */
export function chosenWhose(
  all: Whose[],
  { who, departmentName }: Pick<TimeValues, 'who' | 'departmentName'>,
) {
  const { doctorId, departmentName: own } = find(all, who)!
  return { doctorId, departmentName: doctorId ? departmentName : own }
}

export function WhoseFields({ all }: { all: Whose[] }) {
  const form = Form.useFormInstance<TimeValues>()
  const who = Form.useWatch('who', form)
  return (
    <>
      <Form.Item name="who" label={t().who}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={whoOptions(all)}
          onChange={(key: string) => form.setFieldValue('departmentName', find(all, key)!.departmentName)}
        />
      </Form.Item>
      <Form.Item name="departmentName" label={t().department} hidden={!find(all, who)?.doctorId}>
        <Select options={departments.map((value) => ({ value, label: labelOf(departmentLabels, value) }))} />
      </Form.Item>
    </>
  )
}

export function StartAndEnd() {
  const form = Form.useFormInstance<TimeValues>()
  return (
    <>
      <Form.Item name="start" label={t().start}>
        <ClockField minuteStep={5} />
      </Form.Item>
      <Form.Item
        name="end"
        label={t().end}
        dependencies={['start']}
        rules={[
          {
            validator: async (_, end: string) => {
              if (end <= form.getFieldValue('start')) throw new Error(t().backwards)
            },
          },
        ]}
      >
        <ClockField minuteStep={5} />
      </Form.Item>
    </>
  )
}
