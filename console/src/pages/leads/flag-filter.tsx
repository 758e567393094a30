import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { api, call } from '../../app/api.ts'
import { i18n, textOf } from '../../app/i18n.ts'
import type { Params } from '../../app/router.ts'
import type { FilterField, FilterProps } from '../../records/filters.tsx'

const t = i18n({ flags: '自测标记', all: '全部标记' }, { flags: 'Flags', all: 'All flags' })

const idsIn = (params: Params) =>
  (params['flag'] ?? '').split(',').filter((id) => /^[A-Za-z][\w-]{0,39}$/.test(id))

/** The flags of the self-test that patients see; one of an earlier version stands by its id. */
function FlagChoice({ params, set }: FilterProps) {
  const { data } = useQuery({
    queryKey: ['self-test', 'flags'],
    queryFn: async () => (await call(api.selfTest.read)).flags,
    staleTime: 60_000,
  })
  return (
    <Select<string[]>
      aria-label={t().flags}
      style={{ minWidth: 130 }}
      mode="multiple"
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t().all}
      value={idsIn(params)}
      onChange={(ids) => set({ flag: ids.join(',') })}
      options={(data ?? []).map((flag) => ({ value: flag.id, label: textOf(flag) }))}
    />
  )
}

export const flagFilter: FilterField<'flag', { flag?: string }> = {
  keys: ['flag'],
  read(params) {
    const flag = idsIn(params).slice(0, 20).join(',')
    return flag ? { flag } : {}
  },
  control: (props) => <FlagChoice {...props} />,
}
