import { useId } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface FieldProps {
  label: string
  hint?: string | undefined
  fault?: string | undefined
  value: string
  onValue: (value: string) => void
  name: string
  optional?: string
  rows?: number
  type?: 'tel' | 'date'
  inputMode?: 'numeric'
  autoComplete?: string
  min?: string
  max?: string
}

/** One question of a form with its words of help, and of what is wrong with the answer. */
export function Field({ label, hint, fault, optional, value, onValue, rows, type, ...rest }: FieldProps) {
  const id = useId()
  const given = {
    ...rest,
    id,
    value,
    class: 'input',
    'aria-invalid': fault ? ('true' as const) : undefined,
    'aria-required': optional ? undefined : ('true' as const),
    'aria-describedby': `${id}-hint ${id}-fault`,
    onInput: (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value),
  }
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="optional">{optional}</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rows ? <textarea {...given} rows={rows} /> : <input {...given} type={type as 'text'} />}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

export const Fault = ({ id, text }: { id: string; text: string | undefined }) => (
  <p class="fault" id={id}>
    {text && (
      <>
        <Icon name="warning" />
        {text}
      </>
    )}
  </p>
)

/** Brings the reader to the first field that is wrong, once its words are there. */
export function showFirstFault() {
  setTimeout(() => {
    const wrong = document.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong?.matches('fieldset') ? wrong.querySelector('input') : wrong
    target?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  })
}
