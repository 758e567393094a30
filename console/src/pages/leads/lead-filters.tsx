import { leadSources } from './sources.ts'
import { Button, Select } from 'antd'
import type { Filter } from '../../app/router.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { FilterMark } from '../../ui/filter-mark.tsx'
import { sourceNames } from '../../ui/names.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    keyword: '姓名',
    phone: '完整手机号',
    source: '来源',
    any: '全部来源',
    dates: '提交日期',
    last24h: '近 24 小时',
    booked: '已有预约',
    unbooked: '还没有预约',
    clear: '清空',
  },
  {
    keyword: 'Name',
    phone: 'Whole phone number',
    source: 'Source',
    any: 'All sources',
    dates: 'Submitted',
    last24h: 'Last 24 hours',
    booked: 'With an appointment',
    unbooked: 'Without an appointment',
    clear: 'Clear',
  },
)

export const filterKeys = ['keyword', 'phone', 'source', 'startDate', 'endDate', 'last24h', 'booked']
export const isFiltered = (filter: Filter) => filterKeys.some((key) => filter[key])
export const cleared = Object.fromEntries([...filterKeys, 'offset'].map((key) => [key, '']))

export function LeadFilters({ filter, change }: { filter: Filter; change: (changes: Filter) => void }) {
  return (
    <div className="filters card" role="search">
      <SearchField
        first
        label={t().keyword}
        value={filter['keyword'] ?? ''}
        onChange={(keyword) => change({ keyword })}
      />
      <SearchField label={t().phone} value={filter['phone'] ?? ''} onChange={(phone) => change({ phone })} />
      <Select
        aria-label={t().source}
        style={{ width: 130 }}
        value={filter['source'] ?? ''}
        onChange={(source) => change({ source })}
        options={[
          { value: '', label: t().any },
          ...leadSources.map((value) => ({ value, label: sourceNames()[value] })),
        ]}
      />
      <DateRange
        label={t().dates}
        from={filter['startDate']}
        to={filter['endDate']}
        onChange={(startDate, endDate) => change({ startDate, endDate })}
      />
      {filter['last24h'] === 'true' && <FilterMark text={t().last24h} drop={() => change({ last24h: '' })} />}
      {filter['booked'] && (
        <FilterMark
          text={filter['booked'] === 'true' ? t().booked : t().unbooked}
          drop={() => change({ booked: '' })}
        />
      )}
      {isFiltered(filter) && (
        <Button type="text" onClick={() => change(cleared)}>
          {t().clear}
        </Button>
      )}
    </div>
  )
}
