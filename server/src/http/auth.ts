import type { Admin, Auth } from '@zhenyue/contract'
import type { FastifyRequest } from 'fastify'
import { unauthorized } from './errors.ts'

/** Who calls. The account is undefined where it was removed after the token was given. */
export interface Caller {
  sessionId: string
  admin: Admin | undefined
}

/** Answers undefined for a token that is not, or no longer, good. */
export type Authenticate = (token: string) => Promise<Caller | undefined>

export async function callerOf(
  request: FastifyRequest,
  auth: Exclude<Auth, 'public'>,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  const header = request.headers.authorization
  if (!header && auth === 'optional') return undefined
  const token = /^Bearer ([\w.-]+)$/i.exec(header ?? '')?.[1]
  const caller = token && (await authenticate(token))
  if (!caller || (!caller.admin && auth !== 'token')) throw unauthorized()
  return caller
}
