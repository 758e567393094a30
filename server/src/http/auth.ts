import type { Admin, Endpoint } from '@zhenyue/contract'
import type { FastifyRequest } from 'fastify'
import { passwordUnchanged, Refusal, unauthorized } from './errors.ts'

/** Who a token stands for. The account is undefined where it was removed after the token was given. */
export interface Bearer {
  sessionId: string
  admin: Admin | undefined
  hasTemporaryPassword: boolean
}

/** Who calls, as a handler sees it. */
export interface Caller<A extends Admin | undefined = Admin> {
  sessionId: string
  admin: A
  hasTemporaryPassword: boolean
  /** For the audit log. */
  actor: { username: string; address: string }
}

/** Answers undefined for a token that is not, or no longer, good. */
export type Authenticate = (token: string) => Promise<Bearer | undefined>

export async function callerOf(
  request: FastifyRequest,
  { auth, withTemporaryPassword }: Endpoint,
  authenticate: Authenticate,
): Promise<Caller<Admin | undefined>> {
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const bearer = token && (await authenticate(token))
  if (!bearer || (!bearer.admin && auth !== 'token')) throw unauthorized()
  // Known also where it is refused, to whoever counts the refusals.
  request.caller = { ...bearer, actor: { username: bearer.admin?.username ?? '', address: request.ip } }
  if (bearer.hasTemporaryPassword && !withTemporaryPassword) throw passwordUnchanged()
  if (auth === 'super' && bearer.admin?.role !== 'super') throw new Refusal(403, '无权限')
  return request.caller
}
