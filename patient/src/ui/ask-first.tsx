import { useLayoutEffect, useRef } from 'preact/hooks'
import { Notice } from './notice.tsx'

interface AskFirstProps {
  label: string
  class: string
  asked: boolean
  onAsked: (asked: boolean) => void
  tone: 'warning' | 'danger'
  text: string
  yes: string
  no: string
  onYes: () => void
}

/**
 * A button for what cannot be undone, which asks first. Who answers by keyboard is at the answer that changes
 * nothing, and after it at the button again.
 */
export function AskFirst({ label, asked, onAsked, tone, text, yes, no, onYes, ...rest }: AskFirstProps) {
  const harmless = useRef<HTMLButtonElement>(null)
  const former = useRef(asked)
  useLayoutEffect(() => {
    if (former.current === asked) return
    former.current = asked
    harmless.current?.focus()
  }, [asked])
  if (!asked) {
    return (
      <button type="button" {...rest} ref={harmless} onClick={() => onAsked(true)}>
        {label}
      </button>
    )
  }
  return (
    <Notice tone={tone} alert>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" class="button button-danger" onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="button button-quiet" ref={harmless} onClick={() => onAsked(false)}>
          {no}
        </button>
      </div>
    </Notice>
  )
}
