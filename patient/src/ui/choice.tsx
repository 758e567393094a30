import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Fault } from './field.tsx'
import { showWhole } from './strip.ts'

export interface Option {
  value: string
  label: ComponentChildren
  disabled?: boolean
}

interface ChoiceProps {
  legend: ComponentChildren
  name: string
  options: readonly Option[]
  /** A list where several may be chosen. */
  value: string | readonly string[]
  onValue: (value: string) => void
  fault?: string | undefined
  optional?: string
  class?: string
}

/** One of several, or some of them, as tiles that are easy to hit. */
export function Choice({ legend, name, options, value, onValue, fault, optional, ...rest }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset class="field" aria-invalid={fault ? 'true' : undefined} aria-describedby={`${id}-fault`}>
      <legend>
        {legend}
        {optional && <span class="optional">{optional}</span>}
      </legend>
      <div class={`choices ${rest.class ?? ''}`} onKeyUp={showWhole}>
        {options.map((option) => (
          <label class="choice">
            <input
              type={typeof value === 'string' ? 'radio' : 'checkbox'}
              name={name}
              value={option.value}
              checked={typeof value === 'string' ? option.value === value : value.includes(option.value)}
              disabled={option.disabled}
              onChange={() => onValue(option.value)}
            />
            <span class="choice-face">{option.label}</span>
          </label>
        ))}
      </div>
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  )
}
