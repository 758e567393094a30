import type { ContactChannel, ContactOutcome } from '@zhenyue/contract/follow-up-rules'
import { createStore } from '../../app/store.ts'
import { unsaved } from '../../app/unsaved.ts'

/** What is being noted about someone. */
export interface Draft {
  channel: ContactChannel
  outcome: ContactOutcome | undefined
  note: string
}

const blank: Draft = { channel: 'phone', outcome: undefined, note: '' }
const drafts = createStore<Record<string, Draft>>({})
unsaved.add(() => Object.values(drafts.get()).some(({ note }) => note.trim() !== ''))

/** Kept while the page is open, so that a look at someone else loses nothing. */
export function useDraft(id: string) {
  const draft = drafts.use()[id] ?? blank
  return { draft, change: (changes: Partial<Draft>) => changeDraft(id, changes) }
}

export function changeDraft(id: string, changes: Partial<Draft>) {
  drafts.set({ ...drafts.get(), [id]: { ...(drafts.get()[id] ?? blank), ...changes } })
}

export function dropDraft(id: string) {
  const { [id]: _, ...others } = drafts.get()
  drafts.set(others)
}
