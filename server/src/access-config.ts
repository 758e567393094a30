import type { SmsConfig } from './messages/sms-config.ts'
import { StartError } from './start-error.ts'

/** Who has to prove what. The defaults ask for nothing. */
export interface AccessConfig {
  /** Where a patient has to prove a phone number: nowhere, to list bookings, or to change them too. */
  phoneProof: 'off' | 'list' | 'all'
  /** The provider's code of the template for codes. */
  codeTemplate: string
  /** How many codes may really be sent in an hour. */
  codeBudget: number
  consent: 'optional' | 'required'
  /** Whose login needs a second factor. */
  requireTotp: 'off' | 'super' | 'all'
}

export function readAccessConfig(env: Record<string, string | undefined>, sms: SmsConfig): AccessConfig {
  const read = (name: string) => env[name]?.trim() || undefined

  function choice<const T extends string>(name: string, values: readonly T[]): T {
    const value = (read(name) ?? values[0]) as T
    if (!values.includes(value)) {
      throw new StartError(`${name} 仅支持 ${values.join(' / ')} · is not one of these`)
    }
    return value
  }

  const phoneProof = choice('PHONE_PROOF', ['off', 'list', 'all'])
  const codeTemplate = read('SMS_CODE_TEMPLATE') ?? ''
  const codeBudget = read('CODE_BUDGET') ?? '2000'
  if (!/^\d{1,9}$/.test(codeBudget)) {
    throw new StartError('CODE_BUDGET 需为非负整数 · is not a whole number')
  }
  if (phoneProof !== 'off') {
    if (sms.provider === 'none') {
      throw new StartError(
        `PHONE_PROOF=${phoneProof} 需要配置 SMS_PROVIDER · needs an SMS_PROVIDER to send codes with`,
      )
    }
    if (sms.provider !== 'http' && !codeTemplate) {
      throw new StartError(
        `SMS_CODE_TEMPLATE 在 PHONE_PROOF=${phoneProof} 时必填 · is required with phone proof and this provider`,
      )
    }
  }
  return {
    phoneProof,
    codeTemplate,
    codeBudget: Number(codeBudget),
    consent: choice('CONSENT', ['optional', 'required']),
    requireTotp: choice('REQUIRE_TOTP', ['off', 'super', 'all']),
  }
}
