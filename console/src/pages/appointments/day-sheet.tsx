import type { Appointment } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { departments } from '@zhenyue/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { bracketed, i18n, labelOf } from '../../app/i18n.ts'
import { calendarOf } from '../../records/calendar.ts'
import type { ViewProps } from '../../records/kind.ts'
import { QueryState } from '../../ui/states.tsx'
import { Sheet, SheetTable } from './sheet.tsx'
import { bySlot, readDay, slotName, type AppointmentQuery } from './visits.ts'

const t = i18n(
  {
    title: '就诊日程',
    day: '就诊日期',
    none: '没有预约',
    noSlot: '未选时段',
    doctor: '医生',
  },
  {
    title: 'Day sheet',
    day: 'Day',
    none: 'No visits',
    noSlot: 'No time chosen',
    doctor: 'Doctor',
  },
)

function Department({ name, visits }: { name: string; visits: Appointment[] }) {
  return (
    <section>
      <h2>{name}</h2>
      {visits.length === 0 && <p className="quiet">{t().none}</p>}
      {bySlot(visits).map(([slot, rows]) => (
        <SheetTable
          key={slot}
          label={slotName(slot) || t().noSlot}
          caption={bracketed(slotName(slot) || t().noSlot, rows.length)}
          visits={rows}
          column={{ title: t().doctor, of: ({ doctorName }) => doctorName }}
        />
      ))}
    </section>
  )
}

/** By department and time slot, for paper. Cancelled visits are left out, numbers stay masked. */
export function DaySheet({ params, set }: ViewProps<AppointmentQuery>) {
  const { dayOrToday: day } = calendarOf(params, set)
  const visits = useQuery({
    queryKey: ['appointment', 'rows', 'sheet', day],
    queryFn: () => readDay(day, { status: 'pending,confirmed,completed' }),
  })
  return (
    <Sheet
      title={t().title}
      day={day}
      controls={
        <DatePicker
          aria-label={t().day}
          allowClear={false}
          value={dayjs(day)}
          onChange={(value) => value && set({ day: value.format('YYYY-MM-DD') })}
        />
      }
    >
      <QueryState of={visits}>
        {({ list }) =>
          departments.map((name) => (
            <Department
              key={name}
              name={labelOf(departmentLabels, name)}
              visits={list.filter((one) => one.departmentName === name)}
            />
          ))
        }
      </QueryState>
    </Sheet>
  )
}
