import { Button, Select } from 'antd'
import type { Filter } from '../../app/router.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { FilterMark } from '../../ui/filter-mark.tsx'
import { statusNames } from '../../ui/names.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { weekdayName } from '../../ui/weekdays.ts'
import { i18n } from '../../app/i18n.ts'
import { departments, statuses } from './moves.ts'

const t = i18n(
  {
    keyword: '患者姓名',
    phone: '完整手机号',
    status: '状态',
    anyStatus: '全部状态',
    department: '科室',
    any: '全部科室',
    visit: '就诊',
    booked: '预约于',
    clear: '清空',
  },
  {
    keyword: 'Patient',
    phone: 'Whole phone number',
    status: 'Status',
    anyStatus: 'All statuses',
    department: 'Department',
    any: 'All departments',
    visit: 'Visit',
    booked: 'Booked',
    clear: 'Clear',
  },
)

export const filterKeys = [
  'keyword',
  'phone',
  'status',
  'departmentName',
  'dateFrom',
  'dateTo',
  'startDate',
  'endDate',
  'weekday',
]
export const isFiltered = (filter: Filter) => filterKeys.some((key) => filter[key])
export const cleared = Object.fromEntries([...filterKeys, 'offset'].map((key) => [key, '']))
export const wantedOf = (filter: Filter, ...without: string[]) =>
  Object.fromEntries(
    filterKeys.flatMap((key) => (filter[key] && !without.includes(key) ? [[key, filter[key]]] : [])),
  )

export function AppointmentFilters({
  filter,
  change,
  withStatus,
  withVisit,
}: {
  filter: Filter
  change: (changes: Filter) => void
  withStatus: boolean
  /** The calendar has its own way to choose days. */
  withVisit: boolean
}) {
  return (
    <div className="filters card" role="search">
      <SearchField
        first
        width={130}
        label={t().keyword}
        value={filter['keyword'] ?? ''}
        onChange={(keyword) => change({ keyword })}
      />
      <SearchField
        width={140}
        label={t().phone}
        value={filter['phone'] ?? ''}
        onChange={(phone) => change({ phone })}
      />
      {withStatus && (
        <Select
          aria-label={t().status}
          style={{ minWidth: 120 }}
          mode="multiple"
          maxTagCount="responsive"
          placeholder={t().anyStatus}
          value={filter['status'] ? filter['status'].split(',') : []}
          onChange={(chosen: string[]) => change({ status: chosen.join(',') })}
          options={statuses.map((value) => ({ value, label: statusNames()[value] }))}
        />
      )}
      <Select
        aria-label={t().department}
        style={{ width: 112 }}
        value={filter['departmentName'] ?? ''}
        onChange={(departmentName) => change({ departmentName })}
        options={[{ value: '', label: t().any }, ...departments.map((value) => ({ value, label: value }))]}
      />
      {withVisit && (
        <DateRange
          future
          label={t().visit}
          from={filter['dateFrom']}
          to={filter['dateTo']}
          onChange={(dateFrom, dateTo) => change({ dateFrom, dateTo })}
        />
      )}
      <DateRange
        label={t().booked}
        from={filter['startDate']}
        to={filter['endDate']}
        onChange={(startDate, endDate) => change({ startDate, endDate })}
      />
      {filter['weekday'] && (
        <FilterMark text={weekdayName(Number(filter['weekday']))} drop={() => change({ weekday: '' })} />
      )}
      {isFiltered(filter) && (
        <Button type="text" onClick={() => change(cleared)}>
          {t().clear}
        </Button>
      )}
    </div>
  )
}
