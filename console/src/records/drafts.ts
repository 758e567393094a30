import { createStore } from '../app/store.ts'

/** Remarks that are typed and not yet saved, by the id of their record. They outlive drawers, not the page. */
export const drafts = createStore<Record<string, string>>({})

export function setDraft(id: string, text: string | undefined) {
  const { [id]: _, ...rest } = drafts.get()
  drafts.set(text === undefined ? rest : { ...rest, [id]: text })
}

/** Whether anything would be lost with the page. Others add their own. */
export const unsaved = new Set<() => boolean>([() => Object.keys(drafts.get()).length > 0])

addEventListener('beforeunload', (event) => {
  if ([...unsaved].some((has) => has())) event.preventDefault()
})
