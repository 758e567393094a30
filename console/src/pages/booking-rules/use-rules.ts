import type { BookingRules } from '@zhenyue/contract'
import { api, callTagged } from '../../app/api.ts'
import { sharedDocument } from '../../records/shared-document.ts'

export const rulesKey = ['booking-rules']

export const useRules = sharedDocument<BookingRules>({
  queryKey: rulesKey,
  read: () => callTagged(api.bookingRules.read),
  write: (body, etag) => callTagged(api.bookingRules.replace, { body, headers: { 'if-match': etag } }),
})
