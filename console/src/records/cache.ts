import { queries } from '../app/api.ts'
import type { Row } from './kind.ts'

// Keys of the query cache, each after the key of the kind:
//   rows     lists of records ({ list }), in which a changed record is replaced
//   derived  what depends on states of records, such as counts, and is read again after each change
//   one, history, related: by the id of the record

/** Shows a changed record everywhere at once. */
export function replaceRecord(kind: string, next: Row) {
  queries.setQueryData([kind, 'one', next.id], next)
  queries.setQueriesData<{ list: Row[] }>(
    { queryKey: [kind, 'rows'] },
    (page) => page && { ...page, list: page.list.map((row) => (row.id === next.id ? next : row)) },
  )
  void queries.invalidateQueries({ queryKey: [kind, 'history', next.id] })
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
