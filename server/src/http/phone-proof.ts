import { createHmac, timingSafeEqual } from 'node:crypto'
import { phonePattern, phoneProofMessages } from '@zhenyue/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { deriveKey } from '../secrets.ts'
import { Refusal } from './errors.ts'

const unproven = () => new Refusal(403, phoneProofMessages.needed)

/** Who has proven which phone number: the token says, and nothing is kept of it. */
export function phoneProof({ jwtSecret, jwtSecretPrevious, access }: Config, now: () => number) {
  const keyOf = (secret: Uint8Array) => deriveKey(secret, 'zhenyue phone proof')
  const key = keyOf(jwtSecret)
  const goodKeys = jwtSecretPrevious ? [key, keyOf(jwtSecretPrevious)] : [key]
  const sign = (text: string, by = key) => createHmac('sha256', by).update(text).digest('base64url')

  function isSigned(text: string, signature: string): boolean {
    const given = Buffer.from(signature)
    return goodKeys.some((by) => {
      const right = Buffer.from(sign(text, by))
      return given.length === right.length && timingSafeEqual(given, right)
    })
  }

  /** The number that a request proves, if any. */
  function phoneOf({ headers }: FastifyRequest): string | undefined {
    const [claim = '', signature = ''] = String(headers['x-phone-proof'] ?? '').split('.')
    if (!isSigned(`token ${claim}`, signature)) return undefined
    const [phone = '', until] = Buffer.from(claim, 'base64url').toString().split(' ')
    return phonePattern.test(phone) && Number(until) > now() ? phone : undefined
  }

  return {
    isOn: access.phoneProof !== 'off',
    /** What is kept of a code. */
    digest: (id: string, code: string) => sign(`code ${id} ${code}`),
    isCode: (id: string, code: string, digest: string) => isSigned(`code ${id} ${code}`, digest),
    tokenFor(phone: string, until: number): string {
      const claim = Buffer.from(`${phone} ${until}`).toString('base64url')
      return `${claim}.${sign(`token ${claim}`)}`
    },
    /** The number that a request has to prove. */
    proven(request: FastifyRequest): string {
      const phone = phoneOf(request)
      if (!phone) throw unproven()
      return phone
    },
    /** Refuses who is no staff and has not proven this number, where that is asked for. */
    require(request: FastifyRequest, asked: 'list' | 'change', phone: string) {
      const isAsked = access.phoneProof === 'all' || (access.phoneProof === 'list' && asked === 'list')
      if (isAsked && !request.caller && phoneOf(request) !== phone) throw unproven()
    },
  }
}

export type PhoneProof = ReturnType<typeof phoneProof>
