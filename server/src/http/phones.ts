import { maskPhone, phonePattern, phoneReadsADay, phonesShown } from '@zhenyue/contract'
import type { FastifyRequest } from 'fastify'
import type { Time } from '../time.ts'
import type { Caller } from './auth.ts'
import { forbidden, tooMany } from './errors.ts'

const shownTo = ({ caller }: FastifyRequest) => phonesShown[caller?.admin?.role ?? '']

const fields = new Set(['phone', 'patientPhone'])
const hidden = '*'.repeat(11)

/** For `JSON.stringify`: shows phone numbers as the caller's role may see them, wherever they stand in an answer. */
export function phoneMask(request: FastifyRequest) {
  const shown = shownTo(request)
  if (!shown) return undefined
  return (key: string, value: unknown) => {
    if (!fields.has(key) || typeof value !== 'string') return value
    if (shown === 'hidden') return hidden
    return phonePattern.test(value) ? maskPhone(value) : value
  }
}

/** With a filter by phone, digits that are hidden could be tried out. */
export function refusePhoneFilter(request: FastifyRequest, query: unknown) {
  const { phone, phoneEnd } = (query ?? {}) as { phone?: string; phoneEnd?: string }
  const isByPhone = phone !== undefined || phoneEnd !== undefined
  if (isByPhone && shownTo(request) === 'hidden') throw forbidden()
}

/** Who sees whole numbers in lists needs no limit on single ones. */
export const mostPhoneReads = ({ admin }: Caller) => (phonesShown[admin.role] ? phoneReadsADay : Infinity)

/** Until tomorrow. */
export function tooManyPhones(time: Time) {
  const now = time.now()
  return tooMany(Math.ceil((time.startOf(time.dayOf(now), 1) - now) / 1000))
}
