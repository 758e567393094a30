import type { Page } from '@zhenyue/contract'
import { Table, type TableColumnsType } from 'antd'
import dayjs from 'dayjs'
import { memo, useEffect, type CSSProperties, type ReactNode } from 'react'
import { i18n, language, textOf } from '../app/i18n.ts'
import type { RecordKind, Row } from './kind.ts'
import { hiddenColumns } from './column-choice.tsx'
import { pageSizes } from './use-list.ts'

const t = i18n(
  { total: (total: number) => `共 ${total.toLocaleString('zh-CN')} 条`, choose: '选择' },
  { total: (total) => `${total.toLocaleString('en')} in all`, choose: 'Choose' },
)

export interface RecordTableProps<R extends Row, Q> {
  kind: RecordKind<R, Q>
  page: Page<R>
  limit: number
  offset: number
  isLoading: boolean
  current: string | undefined
  /** The chosen ids, where rows can be chosen. */
  chosen: string[] | undefined
  empty: ReactNode
  open(id: string): void
  choose(ids: string[]): void
  /** The order of the list, where it has any but one, as the address names it. */
  order?: string
  sort?(order: string): void
  turn(limit: number, offset: number): void
}

const chooserWidth = 40
/** A column without a width takes what is left, and this much at least: the table can be moved sideways then. */
const leastWidth = 110

interface CellProps<R> {
  show(record: R): ReactNode
  record: R
  /** What else it may depend on: the language and the day. */
  now: string
}

function CellContent<R>({ show, record }: CellProps<R>) {
  return show(record)
}

/** Drawn anew with its record only: some five hundred of them would hold up whoever types, or goes from record to record. */
const Cell = memo(CellContent) as typeof CellContent

function columnsOf<R extends Row, Q>(
  { name, columns }: RecordKind<R, Q>,
  hidden: string[],
  now: string,
  { open, order: current, sort }: RecordTableProps<R, Q>,
): TableColumnsType<R> {
  const shown = columns
    .filter(({ key }) => !hidden.includes(key))
    .map(({ key, label, width, isPinned, order, show }) => ({
      key,
      className: isPinned ? 'pinned' : '',
      title: textOf(label),
      width,
      sorter: sort !== undefined && order !== undefined,
      sortDirections: order ? [order.is] : [],
      sortOrder: order && order.name === current ? order.is : null,
      render: (_: unknown, record: R) => <Cell show={show} record={record} now={now} />,
    }))
  if (!name) return shown
  const nameColumn = {
    key: 'name',
    title: textOf(name.label),
    width: name.width,
    render: (_: unknown, record: R) => (
      <span className="name-note">
        <button type="button" className="name-button" title={name.of(record)} onClick={() => open(record.id)}>
          {name.of(record)}
        </button>
        {name.note && <small className="quiet">{name.note(record)}</small>}
      </span>
    ),
  }
  return [nameColumn, ...shown]
}

export function RecordTable<R extends Row, Q>(props: RecordTableProps<R, Q>) {
  const { kind, page, limit, offset, current, chosen } = props
  const hidden = hiddenColumns(kind).use()
  const now = `${language.use()} ${dayjs().format('YYYY-MM-DD')}`
  const columns = columnsOf(kind, hidden, now, props)
  const width = columns.reduce(
    (sum, { width = leastWidth }) => sum + Number(width),
    chosen ? chooserWidth : 0,
  )
  useEffect(() => {
    if (current) document.querySelector('.row-current')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <Table<R>
      size="small"
      className="card table-scroll"
      style={{ '--table-width': `${width}px` } as CSSProperties}
      rowKey="id"
      loading={props.isLoading}
      columns={columns}
      showSorterTooltip={false}
      onChange={(_page, _filters, sorted, { action }) => {
        if (action !== 'sort') return
        const one = Array.isArray(sorted) ? sorted[0] : sorted
        const column = one?.order && kind.columns.find(({ key }) => key === one.columnKey)
        props.sort?.(column?.order?.name ?? '')
      }}
      dataSource={page.list}
      tableLayout="fixed"
      locale={{ emptyText: props.empty }}
      {...(kind.detail && {
        rowClassName: ({ id }: R) => (id === current ? 'row-open row-current' : 'row-open'),
        onRow: ({ id }: R) => ({
          onClick: ({ target }) => {
            const isControl = (target as Element).closest('button, input, label, a, .ant-checkbox-wrapper')
            if (!isControl) props.open(id)
          },
        }),
      })}
      {...(chosen && {
        rowSelection: {
          selectedRowKeys: chosen,
          onChange: (keys) => props.choose(keys as string[]),
          columnWidth: chooserWidth,
          getCheckboxProps: (record: R) =>
            ({ 'aria-label': `${t().choose} ${kind.name?.of(record) ?? record.id}` }) as object,
        },
      })}
      pagination={{
        current: Math.floor(offset / limit) + 1,
        pageSize: limit,
        total: page.total,
        showSizeChanger: true,
        pageSizeOptions: pageSizes,
        showTotal: t().total,
        onChange: (number, size) => props.turn(size, size === limit ? (number - 1) * size : 0),
      }}
    />
  )
}
