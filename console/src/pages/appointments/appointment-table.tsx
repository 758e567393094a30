import type { Appointment } from '@zhenyue/contract'
import { Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { createStore } from '../../app/store.ts'
import { Phone } from '../../records/phone.tsx'
import { i18n } from '../../app/i18n.ts'
import { MoveButtons, readAppointmentPhone } from './appointment-drawer.tsx'
import { StatusTag } from './status-tag.tsx'

const t = i18n(
  {
    names: {
      name: '患者',
      phone: '手机号',
      visit: '就诊',
      department: '科室',
      doctor: '医生',
      status: '状态',
      remark: '备注',
      createdAt: '预约时间',
      actions: '操作',
    } as Record<string, string>,
    total: (total: number) => `共 ${total.toLocaleString('zh-CN')} 条`,
    choose: '选择',
    age: '岁',
  },
  {
    names: {
      name: 'Patient',
      phone: 'Phone',
      visit: 'Visit',
      department: 'Dept.',
      doctor: 'Doctor',
      status: 'Status',
      remark: 'Remark',
      createdAt: 'Booked',
      actions: 'Actions',
    },
    total: (total) => `${total.toLocaleString('en')} in all`,
    choose: 'Choose',
    age: 'y',
  },
)

export const hiddenAppointmentColumns = createStore<string[]>(['createdAt'], 'appointment-columns')
export const appointmentColumnNames = () => {
  const { name: _, ...rest } = t().names
  return rest
}

const columns = (open: (id: string) => void, hidden: string[]): TableColumnsType<Appointment> => {
  const all: TableColumnsType<Appointment> = [
    {
      key: 'name',
      width: 150,
      render: (_, one) => (
        <span className="name-age">
          <button type="button" className="name-button" title={one.patientName} onClick={() => open(one.id)}>
            {one.patientName}
          </button>
          <small className="quiet">{`${one.patientAge} ${t().age}`}</small>
        </span>
      ),
    },
    {
      key: 'phone',
      width: 158,
      render: (_, one) => (
        <Phone id={one.id} phone={one.patientPhone} read={() => readAppointmentPhone(one.id)} />
      ),
    },
    {
      key: 'visit',
      width: 150,
      render: (_, one) => (
        <span className="number">
          {`${one.date} `}
          <span className="slot">{one.timeSlot}</span>
        </span>
      ),
    },
    { key: 'department', width: 64, dataIndex: 'departmentName' },
    { key: 'doctor', width: 90, render: (_, one) => <span className="cell-text">{one.doctorName}</span> },
    { key: 'status', width: 88, render: (_, one) => <StatusTag status={one.status} /> },
    { key: 'remark', render: (_, one) => <span className="cell-text">{one.remark}</span> },
    { key: 'createdAt', width: 162, render: (_, one) => <span className="number">{one.createdAt}</span> },
    { key: 'actions', width: 168, render: (_, one) => <MoveButtons appointment={one} size="small" /> },
  ]
  return all
    .filter(({ key }) => !hidden.includes(key as string))
    .map((column) => Object.assign(column, { title: t().names[column.key as string] }))
}

export function AppointmentTable(props: {
  page: { list: Appointment[]; total: number }
  limit: number
  offset: number
  loading: boolean
  current: string | undefined
  chosen: string[]
  empty: ReactNode
  open: (id: string) => void
  choose: (ids: string[]) => void
  turn: (limit: number, offset: number) => void
}) {
  const { page, limit, offset, current } = props
  const hidden = hiddenAppointmentColumns.use()
  return (
    <Table<Appointment>
      size="small"
      className="card table-scroll"
      rowKey="id"
      loading={props.loading}
      columns={columns(props.open, hidden)}
      dataSource={page.list}
      tableLayout="fixed"
      locale={{ emptyText: props.empty }}
      rowClassName={({ id }) => (id === current ? 'row-open row-current' : 'row-open')}
      onRow={({ id }) => ({
        onClick: (event) => {
          if (!(event.target as Element).closest('button, input, label, a, .ant-checkbox-wrapper'))
            props.open(id)
        },
      })}
      rowSelection={{
        selectedRowKeys: props.chosen,
        onChange: (keys) => props.choose(keys as string[]),
        columnWidth: 40,
        getCheckboxProps: ({ patientName }) => ({ 'aria-label': `${t().choose} ${patientName}` }) as object,
      }}
      pagination={{
        current: Math.floor(offset / limit) + 1,
        pageSize: limit,
        total: page.total,
        showSizeChanger: true,
        pageSizeOptions: [20, 50, 100, 200],
        showTotal: t().total,
        onChange: (number, size) => props.turn(size, size === limit ? (number - 1) * size : 0),
      }}
    />
  )
}
