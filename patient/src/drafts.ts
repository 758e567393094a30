import { useRef, useState } from 'preact/hooks'
import { forget, keep, kept } from './storage.ts'

/** One sending of a form. The service knows it again by its key, however often it comes. */
export interface Attempt {
  key: string
  /** Where it was sent to. */
  path: string
  body: string
  at: number
  /** It may have arrived: nothing to the contrary was heard. */
  open: boolean
}

export interface Draft<T> {
  at: number
  fields: T
  attempt?: Attempt | undefined
}

export type DraftName = 'appointment' | 'self-test'

/** The service remembers a key for 24 hours. No draft outlives that, lest a late retry be taken for a new one. */
const lifetime = 23 * 60 * 60 * 1000

function readDraft<T>(name: DraftName, empty: T): Draft<T> {
  const draft = kept<Draft<T>>('localStorage', name)
  if (!draft || Date.now() - (draft.attempt?.at ?? draft.at) > lifetime)
    return { at: Date.now(), fields: empty }
  return { ...draft, fields: { ...empty, ...draft.fields } }
}

/** What is entered is kept on the phone at once, until it is sent or a day has passed. */
export function useDraft<T extends object>(name: DraftName, empty: T) {
  const [draft, setDraft] = useState(() => readDraft(name, empty))
  // An answer of the service may come after further changes.
  const latest = useRef(draft)
  const write = (next: Draft<T>) => {
    latest.current = next
    setDraft(next)
  }
  const save = (part: Partial<Draft<T>>) => {
    write({ ...latest.current, ...part })
    keep('localStorage', name, latest.current)
  }
  return {
    fields: draft.fields,
    attempt: draft.attempt,
    change: (part: Partial<T>) => save({ at: Date.now(), fields: { ...latest.current.fields, ...part } }),
    setAttempt: (attempt: Attempt | undefined) => save({ attempt }),
    clear: () => {
      forget('localStorage', name)
      write({ at: Date.now(), fields: empty })
    },
  }
}

export type DraftOf<T extends object> = ReturnType<typeof useDraft<T>>

/** Everything on this phone that says who used it. */
export function forgetPerson() {
  forget('localStorage', 'appointment')
  forget('localStorage', 'self-test')
  forget('sessionStorage', 'booked')
  forget('sessionStorage', 'phone')
  forget('sessionStorage', 'proof')
  forget('sessionStorage', 'code')
}
