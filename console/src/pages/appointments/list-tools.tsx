import { Select } from 'antd'
import { api, open } from '../../app/api.ts'
import { ColumnChoice } from '../../records/column-choice.tsx'
import { ExportButton } from '../../records/export-button.tsx'
import { i18n } from '../../app/i18n.ts'
import { appointmentColumnNames, hiddenAppointmentColumns } from './appointment-table.tsx'

const t = i18n(
  { order: '排序', newest: '最新预约在前', visit: '最早就诊在前' },
  { order: 'Order', newest: 'Newest first', visit: 'Earliest visit first' },
)

interface Tools {
  wanted: Record<string, string>
  order: string
  setOrder: (order: string) => void
}

/** Order, export and columns of the list. */
export const ListTools = ({ wanted, order, setOrder }: Tools) => (
  <>
    <Select
      aria-label={t().order}
      value={order}
      onChange={(order) => setOrder(order === 'visit' ? order : '')}
      options={[
        { value: 'newest', label: t().newest },
        { value: 'visit', label: t().visit },
      ]}
    />
    <ExportButton
      name="appointments"
      read={(format) => open(api.appointments.export, { query: { ...wanted, format } as never })}
    />
    <ColumnChoice names={appointmentColumnNames()} hidden={hiddenAppointmentColumns} />
  </>
)
