import type { SelfTestDraft } from '@zhenyue/contract'
import type { SelfTestContent } from '@zhenyue/contract/self-test/document'
import { checkSelfTest, type SelfTestFault, type SelfTestOutcome } from '@zhenyue/contract/self-test/safety'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, call, callTagged } from '../../app/api.ts'
import { sharedDocument } from '../../records/shared-document.ts'

export const useDraft = sharedDocument<SelfTestContent, SelfTestDraft>({
  queryKey: ['self-test', 'draft'],
  read: () => callTagged(api.selfTest.draft),
  write: (body, etag) => callTagged(api.selfTest.saveDraft, { body, headers: { 'if-match': etag } }),
})

/** What patients see now. */
export const usePublished = () =>
  useQuery({
    queryKey: ['self-test', 'published'],
    queryFn: () => call(api.selfTest.read, { headers: { 'cache-control': 'no-cache' } }),
  })

export interface Checked {
  faults: SelfTestFault[]
  tests: SelfTestOutcome[]
}

const pause = 400

/** The safety checks, a moment after the last key. The service looks at all earlier versions when it publishes. */
export function useChecked(content: SelfTestContent | undefined, published: SelfTestContent | undefined) {
  const [checked, setChecked] = useState<Checked>()
  const isFirst = checked === undefined
  useEffect(() => {
    if (!content || !published) return
    const timer = setTimeout(() => setChecked(checkSelfTest(content, [published])), isFirst ? 0 : pause)
    return () => clearTimeout(timer)
  }, [content, published, isFirst])
  return checked
}

/** For a new part of the document: an id that was once used never means something else. */
export const newId = (prefix: string) => `${prefix}_${Math.random().toString(36).slice(2, 10)}`

/** How a part of the document is changed. */
export type Change = <P extends keyof SelfTestContent>(part: P, value: SelfTestContent[P]) => void

export interface EditorProps {
  content: SelfTestContent
  change: Change
}

/** A list with one of its items changed. */
export const replaced = <T>(list: T[], index: number, item: T) =>
  list.map((one, at) => (at === index ? item : one))
