import { allows, type Admin, type Endpoint } from '@zhenyue/contract'
import type { FastifyRequest } from 'fastify'
import { forbidden, passwordUnchanged, totpMissing, unauthorized } from './errors.ts'

/** Who a token stands for. The account is undefined where it was removed after the token was given. */
export interface Bearer {
  /** The key of another system, which has no account of its own. */
  isKey?: boolean
  sessionId: string
  admin: Admin | undefined
  hasTemporaryPassword: boolean
  /** Has to have a second factor, and has none. */
  lacksTotp: boolean
}

/** Who calls, as a handler sees it. */
export interface Caller<A extends Admin | undefined = Admin> {
  sessionId: string
  admin: A
  hasTemporaryPassword: boolean
  lacksTotp: boolean
  /** For the audit log. */
  actor: { username: string; address: string }
}

/** Answers undefined for a token that is not, or no longer, good. */
export type Authenticate = (token: string) => Promise<Bearer | undefined>

function isAllowed({ auth, may }: Endpoint, { admin, isKey }: Bearer): boolean {
  if (isKey && (auth === 'super' || auth === 'token' || may === 'self')) return false
  if (auth === 'super') return admin?.role === 'super'
  return may === undefined || (admin !== undefined && allows(admin.role, may))
}

/** The only place that decides whether staff may call. */
export async function callerOf(
  request: FastifyRequest,
  endpoint: Endpoint,
  authenticate: Authenticate,
): Promise<Caller<Admin | undefined>> {
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const bearer = token && (await authenticate(token))
  if (!bearer || (!bearer.admin && endpoint.auth !== 'token')) throw unauthorized()
  // Known also where it is refused, to whoever counts the refusals.
  request.caller = { ...bearer, actor: { username: bearer.admin?.username ?? '', address: request.ip } }
  if (bearer.hasTemporaryPassword) {
    // One thing after the other: the password first.
    if (!endpoint.withTemporaryPassword) throw passwordUnchanged()
  } else if (bearer.lacksTotp && !endpoint.withoutTotp) throw totpMissing()
  if (!isAllowed(endpoint, bearer)) throw forbidden()
  return request.caller
}
