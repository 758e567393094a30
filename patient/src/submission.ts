import type { Data, Endpoint } from '@zhenyue/contract'
import { CallError } from '@zhenyue/contract/client'
import { useRef, useState } from 'preact/hooks'
import { ask } from './api.ts'
import type { Attempt, DraftOf } from './drafts.ts'

/** Works on plain http in a local network too, where `randomUUID` is not to be had. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type Progress =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'refused'; message: string }
  | { state: 'unknown' }

/**
 * Sends a draft. What is sent again unchanged carries the same key, over reloads too, so that the service does it
 * once; what was changed gets a new one. Nothing is ever sent but by a tap of the person.
 */
export function useSubmission<E extends Endpoint, T extends object>(endpoint: E, draft: DraftOf<T>) {
  const [progress, setProgress] = useState<Progress>({ state: draft.attempt?.open ? 'unknown' : 'idle' })
  const busy = useRef(false)

  async function send(body: Record<string, unknown>, done: (data: Data<E>) => void) {
    if (busy.current) return
    busy.current = true
    setProgress({ state: 'sending' })
    const text = JSON.stringify(body)
    const former = draft.attempt
    const attempt: Attempt =
      former?.body === text
        ? { ...former, open: true }
        : { key: randomKey(), body: text, at: Date.now(), open: true }
    draft.setAttempt(attempt)
    try {
      const data = await ask(endpoint, { body, headers: { 'idempotency-key': attempt.key } } as never)
      draft.clear()
      setProgress({ state: 'idle' })
      done(data)
    } catch (error) {
      if (error instanceof CallError) {
        draft.setAttempt({ ...attempt, open: error.status >= 500 })
        setProgress({ state: 'refused', message: error.message })
      } else setProgress({ state: 'unknown' })
    } finally {
      busy.current = false
    }
  }

  /** The person would rather begin anew than ask again. */
  function giveUp() {
    draft.setAttempt(undefined)
    setProgress({ state: 'idle' })
  }

  return { progress, send, giveUp }
}
