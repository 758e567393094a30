import { Table } from 'antd'
import type { ReactNode } from 'react'
import { phoneWidth } from '../app/phone-width.ts'
import { CardList } from './card-list.tsx'

export interface ListColumn<T> {
  title: string
  show(row: T): ReactNode
}

/** A short list: a table, or cards on a phone. */
export function ListTable<T extends { id: string }>({
  label,
  rows,
  columns,
}: {
  label: string
  rows: T[]
  columns: ListColumn<T>[]
}) {
  const isPhone = phoneWidth.use()
  if (isPhone) {
    const cards = rows.map((row) => ({
      key: row.id,
      facts: columns.map(({ title, show }) => ({ label: title, value: show(row) })),
    }))
    return <CardList label={label} cards={cards} />
  }
  return (
    <Table<T>
      size="small"
      className="card table-scroll"
      rowKey="id"
      pagination={rows.length > 50 ? { pageSize: 50 } : false}
      dataSource={rows}
      columns={columns.map(({ title, show }) => ({ title, render: (_: unknown, row: T) => show(row) }))}
    />
  )
}
