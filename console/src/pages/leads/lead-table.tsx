import type { Lead } from '@zhenyue/contract'
import { Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { createStore } from '../../app/store.ts'
import { drafts } from '../../records/drafts.ts'
import { sourceName } from '../../ui/names.ts'
import { Phone } from '../../records/phone.tsx'
import { i18n } from '../../app/i18n.ts'
import { readLeadPhone } from './lead-drawer.tsx'
import { Score } from './score.tsx'

const t = i18n(
  {
    names: {
      name: '姓名',
      phone: '手机号',
      source: '来源',
      score: '得分',
      symptom: '症状',
      remark: '备注',
      createdAt: '提交时间',
      updatedAt: '更新时间',
      id: '编号',
    } as Record<string, string>,
    unsaved: '有未保存的备注',
    total: (total: number) => `共 ${total.toLocaleString('zh-CN')} 条`,
    choose: '选择',
  },
  {
    names: {
      name: 'Name',
      phone: 'Phone',
      source: 'Source',
      score: 'Score',
      symptom: 'Symptom',
      remark: 'Remark',
      createdAt: 'Submitted',
      updatedAt: 'Updated',
      id: 'Number',
    },
    unsaved: 'Has an unsaved remark',
    total: (total) => `${total.toLocaleString('en')} in all`,
    choose: 'Choose',
  },
)

export const hiddenLeadColumns = createStore<string[]>(['updatedAt', 'id'], 'lead-columns')
export const leadColumnNames = () => {
  const { name: _, ...rest } = t().names
  return rest
}

const text = (value: string) => <span className="cell-text">{value}</span>

function columns(
  open: (id: string) => void,
  hidden: string[],
  unsaved: Record<string, string>,
): TableColumnsType<Lead> {
  const all: TableColumnsType<Lead> = [
    {
      key: 'name',
      width: 130,
      render: (_, lead) => (
        <button type="button" className="name-button" title={lead.name} onClick={() => open(lead.id)}>
          {lead.name}
        </button>
      ),
    },
    {
      key: 'phone',
      width: 160,
      render: (_, { id, phone }) => <Phone id={id} phone={phone} read={() => readLeadPhone(id)} />,
    },
    { key: 'source', width: 112, render: (_, { source }) => sourceName(source) },
    { key: 'score', width: 136, render: (_, { score }) => <Score score={score} /> },
    { key: 'symptom', render: (_, { symptom }) => text(symptom) },
    {
      key: 'remark',
      render: (_, { id, remark }) => (
        <>
          {id in unsaved && <span className="dot" role="img" aria-label={t().unsaved} title={t().unsaved} />}
          {text(remark)}
        </>
      ),
    },
    {
      key: 'createdAt',
      width: 162,
      render: (_, { createdAt }) => <span className="number">{createdAt}</span>,
    },
    {
      key: 'updatedAt',
      width: 162,
      render: (_, { updatedAt }) => <span className="number">{updatedAt}</span>,
    },
    { key: 'id', width: 110, dataIndex: 'id' },
  ]
  return all
    .filter(({ key }) => !hidden.includes(key as string))
    .map((column) => Object.assign(column, { title: t().names[column.key as string] }))
}

export interface LeadTableProps {
  page: { list: Lead[]; total: number } | undefined
  limit: number
  offset: number
  loading: boolean
  current: string | undefined
  chosen: string[]
  empty: ReactNode
  open: (id: string) => void
  choose: (ids: string[]) => void
  turn: (limit: number, offset: number) => void
}

export function LeadTable({
  page,
  limit,
  offset,
  loading,
  current,
  chosen,
  empty,
  open,
  choose,
  turn,
}: LeadTableProps) {
  const hidden = hiddenLeadColumns.use()
  const unsaved = drafts.use()
  return (
    <Table<Lead>
      size="small"
      className="card table-scroll"
      rowKey="id"
      loading={loading}
      columns={columns(open, hidden, unsaved)}
      dataSource={page?.list ?? []}
      tableLayout="fixed"
      locale={{ emptyText: empty }}
      rowClassName={({ id }) => (id === current ? 'row-open row-current' : 'row-open')}
      onRow={({ id }) => ({
        onClick: (event) => {
          if (!(event.target as Element).closest('button, input, label, a, .ant-checkbox-wrapper')) open(id)
        },
      })}
      rowSelection={{
        selectedRowKeys: chosen,
        onChange: (keys) => choose(keys as string[]),
        columnWidth: 40,
        getCheckboxProps: ({ name }) => ({ 'aria-label': `${t().choose} ${name}` }) as object,
      }}
      pagination={{
        current: Math.floor(offset / limit) + 1,
        pageSize: limit,
        total: page?.total ?? 0,
        showSizeChanger: true,
        pageSizeOptions: [20, 50, 100, 200],
        showTotal: t().total,
        onChange: (number, size) => turn(size, size === limit ? (number - 1) * size : 0),
      }}
    />
  )
}
