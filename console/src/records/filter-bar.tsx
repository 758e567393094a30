import { Button, Drawer } from 'antd'
import { Fragment, useState } from 'react'
import { i18n } from '../app/i18n.ts'
import { phoneWidth } from '../app/phone-width.ts'
import type { Params } from '../app/router.ts'
import { FilterOutlined } from '../ui/icons.tsx'
import type { FilterField } from './filters.tsx'

const t = i18n(
  { clear: '清空', filter: '筛选', active: (count: number) => `筛选（${count}）`, show: '查看结果' },
  { clear: 'Clear', filter: 'Filter', active: (count) => `Filter (${count})`, show: 'Show results' },
)

/** The query that the address asks for, as far as these filters go. */
export const readFilters = <Q,>(fields: FilterField<string, Partial<Q>>[], params: Params) =>
  fields.reduce<Partial<Q>>((query, field) => Object.assign(query, field.read(params)), {})

export interface FilterBarProps {
  fields: FilterField[]
  params: Params
  set(changes: Params): void
  /** Where anything is filtered. */
  clear: (() => void) | false
}

const Fields = ({ fields, params, set }: FilterBarProps) =>
  fields.map((field, index) => (
    <Fragment key={field.keys[0]}>{field.control({ params, set, isFirst: index === 0 })}</Fragment>
  ))

/** On a phone, where the fields would fill the screen: a button that says how many are set, and a sheet. */
function FilterSheet(props: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const active = props.fields.filter((field) => Object.keys(field.read(props.params) as object).length > 0)
  return (
    <div className="filter-button" role="search">
      <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
        {active.length > 0 ? t().active(active.length) : t().filter}
      </Button>
      {props.clear && (
        <Button type="text" onClick={props.clear}>
          {t().clear}
        </Button>
      )}
      <Drawer
        open={isOpen}
        placement="bottom"
        size="auto"
        title={t().filter}
        onClose={() => setOpen(false)}
        footer={
          <Button block type="primary" onClick={() => setOpen(false)}>
            {t().show}
          </Button>
        }
      >
        <div className="filter-sheet">
          <Fields {...props} />
        </div>
      </Drawer>
    </div>
  )
}

export function FilterBar(props: FilterBarProps) {
  const isPhone = phoneWidth.use()
  if (isPhone) return <FilterSheet {...props} />
  return (
    <div className="filters card" role="search">
      <Fields {...props} />
      {props.clear && (
        <Button type="text" onClick={props.clear}>
          {t().clear}
        </Button>
      )}
    </div>
  )
}
