import { phonePattern, plainAge, plainPhone } from '@zhenyue/contract/rules'
import { Form, Input } from 'antd'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    name: '患者姓名',
    nameFault: '请填写患者姓名',
    age: '年龄',
    ageFault: '请填写年龄，例如 66',
    phone: '手机号',
    phoneFault: '请填写 11 位手机号',
  },
  {
    name: 'Name of the patient',
    nameFault: 'Please enter the name',
    age: 'Age',
    ageFault: 'Please enter the age, such as 66',
    phone: 'Phone',
    phoneFault: 'Please enter 11 digits',
  },
)

export interface TypedPatient {
  patientName: string
  patientAge: string
  patientPhone: string
}

/** As the service takes it. */
export const patientOf = ({ patientName, patientAge, patientPhone }: TypedPatient) => ({
  patientName,
  patientAge: plainAge(String(patientAge)),
  patientPhone: plainPhone(patientPhone),
})

const holds = (isGood: (text: string) => boolean, fault: string) => ({
  validator: (_: unknown, typed: string | undefined) =>
    isGood(String(typed ?? '')) ? Promise.resolve() : Promise.reject(new Error(fault)),
})

const isAge = (typed: string) => plainAge(typed) >= 1 && plainAge(typed) <= 149

/** Who it is for. */
export const PatientFields = ({ autoFocus = false }) => (
  <div className="patient-fields">
    <Form.Item
      name="patientName"
      label={t().name}
      rules={[{ required: true, whitespace: true, message: t().nameFault }]}
    >
      <Input maxLength={20} autoComplete="off" autoFocus={autoFocus} />
    </Form.Item>
    <Form.Item name="patientAge" label={t().age} required rules={[holds(isAge, t().ageFault)]}>
      <Input maxLength={6} inputMode="numeric" autoComplete="off" />
    </Form.Item>
    <Form.Item
      name="patientPhone"
      label={t().phone}
      required
      rules={[holds((typed) => phonePattern.test(plainPhone(typed)), t().phoneFault)]}
    >
      <Input maxLength={20} inputMode="tel" autoComplete="off" />
    </Form.Item>
  </div>
)
