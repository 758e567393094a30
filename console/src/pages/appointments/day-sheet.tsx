import type { Appointment } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels } from '@zhenyue/contract/labels'
import { departments } from '@zhenyue/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { i18n, labelOf } from '../../app/i18n.ts'
import { calendarOf } from '../../records/calendar.ts'
import { dayTitle } from '../../records/day-grid.tsx'
import type { ViewProps } from '../../records/kind.ts'
import { PrinterOutlined } from '../../ui/icons.tsx'
import { QueryState } from '../../ui/states.tsx'
import { bySlot, readDay, slotName, type AppointmentQuery } from './visits.ts'

const t = i18n(
  {
    title: '就诊日程',
    day: '就诊日期',
    print: '打印',
    none: '没有预约',
    noSlot: '未选时段',
    columns: ['姓名', '年龄', '手机号', '医生', '状态', '症状', '备注', '签到'],
    made: '打印于',
  },
  {
    title: 'Day sheet',
    day: 'Day',
    print: 'Print',
    none: 'No visits',
    noSlot: 'No time chosen',
    columns: ['Name', 'Age', 'Phone', 'Doctor', 'Status', 'Symptom', 'Remark', 'Here'],
    made: 'Printed',
  },
)

function Department({ name, visits }: { name: string; visits: Appointment[] }) {
  return (
    <section>
      <h2>{name}</h2>
      {visits.length === 0 && <p className="quiet">{t().none}</p>}
      {bySlot(visits).map(([slot, rows]) => (
        <div
          key={slot}
          className="sheet-table"
          tabIndex={0}
          role="region"
          aria-label={slotName(slot) || t().noSlot}
        >
          <table>
            <caption>{`${slotName(slot) || t().noSlot}（${rows.length}）`}</caption>
            <thead>
              <tr>
                {t().columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.id}>
                  <td>{one.patientName}</td>
                  <td>{one.patientAge}</td>
                  <td className="number">{one.patientPhone}</td>
                  <td>{one.doctorName}</td>
                  <td>{labelOf(appointmentStatusLabels, one.status)}</td>
                  <td>{one.symptom}</td>
                  <td>{one.remark}</td>
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
    <div className="card sheet">
      <div className="sheet-controls">
        <DatePicker
          aria-label={t().day}
          allowClear={false}
          value={dayjs(day)}
          onChange={(value) => value && set({ day: value.format('YYYY-MM-DD') })}
        />
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => print()}>
          {t().print}
        </Button>
      </div>
      <h1>{`${t().title} · ${dayTitle(day)}`}</h1>
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
      <p className="quiet">{`${t().made} ${dayjs().format('YYYY-MM-DD HH:mm')}`}</p>
    </div>
  )
}
