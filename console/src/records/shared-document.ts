import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { CallError, queries, type Tagged } from '../app/api.ts'
import { createStore } from '../app/store.ts'
import { unsaved } from '../app/unsaved.ts'
import { same } from './differences.ts'

/** A part that is changed and not saved, and what it was when the change began. */
interface Draft<V> {
  value: V
  base: V
}

/** A document that several people edit, part by part: nothing of anyone is lost. Drafts outlive the screen, not the page. */
export function sharedDocument<T extends object, Shown extends T = T>({
  queryKey,
  read,
  write,
}: {
  queryKey: string[]
  read: () => Promise<Tagged<Shown>>
  /** Refused with 409 where the tag is no longer that of the document. Only the parts named were changed. */
  write: (document: Shown, etag: string, parts: (keyof T & string)[]) => Promise<Tagged<Shown>>
}) {
  type Part = keyof T & string
  type Drafts = { [P in Part]?: Draft<T[P]> }
  const drafts = createStore<Drafts>({})
  unsaved.add(() => Object.keys(drafts.get()).length > 0)

  const latest = () => queries.getQueryData<Tagged<Shown>>(queryKey)!
  const put = (next: Tagged<Shown>) => queries.setQueryData(queryKey, next)
  const changedParts = () => Object.keys(drafts.get()) as Part[]
  const valuesOf = (changed: Drafts) =>
    Object.fromEntries(
      Object.entries<Draft<unknown>>(changed as Record<string, Draft<unknown>>).map(([part, { value }]) => [
        part,
        value,
      ]),
    ) as Partial<T>

  /** Parts that someone else has saved after they began to be changed here. */
  const partsInConflict = (stored: T) =>
    changedParts().filter((part) => !same(drafts.get()[part]!.base, stored[part]))

  function reset(parts = changedParts()) {
    const left = Object.entries(drafts.get()).filter(([part]) => !parts.includes(part as Part))
    drafts.set(Object.fromEntries(left) as Drafts)
  }

  function change<P extends Part>(part: P, value: T[P]) {
    const stored = latest().data[part]
    const base = drafts.get()[part]?.base ?? stored
    if (same(value, base) && same(base, stored)) reset([part])
    else drafts.set({ ...drafts.get(), [part]: { value, base } })
  }

  /** Where others have changed only other parts, the save goes on and keeps theirs; else a person decides. */
  async function save(overwrite = false, parts = changedParts()): Promise<'saved' | 'conflict'> {
    const { data, etag } = latest()
    const isOne = (part: string) => parts.includes(part as Part)
    if (!overwrite && partsInConflict(data).some(isOne)) return 'conflict'
    const sent = Object.fromEntries(Object.entries(drafts.get()).filter(([part]) => isOne(part))) as Drafts
    try {
      put(await write({ ...data, ...valuesOf(sent) }, etag, parts))
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error
      put(await read())
      return save(overwrite, parts)
    }
    reset(parts.filter((part) => drafts.get()[part] === sent[part]))
    return 'saved'
  }

  /** The document with what is changed here, and a way to save it. */
  return function useDocument() {
    const query = useQuery({ queryKey, queryFn: read })
    const changed = drafts.use()
    useEffect(() => void queries.invalidateQueries({ queryKey }), [])
    const stored = query.data?.data
    const conflicts = stored ? partsInConflict(stored) : []
    const values: Shown | undefined = useMemo(
      () => stored && { ...stored, ...valuesOf(changed) },
      [stored, changed],
    )
    const dirty = Object.keys(changed) as Part[]
    return { query, stored, values, dirty, isDirty: dirty.length > 0, conflicts, change, reset, save }
  }
}
