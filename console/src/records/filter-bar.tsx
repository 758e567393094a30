import { Button } from 'antd'
import { Fragment } from 'react'
import { i18n } from '../app/i18n.ts'
import type { Params } from '../app/router.ts'
import type { FilterField } from './filters.tsx'

const t = i18n({ clear: '清空' }, { clear: 'Clear' })

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

export const FilterBar = ({ fields, params, set, clear }: FilterBarProps) => (
  <div className="filters card" role="search">
    {fields.map((field, index) => (
      <Fragment key={field.keys[0]}>{field.control({ params, set, isFirst: index === 0 })}</Fragment>
    ))}
    {clear && (
      <Button type="text" onClick={clear}>
        {t().clear}
      </Button>
    )}
  </div>
)
