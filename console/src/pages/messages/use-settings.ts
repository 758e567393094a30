import type { MessageSettings, ShownMessageSettings } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, CallError, callTagged, queries, type Tagged } from '../../app/api.ts'
import { createStore } from '../../app/store.ts'
import { unsaved } from '../../app/unsaved.ts'

type Part = keyof MessageSettings
type Stored = Tagged<ShownMessageSettings>

/** A part that is changed and not saved, and what it was when the change began. */
interface Draft<P extends Part> {
  value: MessageSettings[P]
  base: MessageSettings[P]
}

/** Outlives the screen, not the page. */
const drafts = createStore<{ [P in Part]?: Draft<P> }>({})
unsaved.add(() => Object.keys(drafts.get()).length > 0)

const queryKey = ['message-settings']
const latest = () => queries.getQueryData<Stored>(queryKey)!
const put = (next: Stored) => queries.setQueryData(queryKey, next)
const read = () => callTagged(api.messages.settings)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const changedParts = () => Object.keys(drafts.get()) as Part[]

/** Parts that someone else has saved after they began to be changed here. */
const partsInConflict = (stored: MessageSettings) =>
  changedParts().filter((part) => !same(drafts.get()[part]!.base, stored[part]))

function reset(parts = changedParts()) {
  drafts.set(
    Object.fromEntries(Object.entries(drafts.get()).filter(([part]) => !parts.includes(part as Part))),
  )
}

function change<P extends Part>(part: P, value: MessageSettings[P]) {
  const stored = latest().data[part]
  const base = drafts.get()[part]?.base ?? stored
  if (same(value, base) && same(base, stored)) reset([part])
  else drafts.set({ ...drafts.get(), [part]: { value, base } })
}

const valuesOf = (changed: ReturnType<typeof drafts.get>) =>
  Object.fromEntries(Object.entries(changed).map(([part, { value }]) => [part, value]))

/** Where others have changed only other parts, the save goes on and keeps theirs; else a person decides. */
async function save(overwrite = false): Promise<'saved' | 'conflict'> {
  const { data, etag } = latest()
  if (!overwrite && partsInConflict(data).length > 0) return 'conflict'
  const { provider: _, ...stored } = data
  const sent = drafts.get()
  try {
    const body = { ...stored, ...valuesOf(sent) }
    put(await callTagged(api.messages.saveSettings, { body, headers: { 'if-match': etag } }))
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    put(await read())
    return save(overwrite)
  }
  reset((Object.keys(sent) as Part[]).filter((part) => drafts.get()[part] === sent[part]))
  return 'saved'
}

/** The settings with what is changed here, and a way to save them that loses nothing of others. */
export function useSettings() {
  const query = useQuery({ queryKey, queryFn: read })
  const changed = drafts.use()
  useEffect(() => void queries.invalidateQueries({ queryKey }), [])
  const stored = query.data?.data
  const conflicts = stored ? partsInConflict(stored) : []
  const values = stored && { ...stored, ...(valuesOf(changed) as Partial<MessageSettings>) }
  return { query, stored, values, isDirty: Object.keys(changed).length > 0, conflicts, change, reset, save }
}
