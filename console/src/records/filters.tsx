import { phoneSearched } from '@zhenyue/contract/phone-search'
import { isCalendarDate } from '@zhenyue/contract/rules'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { i18n, labelOf, textOf, type Label } from '../app/i18n.ts'
import type { Params } from '../app/router.ts'
import { DateRange } from '../ui/date-range.tsx'
import { SearchField } from '../ui/search-field.tsx'

const t = i18n({ drop: (text: string) => `去掉条件 ${text}` }, { drop: (text) => `Drop ${text}` })

export interface FilterProps {
  params: Params
  set(changes: Params): void
  /** The first field has the focus after `/`. */
  isFirst: boolean
}

/** A filter: its parameters in the address, their part of the query, and the control. */
export interface FilterField<K extends string = string, Q = unknown> {
  keys: readonly K[]
  read(params: Params): Q
  control(props: FilterProps): ReactNode
}

const part = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<K, V>>

const isOneOf = <V extends string>(labels: Record<V, Label>, value: string | undefined): value is V =>
  value !== undefined && Object.hasOwn(labels, value)

const valuesOf = <V extends string>(labels: Record<V, Label>) => Object.keys(labels) as V[]
const optionsOf = <V extends string>(labels: Record<V, Label>) =>
  valuesOf(labels).map((value) => ({ value, label: labelOf(labels, value) }))

/** What is typed. */
export const text = <K extends string>(
  key: K,
  label: Label,
  width?: number,
): FilterField<K, Partial<Record<K, string>>> => ({
  keys: [key],
  read: (params) => part(key, params[key] || undefined),
  control: ({ params, set, isFirst }) => (
    <SearchField
      first={isFirst}
      {...(width && { width })}
      label={textOf(label)}
      value={params[key] ?? ''}
      onChange={(value) => set({ [key]: value })}
    />
  ),
})

/** A phone number however it is written, or its last digits; fewer than four say nothing yet. */
export const phoneNumber = (): FilterField<
  'phone' | 'phoneEnd',
  Partial<Record<'phone' | 'phoneEnd', string>>
> => {
  const typed = text('phone', { zh: '手机号或后四位', en: 'Phone or its end' }, 160)
  return {
    keys: ['phone'],
    read({ phone = '' }) {
      const isTooShort = /^\d{0,3}$/.test(phone)
      return isTooShort ? {} : (phoneSearched(phone) ?? { phone })
    },
    control: typed.control,
  }
}

export interface SelectOptions {
  label: Label
  /** Stands where none is chosen. */
  all: Label
  width: number
  search?: boolean
}

/** One of some values. */
export const oneOf = <K extends string, V extends string>(
  key: K,
  labels: Record<V, Label>,
  { label, all, width, search }: SelectOptions,
): FilterField<K, Partial<Record<K, V>>> => {
  const valueIn = (params: Params) => (isOneOf(labels, params[key]) ? params[key] : undefined)
  return {
    keys: [key],
    read: (params) => part(key, valueIn(params)),
    control: ({ params, set }) => (
      <Select<string>
        aria-label={textOf(label)}
        style={{ width }}
        {...(search && { showSearch: { optionFilterProp: 'label' } })}
        value={valueIn(params) ?? null}
        placeholder={textOf(all)}
        onChange={(value) => set({ [key]: value })}
        options={[{ value: '', label: textOf(all) }, ...optionsOf(labels)]}
      />
    ),
  }
}

/** Several of some values, with commas between them. */
export const someOf = <K extends string, V extends string>(
  key: K,
  labels: Record<V, Label>,
  { label, all, width }: SelectOptions,
): FilterField<K, Partial<Record<K, string>>> => {
  const valuesIn = (params: Params) =>
    (params[key] ?? '').split(',').filter((value) => isOneOf(labels, value))
  return {
    keys: [key],
    read: (params) => part(key, valuesIn(params).join(',') || undefined),
    control: ({ params, set }) => (
      <Select<string[]>
        aria-label={textOf(label)}
        style={{ minWidth: width }}
        mode="multiple"
        maxTagCount="responsive"
        placeholder={textOf(all)}
        value={valuesIn(params)}
        onChange={(values) => set({ [key]: values.join(',') })}
        options={optionsOf(labels)}
      />
    ),
  }
}

/** The first and the last day, both inclusive; either may be left open. */
export const days = <From extends string, To extends string>(
  from: From,
  to: To,
  label: Label,
  { future = false } = {},
): FilterField<From | To, Partial<Record<From | To, string>>> => {
  const dayIn = (params: Params, key: string) =>
    params[key] && isCalendarDate(params[key]) ? params[key] : undefined
  return {
    keys: [from, to],
    read: (params) =>
      Object.assign(part<From | To, string>(from, dayIn(params, from)), part(to, dayIn(params, to))),
    control: ({ params, set }) => (
      <DateRange
        future={future}
        label={textOf(label)}
        from={dayIn(params, from)}
        to={dayIn(params, to)}
        onChange={(first, last) => set({ [from]: first, [to]: last })}
      />
    ),
  }
}

/** A condition that comes by a link and has no control but one to drop it. */
export const byLink = <K extends string, V extends string>(
  key: K,
  labels: Record<V, Label>,
): FilterField<K, Partial<Record<K, V>>> => ({
  keys: [key],
  read: (params) => part(key, isOneOf(labels, params[key]) ? params[key] : undefined),
  control({ params, set }) {
    if (!isOneOf(labels, params[key])) return null
    const text = labelOf(labels, params[key])
    return <Button aria-label={t().drop(text)} onClick={() => set({ [key]: '' })}>{`${text} ×`}</Button>
  },
})

/** In which order. The first is the default and is left out of the address. */
export const order = <K extends string, V extends string>(
  key: K,
  labels: Record<V, Label>,
  label: Label,
): FilterField<K, Partial<Record<K, V>>> => {
  const [usual] = valuesOf(labels)
  const valueIn = (params: Params) => (isOneOf(labels, params[key]) ? params[key] : usual!)
  return {
    keys: [key],
    read: (params) => part(key, valueIn(params)),
    control: ({ params, set }) => (
      <Select<V>
        aria-label={textOf(label)}
        value={valueIn(params)}
        onChange={(value) => set({ [key]: value === usual ? '' : value })}
        options={optionsOf(labels)}
      />
    ),
  }
}
