import { useState } from 'react'
import { CallError } from '../app/api.ts'
import { useKeys } from '../app/keys.ts'
import { useParams, type Params } from '../app/router.ts'
import { isInAnyList, readAgain, refreshDerived, refreshRecords } from './cache.ts'
import type { RecordKind, Row } from './kind.ts'
import { useNewRecords } from './new-records.tsx'
import { removeRecords } from './remove.tsx'
import { useList, usualLimit } from './use-list.ts'
import { useSteps } from './use-steps.ts'

/** What a page of records knows and does: the list of the address, the chosen rows, the open record. */
export function useRecords<R extends Row, Q>(kind: RecordKind<R, Q>) {
  const { key, detail, live } = kind
  const [params, set] = useParams()
  const [chosen, choose] = useState<string[]>([])
  const view = kind.views?.find((view) => view.key === params['view'])
  const list = useList(kind, params, !view)
  const open = params['open'] || undefined

  const exists = (id: string) =>
    detail!.read(id).then(
      () => true,
      (error: unknown) => !(error instanceof CallError && error.status === 404),
    )
  const newRecords = useNewRecords(live?.kind, exists, ({ change, id }) => {
    if (view) void refreshDerived(key, { cancelRefetch: false })
    if (change === 'changed' && id && detail && isInAnyList(key, id))
      readAgain(key, id, async (id) => (await detail.read(id)).data).catch(() => {})
  })

  const search = (changes: Params) => {
    choose([])
    newRecords.reset()
    set({ ...changes, offset: '' })
  }
  const close = () => set({ open: '' })
  const { step, place } = useSteps({
    ids: list.rows.map(({ id }) => id),
    open,
    limit: list.limit,
    offset: list.offset,
    total: list.page.data?.total ?? 0,
    isCurrent: !list.page.isPlaceholderData,
    show: (id) => set({ open: id }),
    turn: (offset) => set({ offset: String(offset) }),
  })
  useKeys({
    '/': () => document.querySelector<HTMLElement>('[data-first-filter]')?.focus(),
    ...(detail && { j: () => step(1), k: () => step(-1), Escape: () => open && close() }),
  })

  return {
    params,
    set,
    view,
    list,
    open,
    /** The record that was open last. */
    place,
    chosen,
    choose,
    newRecords,
    search,
    close,
    step,
    show: (id: string) => set({ open: id }, { replace: !!open }),
    clear: () =>
      search(Object.fromEntries(kind.filters.flatMap((field) => field.keys.map((name) => [name, ''])))),
    turn(limit: number, offset: number) {
      choose([])
      set({ limit: limit === usualLimit ? '' : String(limit), offset: offset ? String(offset) : '' })
    },
    showNew() {
      newRecords.reset()
      set({ offset: '' })
      scrollTo(0, 0)
      document.querySelector('.table-scroll .ant-table-content')?.scrollTo(0, 0)
      refreshRecords(key)
    },
    remove: (records: R[]) =>
      removeRecords(kind, records, (gone) => {
        choose((before) => before.filter((id) => !gone.includes(id)))
        if (open && gone.includes(open)) close()
      }),
  }
}
