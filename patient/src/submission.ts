import type { Data } from '@zhenyue/contract'
import { CallError } from '@zhenyue/contract/client'
import { useRef, useState } from 'preact/hooks'
import { ask, type api } from './api.ts'
import type { Attempt, DraftOf } from './drafts.ts'

/** Works on plain http in a local network too, where `randomUUID` is not to be had. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Whether a refusal leaves it open that something arrived. One that turns callers away unheard (429, 503) says
 * nothing about a sending before it.
 */
const mayHaveArrived = (status: number, before: boolean) =>
  status === 429 || status === 503 ? before : status >= 500

export type Progress =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'refused'; message: string; data?: unknown }
  | { state: 'unknown' }

type Sendable = typeof api.leads.submit | typeof api.appointments.create | typeof api.waitlist.join

/**
 * Sends a draft. What is sent again unchanged carries the same key, over reloads too, so that the service does it
 * once; what was changed gets a new one. Nothing is ever sent but by a tap of the person.
 */
export function useSubmission<T extends object>(endpoint: Sendable, draft: DraftOf<T>) {
  const [progress, setProgress] = useState<Progress>({ state: draft.attempt?.open ? 'unknown' : 'idle' })
  const busy = useRef(false)

  async function send(wanted: Record<string, unknown>, done: (data: Data<Sendable>) => void) {
    if (busy.current) return
    busy.current = true
    setProgress({ state: 'sending' })
    const text = JSON.stringify(wanted)
    const former = draft.attempt
    // What may have arrived is sent again as it was, whatever has become of the draft.
    const isSame = former?.open || (former?.body === text && former.path === endpoint.path)
    const attempt: Attempt = isSame
      ? { ...former!, open: true }
      : { key: randomKey(), path: endpoint.path, body: text, at: Date.now(), open: true }
    draft.setAttempt(attempt)
    try {
      const body = JSON.parse(attempt.body)
      const data = await ask(endpoint, { body, headers: { 'idempotency-key': attempt.key } })
      draft.clear()
      setProgress({ state: 'idle' })
      done(data)
    } catch (error) {
      if (error instanceof CallError) {
        draft.setAttempt({ ...attempt, open: mayHaveArrived(error.status, former?.open === true) })
        setProgress({ state: 'refused', message: error.message, data: error.data })
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
