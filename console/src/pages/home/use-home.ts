import type { HomeDocument } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, CallError, queries, send } from '../../api.ts'
import { unsaved } from '../../ui/drafts.ts'
import { createStore } from '../../store.ts'
import { same, sections, updates, type Section } from './sections.ts'

interface Stored {
  document: HomeDocument
  etag: string
}

async function readHome(): Promise<Stored> {
  const reply = await send(api.home.read, { headers: { 'cache-control': 'no-cache' } })
  if (reply.code !== 0) throw new CallError(reply as never)
  return { document: reply.data, etag: reply.headers.get('etag') ?? '' }
}

/** What is changed and not saved. It outlives the screen, not the page. */
const draft = createStore<Partial<HomeDocument>>({})
unsaved.add(() => Object.keys(draft.get()).length > 0)

/** Someone else saved the section while it was being edited here. */
export type Conflict = { theirs: unknown }

export type Saved = 'saved' | 'conflict'

export function useHome() {
  const asked = useQuery({ queryKey: ['home'], queryFn: readHome, staleTime: Infinity })
  const changes = draft.use()
  const [conflicts, setConflicts] = useState<Partial<Record<Section, Conflict>>>({})
  useEffect(() => void queries.invalidateQueries({ queryKey: ['home'] }), [])
  const stored = asked.data

  const put = (next: Stored) => queries.setQueryData(['home'], next)
  const isDirty = (section: Section) =>
    section in changes && !same(changes[section], stored?.document[section])
  const change = <S extends Section>(section: S, value: HomeDocument[S]) =>
    draft.set({ ...draft.get(), [section]: value })
  const settle = (section: Section) => setConflicts(({ [section]: _, ...rest }) => rest)
  const reset = (section: Section) => {
    const { [section]: _, ...rest } = draft.get()
    draft.set(rest)
    settle(section)
  }

  /** Where only other sections were changed meanwhile, the save goes on; where this one was, a person decides. */
  async function save(section: Section, base: Stored = stored!, mayOverwrite = false): Promise<Saved> {
    const value = draft.get()[section]
    if (value === undefined) return 'saved'
    const reply = await send(updates[section], { body: value as never, headers: { 'if-match': base.etag } })
    if (reply.status === 409) {
      const latest = await readHome()
      put(latest)
      if (mayOverwrite || same(latest.document[section], base.document[section]))
        return save(section, latest, mayOverwrite)
      setConflicts((before) => ({ ...before, [section]: { theirs: latest.document[section] } }))
      return 'conflict'
    }
    if (reply.code !== 0) throw new CallError(reply as never)
    put({ document: reply.data, etag: reply.headers.get('etag') ?? (await readHome()).etag })
    reset(section)
    void queries.invalidateQueries({ queryKey: ['home-versions'] })
    return 'saved'
  }

  async function saveAll(): Promise<Saved> {
    let outcome: Saved = 'saved'
    for (const section of sections.filter(isDirty)) {
      const latest = queries.getQueryData<Stored>(['home'])!
      if ((await save(section, latest)) === 'conflict') outcome = 'conflict'
    }
    return outcome
  }

  return {
    asked,
    stored,
    document: stored && ({ ...stored.document, ...changes } as HomeDocument),
    conflicts,
    dirty: sections.filter(isDirty),
    change,
    reset,
    save,
    saveAll,
    reload: async () => put(await readHome()),
  }
}

export type Home = ReturnType<typeof useHome>
