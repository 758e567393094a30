import { Select } from 'antd'
import { doctorName } from '../booking/slots.ts'
import { useExperts } from '../../ui/use-experts.ts'

/** Doctors by their ids: every doctor, the department as a whole, or one. */
export function DoctorSelect({
  id,
  all,
  value,
  onChange,
}: {
  id?: string
  all: string
  value?: string | undefined
  onChange?: (value: string | undefined) => void
}) {
  const experts = useExperts().data ?? []
  return (
    <Select<string>
      {...(id && { id })}
      value={value ?? '*'}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next === '*' ? undefined : next)}
      options={[
        { value: '*', label: all },
        { value: '', label: doctorName('') },
        ...experts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
