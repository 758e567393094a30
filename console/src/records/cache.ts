import { queries } from '../app/api.ts'
import type { Row } from './kind.ts'

// Keys of the query cache, each after the key of the kind:
//   rows     lists of records ({ list }), in which a changed record is replaced
//   derived  what depends on states of records, such as counts, and is read again after each change
//   one, history, related: by the id of the record

/** How often each record was replaced, by its id. */
const replacements = new Map<string, number>()

function show(kind: string, next: Row) {
  replacements.set(next.id, (replacements.get(next.id) ?? 0) + 1)
  queries.setQueryData([kind, 'one', next.id], next)
  queries.setQueriesData<{ list: Row[] }>(
    { queryKey: [kind, 'rows'] },
    (page) => page && { ...page, list: page.list.map((row) => (row.id === next.id ? next : row)) },
  )
  void queries.invalidateQueries({ queryKey: [kind, 'history', next.id] })
}

/** Shows a record that was changed here everywhere at once. Reads under way may not have the change: they begin again. */
export function replaceRecord(kind: string, next: Row) {
  show(kind, next)
  for (const queryKey of [
    [kind, 'one', next.id],
    [kind, 'rows'],
  ])
    void queries.invalidateQueries({ queryKey, fetchStatus: 'fetching' })
  void refreshDerived(kind)
}

/** After others changed it. Where it was changed here while the answer was on its way, that may be older: it is read once more. */
export async function readAgain<R extends Row>(kind: string, id: string, read: (id: string) => Promise<R>) {
  const before = replacements.get(id)
  const record = await read(id)
  if (replacements.get(id) !== before) return readAgain(kind, id, read)
  show(kind, record)
  void refreshDerived(kind)
}

/** For changes of others a read that is under way is left to end: they may come faster than it does. */
export async function refreshDerived(kind: string, { cancelRefetch = true } = {}) {
  await Promise.all(
    [[kind, 'derived'], ['dashboard']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }, { cancelRefetch }),
    ),
  )
}

/** After records came or went. */
export function refreshRecords(kind: string) {
  void queries.invalidateQueries({ queryKey: [kind, 'rows'] })
  void refreshDerived(kind)
}

export const isInAnyList = (kind: string, id: string) =>
  queries
    .getQueriesData<{ list: Row[] }>({ queryKey: [kind, 'rows'] })
    .some(([, page]) => page?.list.some((row) => row.id === id))
