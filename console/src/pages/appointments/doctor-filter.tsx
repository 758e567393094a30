import { Select } from 'antd'
import { i18n } from '../../app/i18n.ts'
import type { FilterField, FilterProps } from '../../records/filters.tsx'
import { useExperts } from '../../ui/use-experts.ts'

const t = i18n(
  { doctor: '医生', all: '全部医生', none: '普通号（不指定医生）', gone: '已删除的医生' },
  { doctor: 'Doctor', all: 'All doctors', none: 'General (no doctor)', gone: 'A doctor who was removed' },
)

function DoctorChoice({ params, set }: FilterProps) {
  const experts = useExperts().data
  const chosen = params['doctorId'] || null
  const known = [
    { value: 'none', label: t().none },
    ...(experts ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  const isGone = experts && chosen && !known.some(({ value }) => value === chosen)
  return (
    <Select<string>
      aria-label={t().doctor}
      style={{ width: 130 }}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={experts || chosen === 'none' ? chosen : null}
      placeholder={t().all}
      onChange={(doctorId) => set({ doctorId })}
      options={[
        { value: '', label: t().all },
        ...known,
        ...(isGone ? [{ value: chosen, label: t().gone }] : []),
      ]}
    />
  )
}

/** By the doctor; `none` is 普通号. */
export const doctorFilter: FilterField<'doctorId', { doctorId?: string }> = {
  keys: ['doctorId'],
  read: ({ doctorId }) => (doctorId ? { doctorId } : {}),
  control: (props) => <DoctorChoice {...props} />,
}
