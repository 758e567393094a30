import { consentMessages, countsAtMost, trimText, type ConsentPurpose } from '@zhenyue/contract/rules'
import type { Site } from './site.ts'

export type ConsentSite = Pick<Site, 'consent' | 'messages'>

/** What a form keeps of what someone agrees to. */
export const noConsent = {
  consent: false,
  /** Of the policy that could be read then; 0 until it is known. */
  policyVersion: 0,
  /** Undefined until the person has decided. */
  followUp: undefined as boolean | undefined,
  sms: undefined as boolean | undefined,
  guardian: '',
}
export type ConsentFields = typeof noConsent

/** Where consent has to be given nothing is ticked beforehand; otherwise both start ticked, as in the earlier single consent. */
export const isAgreed = (choice: boolean | undefined, { consent }: ConsentSite) =>
  choice ?? consent !== 'required'

/** What the hospital sends beside the codes that someone asks for. */
export const messagesTo = ({ messages = [] }: ConsentSite) => messages.filter((kind) => kind !== 'code')

export const needsGuardian = (age: number, { consent }: ConsentSite) => consent === 'required' && age < 14

export function guardianFault(guardian: string, age: number, site: ConsentSite): string | undefined {
  const name = trimText(guardian)
  const isFine = name !== '' && countsAtMost(name, 20)
  return needsGuardian(age, site) && !isFine ? consentMessages.guardianNeeded : undefined
}

/** What is sent of it: the purposes that were agreed to, nothing that was not asked. */
export function consentOf(fields: ConsentFields, site: ConsentSite, age?: number) {
  if (!fields.consent || !fields.policyVersion) return undefined
  const purposes: ConsentPurpose[] = ['booking']
  if (isAgreed(fields.followUp, site)) purposes.push('follow-up')
  if (messagesTo(site).length > 0 && isAgreed(fields.sms, site)) purposes.push('sms')
  const guardian = age !== undefined && needsGuardian(age, site) ? trimText(fields.guardian) : ''
  return { version: fields.policyVersion, purposes, ...(guardian && { guardian }) }
}
