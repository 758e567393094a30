import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Params } from '../app/router.ts'
import { readFilters } from './filter-bar.tsx'
import type { RecordKind, Row } from './kind.ts'

export const pageSizes = [20, 50, 100, 200]
export const usualLimit = 50

const numberOr = (text: string | undefined, other: number) =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : other

/** The page of the list that the address names. */
export function useList<R extends Row, Q>(kind: RecordKind<R, Q>, params: Params, enabled: boolean) {
  const limit = Math.min(numberOr(params['limit'], usualLimit) || usualLimit, pageSizes.at(-1)!)
  const offset = numberOr(params['offset'], 0)
  const query = readFilters<Q>(kind.order ? [...kind.filters, kind.order] : kind.filters, params)
  const page = useQuery({
    queryKey: [kind.key, 'rows', 'list', query, limit, offset],
    queryFn: ({ signal }) => kind.list({ ...query, limit: String(limit), offset: String(offset) }, signal),
    placeholderData: keepPreviousData,
    enabled,
    // Without live events nothing tells that a list is no longer true.
    ...(!kind.live && { staleTime: 0 }),
  })
  const rows: R[] = page.data?.list ?? []
  return { page, rows, limit, offset, query }
}
