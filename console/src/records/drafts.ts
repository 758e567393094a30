import { createStore } from '../app/store.ts'
import { unsaved } from '../app/unsaved.ts'

/** Remarks that are typed and not yet saved, by the id of their record. They outlive drawers, not the page. */
export const drafts = createStore<Record<string, string>>({})
unsaved.add(() => Object.keys(drafts.get()).length > 0)

export function setDraft(id: string, text: string | undefined) {
  const { [id]: _, ...rest } = drafts.get()
  drafts.set(text === undefined ? rest : { ...rest, [id]: text })
}
