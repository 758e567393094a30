import type { SelfTestFault } from '@zhenyue/contract/self-test/safety'
import type { SelfTestContent, SelfTestLevel } from '@zhenyue/contract/self-test/document'
import { selfTestLevelLabels, selfTestLevels } from '@zhenyue/contract/self-test/document'
import { Input, InputNumber, Select } from 'antd'
import { createContext, useContext, useId, type ReactNode } from 'react'
import { i18n, labelOf, textOf, type Label } from '../../app/i18n.ts'
import { faultInWords } from './fault-words.ts'

const t = i18n(
  { zh: (label: string) => `${label}（中文）`, en: (label: string) => `${label}（英文）` },
  { zh: (label) => `${label} (Chinese)`, en: (label) => `${label} (English)` },
)

/** The faults of the document, so that each can stand beside its field. */
export const Faults = createContext<{ faults: SelfTestFault[]; content?: SelfTestContent }>({ faults: [] })

/** What is wrong at these places, if anything. */
export function FaultsAt({ id, paths }: { id?: string; paths: string[] }) {
  const { faults, content } = useContext(Faults)
  const found = faults.filter(({ path }) => paths.includes(path))
  if (found.length === 0 || !content) return null
  return (
    <div id={id} className="field-fault" data-tone="bad">
      {found.map((fault) => (
        <div key={fault.message}>{faultInWords(fault, content)}</div>
      ))}
    </div>
  )
}

interface Given {
  id: string
  'aria-describedby'?: string
  status?: 'error'
}

/** A field with its name, and with what is wrong with it. */
export function Field({
  path,
  label,
  children,
}: {
  path: string
  label: string
  children: (given: Given) => ReactNode
}) {
  const id = useId()
  const { faults } = useContext(Faults)
  const isWrong = faults.some((fault) => fault.path === path)
  return (
    <div className="named-field" data-path={path}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(isWrong && { 'aria-describedby': `${id}-fault`, status: 'error' }) })}
      <FaultsAt id={`${id}-fault`} paths={[path]} />
    </div>
  )
}

export const TextField = ({
  path,
  label,
  value,
  onChange,
}: {
  path: string
  label: string
  value: string
  onChange: (value: string) => void
}) => (
  <Field path={path} label={label}>
    {(given) => (
      <Input.TextArea
        {...given}
        autoSize
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

/** A text in both languages, Chinese first. */
export const BothTexts = ({
  path,
  label,
  value,
  onChange,
}: {
  path: string
  label: string
  value: Label
  onChange: (value: Label) => void
}) => (
  <>
    <TextField
      path={`${path}.zh`}
      label={t().zh(label)}
      value={value.zh}
      onChange={(zh) => onChange({ zh, en: value.en })}
    />
    <TextField
      path={`${path}.en`}
      label={t().en(label)}
      value={value.en}
      onChange={(en) => onChange({ zh: value.zh, en })}
    />
  </>
)

export const CountField = ({
  path,
  label,
  value,
  onChange,
}: {
  path: string
  label: string
  value: number
  onChange: (value: number) => void
}) => (
  <Field path={path} label={label}>
    {(given) => (
      <InputNumber
        {...given}
        min={0}
        max={100}
        precision={0}
        className="short-number"
        value={value}
        onChange={(next) => next !== null && onChange(next)}
      />
    )}
  </Field>
)

export const LevelField = ({
  path,
  label,
  value,
  least = 'none',
  onChange,
}: {
  path: string
  label: string
  value: SelfTestLevel
  /** Those below cannot be chosen. */
  least?: SelfTestLevel
  onChange: (value: SelfTestLevel) => void
}) => (
  <Field path={path} label={label}>
    {(given) => (
      <Select<SelfTestLevel>
        {...given}
        value={value}
        onChange={onChange}
        options={selfTestLevels.map((level) => ({
          value: level,
          label: labelOf(selfTestLevelLabels, level),
          disabled: selfTestLevels.indexOf(level) < selfTestLevels.indexOf(least),
        }))}
      />
    )}
  </Field>
)

/** Several of some named things, by their ids. */
export const SomeField = ({
  path,
  label,
  value,
  from,
  onChange,
}: {
  path: string
  label: string
  value: string[]
  from: (Label & { id: string })[]
  onChange: (ids: string[]) => void
}) => (
  <Field path={path} label={label}>
    {(given) => (
      <Select<string[]>
        {...given}
        mode="multiple"
        value={value}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onChange}
        options={from.map((one) => ({ value: one.id, label: textOf(one) || one.id }))}
      />
    )}
  </Field>
)
