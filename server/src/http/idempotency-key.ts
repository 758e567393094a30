import type { IncomingHttpHeaders } from 'node:http'
import { idempotencyMessages } from '@zhenyue/contract'
import { badRequest } from './errors.ts'

export function idempotencyKey(request: { headers: IncomingHttpHeaders }): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[!-~]{1,128}$/.test(key)) throw badRequest(idempotencyMessages.malformed)
  return key
}
