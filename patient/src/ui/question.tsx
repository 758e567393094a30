import { useEffect, useRef } from 'preact/hooks'
import { Notice } from './notice.tsx'

interface QuestionProps {
  tone: 'warning' | 'danger'
  text: string
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
}

/** Asked before what cannot be undone. Who answers by keyboard is at the answer that changes nothing. */
export function Question({ tone, text, yes, no, onYes, onNo }: QuestionProps) {
  const harmless = useRef<HTMLButtonElement>(null)
  useEffect(() => harmless.current?.focus(), [])
  return (
    <Notice tone={tone} alert>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" class="button button-danger" onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="button button-quiet" ref={harmless} onClick={onNo}>
          {no}
        </button>
      </div>
    </Notice>
  )
}
