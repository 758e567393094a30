import type { BookingRules } from '@zhenyue/contract'
import { InputNumber, Space } from 'antd'
import { useId, type ReactNode } from 'react'
import { i18n } from '../../app/i18n.ts'
import { asPatientsRead } from '../../app/service-words.ts'

const t = i18n({ reads: '患者会看到' }, { reads: 'Patients read' })

/** Some of the rules, and how one of them is changed. */
export interface RulesPart {
  values: BookingRules
  change: <K extends keyof BookingRules>(rule: K, value: BookingRules[K]) => void
}

/** Rules that belong together. */
export const Rules = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card section-card" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    {children}
  </section>
)

/** A rule with its field, what it means, and what a patient reads because of it. */
export function Rule({
  label,
  means,
  reads,
  children,
}: {
  label: string
  means: string
  /** As the service says it, or nothing where it shows in no words. */
  reads?: string | undefined
  children: (ids: { id: string; 'aria-describedby': string }) => ReactNode
}) {
  const id = useId()
  return (
    <div className="rule">
      <label htmlFor={id}>{label}</label>
      <div>{children({ id, 'aria-describedby': `${id}-means` })}</div>
      <div id={`${id}-means`}>
        <p className="quiet">{means}</p>
        {reads && (
          <p className="rule-reads">
            <span className="quiet">{t().reads}</span>
            <q>{asPatientsRead(reads)}</q>
          </p>
        )}
      </div>
    </div>
  )
}

export const NumberRule = ({
  label,
  unit,
  value,
  min = 0,
  max,
  means,
  reads,
  onChange,
}: {
  label: string
  unit: string
  value: number
  min?: number
  max: number
  means: string
  reads?: string | undefined
  onChange: (value: number) => void
}) => (
  <Rule label={label} means={means} reads={reads}>
    {(field) => (
      <Space>
        <InputNumber
          {...field}
          value={value}
          min={min}
          max={max}
          precision={0}
          className="short-number"
          onChange={(next) => next !== null && onChange(next)}
        />
        <span>{unit}</span>
      </Space>
    )}
  </Rule>
)
