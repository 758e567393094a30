import type { BookingRules } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { departments, type Department } from '@zhenyue/contract/rules'
import { scheduleMessages as say } from '@zhenyue/contract/schedule-rules'
import { useQuery } from '@tanstack/react-query'
import { Alert, Switch } from 'antd'
import dayjs from 'dayjs'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { linkTo } from '../../app/router.ts'
import { Rule } from './rule.tsx'

const t = i18n(
  {
    title: '按号源预约',
    on: '启用',
    off: '停用',
    offMeans: '患者选日期和上午、下午，人数不限，由您打电话确认时间。',
    onMeans: '患者只能约有余号的时段，约满为止。已有的预约不受影响。',
    slots: (count: number) => `今后可约的这些天共有 ${count} 个号源时段。`,
    none: (name: string) => `${name}还没有号源`,
    noneText: '启用后患者约不了这个科室，直到排好班、有了号源。请先排班，再启用。',
    schedule: '去排班',
  },
  {
    title: 'Booked by slots',
    on: 'on',
    off: 'off',
    offMeans: 'Patients choose a day and a half of it, without a limit; you confirm the time by phone.',
    onMeans: 'Patients book only where a place is left. Bookings that exist are not touched.',
    slots: (count) => ` There are ${count} slots in the days that can be booked.`,
    none: (name) => `${name} has no slots yet`,
    noneText:
      'Once switched on, patients cannot book this department until it has a schedule and slots. Make the schedule first.',
    schedule: 'Go to the schedule',
  },
)

/** The service lists at most 62 days. */
const mostDays = 61

/** Which departments are booked by slots; one without any is warned about. */
export function DepartmentModes({
  values,
  change,
}: {
  values: BookingRules
  change: (departments: BookingRules['departments']) => void
}) {
  const days = Math.min(values.advanceDays, mostDays)
  const slots = useQuery({
    queryKey: ['slots', 'of-rules', days],
    queryFn: () =>
      call(api.slots.list, {
        query: { from: dayjs().format('YYYY-MM-DD'), to: dayjs().add(days, 'day').format('YYYY-MM-DD') },
      }),
  })
  const countOf = (name: Department) =>
    slots.data?.filter((slot) => slot.departmentName === name && slot.state === 'open').length
  return (
    <section className="card section-card" aria-label={t().title}>
      <header>
        <h2>{t().title}</h2>
      </header>
      {departments.map((name) => {
        const isOn = values.departments[name].mode === 'on'
        const count = countOf(name)
        const label = labelOf(departmentLabels, name)
        return (
          <div key={name} className="rule-group">
            <Rule
              label={label}
              means={`${isOn ? t().onMeans : t().offMeans}${isOn && count ? t().slots(count) : ''}`}
              reads={isOn && count === 0 ? say.none : undefined}
            >
              {(field) => (
                <Switch
                  {...field}
                  checked={isOn}
                  checkedChildren={t().on}
                  unCheckedChildren={t().off}
                  onChange={(on) => change({ ...values.departments, [name]: { mode: on ? 'on' : 'off' } })}
                />
              )}
            </Rule>
            {isOn && count === 0 && (
              <Alert
                type="warning"
                showIcon
                title={t().none(label)}
                description={
                  <>
                    {t().noneText} <a {...linkTo('/schedule')}>{t().schedule}</a>
                  </>
                }
              />
            )}
          </div>
        )
      })}
    </section>
  )
}
