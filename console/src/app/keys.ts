import { useEffect, useRef } from 'react'
import { locked } from './session.ts'

export type Keys = Record<string, (event: KeyboardEvent) => void>

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])'))

/** Keys that only move, which may be held down. */
const moving = new Set(['j', 'k'])

const isBehindDialog = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null

/** For keys that do what a button does. */
export const clickOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

/** Single keys act outside fields and dialogs; `mod+s` acts everywhere, with Ctrl or ⌘. */
export function useKeys(keys: Keys, active = true) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || locked.get()) return
      const mod = event.ctrlKey || event.metaKey
      const name = mod ? `mod+${event.key.toLowerCase()}` : event.key
      if (!mod && (event.altKey || isTyping(event.target) || isBehindDialog())) return
      const act = latest.current[name]
      if (!act) return
      event.preventDefault()
      if (!event.repeat || moving.has(name)) act(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])
}
