import type { Appointment, Slot } from '@zhenyue/contract'
import { appointmentStatusLabels } from '@zhenyue/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { i18n, labelOf } from '../../app/i18n.ts'
import { dayTitle } from '../../records/day-grid.tsx'
import { PrinterOutlined } from '../../ui/icons.tsx'
import { QueryState } from '../../ui/states.tsx'
import { readDay } from '../appointments/visits.ts'
import { whoseName, type Whose } from '../schedule/whose.ts'

const t = i18n(
  {
    title: '号源与预约',
    print: '打印',
    back: '返回',
    none: '没有号源',
    nobody: '还没有人预约：',
    comma: '、',
    caption: ({ timeSlot, taken, places }: Slot) => `${timeSlot}（${taken} / ${places}）`,
    columns: ['姓名', '年龄', '手机号', '预约号', '状态', '症状', '备注', '签到'],
    made: '打印于',
  },
  {
    title: 'Slots and bookings',
    print: 'Print',
    back: 'Back',
    none: 'No slots',
    nobody: 'Nobody yet: ',
    comma: ', ',
    caption: ({ timeSlot, taken, places }) => `${timeSlot} (${taken} / ${places})`,
    columns: ['Name', 'Age', 'Phone', 'Number', 'Status', 'Symptom', 'Remark', 'Here'],
    made: 'Printed',
  },
)

const Times = ({ slot, visits }: { slot: Slot; visits: Appointment[] }) => (
  <div className="sheet-table" tabIndex={0} role="region" aria-label={`${whoseName(slot)} ${slot.timeSlot}`}>
    <table>
      <caption>{t().caption(slot)}</caption>
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
        {visits.map((one) => (
          <tr key={one.id}>
            <td>{one.patientName}</td>
            <td>{one.patientAge}</td>
            <td className="number">{one.patientPhone}</td>
            <td className="number">{one.number}</td>
            <td>{labelOf(appointmentStatusLabels, one.status)}</td>
            <td>{one.symptom}</td>
            <td>{one.remark}</td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Empty = ({ slots }: { slots: Slot[] }) =>
  slots.length > 0 && (
    <p>
      <span className="quiet">{t().nobody}</span>
      {slots.map(t().caption).join(t().comma)}
    </p>
  )

/** By doctor and time, for paper. Cancelled visits are left out, numbers stay masked. */
export function SlotSheet({
  day,
  groups,
  back,
}: {
  day: string
  groups: [Whose, Slot[]][]
  back: () => void
}) {
  const visits = useQuery({
    queryKey: ['slots', 'sheet', day],
    queryFn: () => readDay(day, { status: 'pending,confirmed,completed' }),
  })
  return (
    <div className="card sheet">
      <div className="sheet-controls">
        <Button onClick={back}>{t().back}</Button>
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => print()}>
          {t().print}
        </Button>
      </div>
      <h1>{`${t().title} · ${dayTitle(day)}`}</h1>
      {groups.length === 0 && <p className="quiet">{t().none}</p>}
      <QueryState of={visits}>
        {({ list }) =>
          groups.map(([whose, slots]) => (
            <section key={whoseName(whose)}>
              <h2>{whoseName(whose)}</h2>
              {slots
                .filter(({ taken }) => taken > 0)
                .map((slot) => (
                  <Times key={slot.id} slot={slot} visits={list.filter(({ slotId }) => slotId === slot.id)} />
                ))}
              <Empty slots={slots.filter(({ taken }) => taken === 0)} />
            </section>
          ))
        }
      </QueryState>
      <p className="quiet">{`${t().made} ${dayjs().format('YYYY-MM-DD HH:mm')}`}</p>
    </div>
  )
}
