import type { Appointment, Slot } from '@zhenyue/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, call, queries } from '../../app/api.ts'
import { useLive } from '../../app/live.ts'
import { readVisits, type AppointmentFilter } from './visits.ts'

const readAgain = (queryKey: string[]) =>
  void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })

/** All visits of some days, with the slots that there are. */
export function useDays(from: string, to: string, filter: AppointmentFilter) {
  const { departmentName, doctorId } = filter
  const visits = useQuery({
    queryKey: ['appointment', 'rows', 'days', from, to, filter],
    queryFn: async () => ({ list: await readVisits(from, to, filter) }),
  })
  const slots = useQuery({
    queryKey: ['slots', 'calendar', from, to, departmentName, doctorId],
    queryFn: () => call(api.slots.list, { query: { from, to, departmentName, doctorId } }),
    placeholderData: keepPreviousData,
  })
  useLive('appointment', () => {
    readAgain(['appointment', 'rows', 'days'])
    readAgain(['slots', 'calendar'])
  })
  return { visits, slots: slots.data ?? [] }
}

export interface Days {
  visits: Appointment[]
  slots: Slot[]
}

export const waitingIn = (slots: Slot[]) => slots.reduce((sum, { waiting }) => sum + waiting, 0)
