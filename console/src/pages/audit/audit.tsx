import type { AuditEntry } from '@zhenyue/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Table } from 'antd'
import { api, call } from '../../app/api.ts'
import { linkTo, useFilter } from '../../app/router.ts'
import { actionName, actionNames } from '../../records/audit-actions.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Difference } from '../../records/changes.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { QueryState, EmptyState } from '../../ui/states.tsx'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    title: '审计日志',
    hint: '谁在什么时候动过什么,只能查看,不能修改。',
    at: '时间',
    actor: '操作人',
    action: '动作',
    target: '对象',
    changes: '变更',
    address: 'IP 地址',
    anyAction: '全部动作',
    dates: '日期',
    clear: '清空',
    none: '还没有记录',
    total: (total: number) => `共 ${total.toLocaleString('zh-CN')} 条`,
    terminal: '服务器终端',
    exact: '完整',
  },
  {
    title: 'Audit log',
    hint: 'Who changed what and when. It can be read, not edited.',
    at: 'Time',
    actor: 'By',
    action: 'Action',
    target: 'Record',
    changes: 'Changes',
    address: 'Address',
    anyAction: 'All actions',
    dates: 'Date',
    clear: 'Clear',
    none: 'EmptyState yet',
    total: (total) => `${total.toLocaleString('en')} in all`,
    terminal: 'Server terminal',
    exact: 'exact',
  },
)

const keys = ['actor', 'action', 'target', 'startDate', 'endDate']
const cleared = Object.fromEntries([...keys, 'offset'].map((key) => [key, '']))
const limit = 50

function Target({ target }: { target: string }) {
  if (/^lead-\d+$/.test(target)) return <a {...linkTo(`/leads?open=${target}`)}>{target}</a>
  if (target.startsWith('apt-'))
    return <a {...linkTo(`/appointments?open=${target}`)}>{`${target.slice(0, 10)}…`}</a>
  return target
}

export function Audit() {
  const [filter, change] = useFilter()
  const offset = /^\d{1,9}$/.test(filter['offset'] ?? '') ? Number(filter['offset']) : 0
  const wanted = Object.fromEntries(keys.flatMap((key) => (filter[key] ? [[key, filter[key]]] : [])))
  const isFiltered = Object.keys(wanted).length > 0
  const search = (changes: Record<string, string>) => change({ ...changes, offset: '' })
  const entries = useQuery({
    queryKey: ['audit', wanted, offset],
    queryFn: () =>
      call(api.audit.list, { query: { ...wanted, limit: String(limit), offset: String(offset) } as never }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{t().hint}</span>
      </div>
      <div className="filters card" role="search">
        <SearchField
          first
          label={t().actor}
          value={filter['actor'] ?? ''}
          onChange={(actor) => search({ actor })}
        />
        <Select
          aria-label={t().action}
          style={{ width: 190 }}
          showSearch={{ optionFilterProp: 'label' }}
          value={filter['action'] ?? ''}
          onChange={(action) => search({ action })}
          options={[
            { value: '', label: t().anyAction },
            ...actionNames().map((value) => ({
              value,
              label: `${actionName(value)}(${value.split('.')[0]})`,
            })),
          ]}
        />
        <SearchField
          label={t().target}
          value={filter['target'] ?? ''}
          onChange={(target) => search({ target })}
        />
        <DateRange
          label={t().dates}
          from={filter['startDate']}
          to={filter['endDate']}
          onChange={(startDate, endDate) => search({ startDate, endDate })}
        />
        {isFiltered && (
          <Button type="text" onClick={() => search(cleared)}>
            {t().clear}
          </Button>
        )}
      </div>
      <QueryState of={entries}>
        {(page) => (
          <Table<AuditEntry>
            size="small"
            className="card table-scroll"
            tableLayout="fixed"
            rowKey="number"
            loading={entries.isPlaceholderData}
            dataSource={page.list}
            locale={{
              emptyText: (
                <EmptyState first={t().none} hint={t().hint} clear={isFiltered && (() => search(cleared))} />
              ),
            }}
            columns={[
              { title: t().at, width: 165, render: (_, one) => <span className="number">{one.at}</span> },
              {
                title: t().actor,
                width: 120,
                render: (_, one) => (
                  <span className="cell-text">{one.actor === 'terminal' ? t().terminal : one.actor}</span>
                ),
              },
              { title: t().action, width: 150, render: (_, one) => actionName(one.action) },
              { title: t().target, width: 130, render: (_, one) => <Target target={one.target} /> },
              { title: t().changes, render: (_, one) => <Difference changes={one.changes} /> },
              { title: t().address, width: 130, dataIndex: 'address' },
            ]}
            pagination={{
              current: Math.floor(offset / limit) + 1,
              pageSize: limit,
              total: page.total,
              showSizeChanger: false,
              showTotal: t().total,
              onChange: (number) => change({ offset: number > 1 ? String((number - 1) * limit) : '' }),
            }}
          />
        )}
      </QueryState>
    </>
  )
}
