import type { Appointment } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { PrinterOutlined } from '../../ui/icons.tsx'
import { statusName } from '../../ui/names.ts'
import { QueryState } from '../../ui/states.tsx'
import { i18n, language } from '../../app/i18n.ts'
import { bySlot, readDay } from './day.ts'
import { departments } from './moves.ts'

const t = i18n(
  {
    title: '就诊日程',
    day: '日期',
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
        <table key={slot}>
          <caption>{`${slot || t().noSlot}(${rows.length})`}</caption>
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
                <td>{statusName(one.status)}</td>
                <td>{one.symptom}</td>
                <td>{one.remark}</td>
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}

/** By department and time slot, for paper. Cancelled visits are left out, numbers stay masked. */
export function DaySheet({ day, pick }: { day: string; pick: (day: string) => void }) {
  const asked = useQuery({
    queryKey: ['appointments', 'sheet', day],
    queryFn: () => readDay(day, { status: 'pending,confirmed,completed' }),
  })
  return (
    <div className="card sheet">
      <div className="sheet-controls">
        <DatePicker
          aria-label={t().day}
          allowClear={false}
          value={dayjs(day)}
          onChange={(value) => value && pick(value.format('YYYY-MM-DD'))}
        />
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => print()}>
          {t().print}
        </Button>
      </div>
      <h1>{`${t().title} · ${dayjs(day).format(language.get() === 'zh' ? 'YYYY 年 M 月 D 日 dddd' : 'dddd, D MMMM YYYY')}`}</h1>
      <QueryState of={asked}>
        {({ list }) =>
          departments.map((name) => (
            <Department key={name} name={name} visits={list.filter((one) => one.departmentName === name)} />
          ))
        }
      </QueryState>
      <p className="quiet">{`${t().made} ${dayjs().format('YYYY-MM-DD HH:mm')}`}</p>
    </div>
  )
}
