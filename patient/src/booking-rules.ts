import type { BookingRules } from '@zhenyue/contract'
import type { Department } from '@zhenyue/contract/rules'
import { useEffect, useState } from 'preact/hooks'
import { api, ask } from './api.ts'

let known: BookingRules | undefined

/** The rules for booking, once the service has told them. Without them everything is as in a hospital without slots. */
export function useRules(): BookingRules | undefined {
  const [rules, setRules] = useState(known)
  useEffect(() => {
    ask(api.bookingRules.read).then(
      (told) => setRules((known = told)),
      () => {},
    )
  }, [])
  return rules
}

export const hasSlots = (rules: BookingRules | undefined, department: Department | '') =>
  department !== '' && rules?.departments[department].mode === 'on'
