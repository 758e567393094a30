import type { HomeDocument } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, CallError, queries, send } from '../../app/api.ts'
import { createStore } from '../../app/store.ts'
import { unsaved } from '../../app/unsaved.ts'
import { leadsSomewhere } from '../../ui/patient-pages.ts'
import { same, sections, updates, type Section } from './sections.ts'

interface Stored {
  document: HomeDocument
  etag: string
}

async function readHome(): Promise<Stored> {
  const reply = await send(api.home.read, { headers: { 'cache-control': 'no-cache' } })
  if (reply.code !== 0) throw new CallError(reply)
  return { document: reply.data, etag: reply.headers.get('etag') ?? '' }
}

/** A section that is changed and not saved, and what it was when the change began. */
interface Draft<S extends Section> {
  value: HomeDocument[S]
  base: HomeDocument[S]
}

/** Outlives the screen, not the page. */
const drafts = createStore<{ [S in Section]?: Draft<S> }>({})
unsaved.add(() => Object.keys(drafts.get()).length > 0)

const latest = () => queries.getQueryData<Stored>(['home'])!
const put = (next: Stored) => queries.setQueryData(['home'], next)

function reset(section: Section) {
  const { [section]: _, ...rest } = drafts.get()
  drafts.set(rest)
}

function change<S extends Section>(section: S, value: HomeDocument[S]) {
  const base = drafts.get()[section]?.base ?? latest().document[section]
  if (same(value, base) && same(base, latest().document[section])) reset(section)
  else drafts.set({ ...drafts.get(), [section]: { value, base } })
}

/** Where only other sections were changed meanwhile, the save goes on; where this one was, a person decides. */
async function save<S extends Section>(section: S, overwrite = false): Promise<'saved' | 'conflict'> {
  const draft = drafts.get()[section]
  if (!draft) return 'saved'
  const { document, etag } = latest()
  if (!overwrite && !same(document[section], draft.base)) return 'conflict'
  const reply = await updates[section](draft.value, { 'if-match': etag })
  if (reply.status === 409) {
    put(await readHome())
    return save(section, overwrite)
  }
  if (reply.code !== 0) throw new CallError(reply)
  put({ document: reply.data, etag: reply.headers.get('etag') ?? '' })
  if (drafts.get()[section] === draft) reset(section)
  return 'saved'
}

async function saveAll() {
  const outcomes = []
  for (const section of sections) outcomes.push(await save(section))
  return outcomes.includes('conflict') ? 'conflict' : 'saved'
}

export function useHome() {
  const query = useQuery({ queryKey: ['home'], queryFn: readHome })
  const changed = drafts.use()
  useEffect(() => void queries.invalidateQueries({ queryKey: ['home'] }), [])
  const stored = query.data
  const values = Object.entries(changed).map(([section, { value }]) => [section, value])
  /** Someone else saved the section after it began to be changed here. */
  const conflictOf = (section: Section) => {
    const draft = changed[section]
    if (!draft || !stored || same(draft.base, stored.document[section])) return undefined
    return { theirs: stored.document[section] }
  }
  const document = stored && ({ ...stored.document, ...Object.fromEntries(values) } as HomeDocument)
  /** Whether a link of the section leads nowhere. */
  const hasBadLink = (section: Section) =>
    (section === 'hero' && !leadsSomewhere(document!.hero.primaryCta.link)) ||
    (section === 'features' && document!.features.some(({ link }) => !leadsSomewhere(link)))
  return {
    query,
    stored,
    document,
    hasBadLink,
    dirty: sections.filter((section) => changed[section]),
    conflictOf,
    change,
    reset,
    save,
    saveAll,
    reload: async () => void put(await readHome()),
  }
}

export type Home = ReturnType<typeof useHome>
