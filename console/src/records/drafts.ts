import { createStore } from '../app/store.ts'
import { unsaved } from '../app/unsaved.ts'

export interface Draft {
  text: string
  /** The remark as it was when the writing began. */
  base: string
}

/** Remarks that are typed and not yet saved, by the id of their record. They outlive drawers, not the page. */
export const drafts = createStore<Record<string, Draft>>({})
unsaved.add(() => Object.keys(drafts.get()).length > 0)

export function setDraft(id: string, draft: Draft | undefined) {
  const { [id]: _, ...rest } = drafts.get()
  drafts.set(draft ? { ...rest, [id]: draft } : rest)
}
