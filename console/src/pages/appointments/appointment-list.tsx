import type { Appointment } from '@zhenyue/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, call } from '../../app/api.ts'
import type { Filter } from '../../app/router.ts'
import { wantedOf } from './appointment-filters.tsx'

const numberOr = (text: string | undefined, other: number) =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : other

/** The page of the list that the address names. */
export function useAppointmentList(filter: Filter, enabled: boolean) {
  const limit = Math.min(numberOr(filter['limit'], 50) || 50, 200)
  const offset = numberOr(filter['offset'], 0)
  const wanted = wantedOf(filter)
  const order = filter['order'] === 'visit' ? 'visit' : 'newest'
  const asked = useQuery({
    queryKey: ['appointments', 'list', wanted, order, limit, offset],
    queryFn: ({ signal }) =>
      call(api.appointments.staffList, {
        query: { ...wanted, order, limit: String(limit), offset: String(offset), masked: 'true' } as never,
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const list: Appointment[] = asked.data?.list ?? []
  return { asked, list, limit, offset, wanted, order }
}
