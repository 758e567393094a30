import { Input, Select } from 'antd'
import { useState } from 'react'
import { i18n, textOf } from '../app/i18n.ts'
import { leadsSomewhere, pageOf, patientPages } from './patient-pages.ts'

const t = i18n(
  {
    none: '不跳转',
    other: '其他网址或电话',
    address: (label: string) => `${label}的网址或电话`,
    hint: 'https://… 或 tel:010…',
    wrong: '链接格式不正确，请从列表选页面，或填完整网址',
  },
  {
    none: 'Nowhere',
    other: 'Another site or a phone number',
    address: (label) => `Address for ${label}`,
    hint: 'https://… or tel:010…',
    wrong: 'This leads nowhere; choose a page from the list or enter a whole address',
  },
)

const other = 'other'

/** Where a link leads: a page from a list, or an address that is looked at before it is saved. */
export function LinkField({
  value = '',
  onChange,
  label,
  id,
}: {
  value?: string
  onChange?: (value: string) => void
  label: string
  id?: string
}) {
  const listed = value === '' ? '' : pageOf(value)
  /** What was typed here last, which may be on its way to an address: `/` is not the home page yet. */
  const [typed, setTyped] = useState<string>()
  const isOther = listed === undefined || typed === value
  const isWrong = !leadsSomewhere(value)
  const options = [
    { value: '', label: t().none },
    ...Object.entries(patientPages).map(([value, label]) => ({ value, label: textOf(label) })),
    { value: other, label: t().other },
  ]
  return (
    <div className="link-field">
      <Select
        id={id}
        aria-label={label}
        value={isOther ? other : listed}
        options={options}
        virtual={false}
        listHeight={420}
        onChange={(next: string) => {
          setTyped(next === other ? '' : undefined)
          onChange?.(next === other ? '' : next)
        }}
      />
      {isOther && (
        <Input
          aria-label={t().address(label)}
          placeholder={t().hint}
          value={value}
          maxLength={500}
          {...(isWrong && { status: 'error' as const })}
          onChange={(event) => {
            const next = event.target.value.trim()
            setTyped(next)
            onChange?.(next)
          }}
        />
      )}
      {isWrong && (
        <small role="alert" className="field-fault" data-tone="bad">
          {t().wrong}
        </small>
      )}
    </div>
  )
}
