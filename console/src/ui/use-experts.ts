import { useQuery } from '@tanstack/react-query'
import { api, call } from '../app/api.ts'

/** All experts, hidden ones too. */
export const useExperts = () => useQuery({ queryKey: ['experts'], queryFn: () => call(api.experts.list) })
