import { api, CallError, createWxClient } from '@zhenyue/contract/wx'
import { firstPhone, primaryHospitalId } from '@zhenyue/contract/rules'
import { serviceUrl } from './config'

export { api, CallError }
export const { call } = createWxClient({ baseUrl: serviceUrl, timeout: 10_000 })

export interface Hospital {
  name: string
  /** Empty where it is not known. */
  phone: string
}

/** The hospital; no page stays empty because it could not be read. */
export const readHospital = (): Promise<Hospital> =>
  call(api.hospitals.detail, { params: { id: primaryHospitalId } }).then(
    ({ name, phone }) => ({ name, phone: firstPhone(phone) ?? '' }),
    () => ({ name: '医院', phone: '' }),
  )

/** What someone is asked to agree to. */
export interface Policy {
  version: number
  text: string
  /** Whether children need a guardian who agrees. */
  asksGuardian: boolean
}

export async function readPolicy(): Promise<Policy> {
  const [{ version, text }, { consent }] = await Promise.all([
    call(api.privacyPolicy.read),
    call(api.meta.read),
  ])
  return { version, text, asksGuardian: consent === 'required' }
}
