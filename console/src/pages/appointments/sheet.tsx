import type { Appointment } from '@zhenyue/contract'
import { appointmentStatusLabels } from '@zhenyue/contract/labels'
import { Button } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { i18n, labelOf } from '../../app/i18n.ts'
import { dayTitle } from '../../records/calendar.ts'
import { PrinterOutlined } from '../../ui/icons.tsx'

const t = i18n(
  {
    print: '打印',
    name: '姓名',
    age: '年龄',
    phone: '手机号',
    after: ['状态', '症状', '备注', '签到'],
    made: '打印于',
  },
  {
    print: 'Print',
    name: 'Name',
    age: 'Age',
    phone: 'Phone',
    after: ['Status', 'Symptom', 'Remark', 'Here'],
    made: 'Printed',
  },
)

/** A page for paper; its controls are not printed. */
export const Sheet = ({
  title,
  day,
  controls,
  children,
}: {
  title: string
  day: string
  controls: ReactNode
  children: ReactNode
}) => (
  <div className="card sheet">
    <div className="sheet-controls">
      {controls}
      <Button type="primary" icon={<PrinterOutlined />} onClick={() => print()}>
        {t().print}
      </Button>
    </div>
    <h1>{`${title} · ${dayTitle(day)}`}</h1>
    {children}
    <p className="quiet">{`${t().made} ${dayjs().format('YYYY-MM-DD HH:mm')}`}</p>
  </div>
)

/** Visits of one time, with a column for signing in; one column is the caller's own. */
export const SheetTable = ({
  label,
  caption,
  visits,
  column,
}: {
  label: string
  caption: string
  visits: Appointment[]
  column: { title: string; of: (visit: Appointment) => ReactNode }
}) => (
  <div className="sheet-table" tabIndex={0} role="region" aria-label={label}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {[t().name, t().age, t().phone, column.title, ...t().after].map((title) => (
            <th key={title} scope="col">
              {title}
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
            <td className="number">{column.of(one)}</td>
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
