import { randomUUID } from 'node:crypto'
import { adminMessages, api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Authenticate } from '../http/auth.ts'
import { badRequest, notFound, unauthorized } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { turns } from '../http/turns.ts'
import { refuseCommon } from './common-password.ts'
import { countAttempt } from './login-limit.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { findSession, insertSession } from './session-store.ts'
import { changePassword, findCredentials } from './store.ts'
import { signToken, verifyToken } from './token.ts'

/** A token is good while its signature, its session and its account are. Asked of the database, so true on every instance. */
export const authenticator =
  ({ db, time, config }: Deps): Authenticate =>
  async (token) => {
    const claims = await verifyToken(config.jwtSecret, token, time.now())
    if (!claims) return undefined
    const { admin, stands } = await findSession(db, claims.adminId, claims.sessionId)
    return !admin || stands ? { admin, sessionId: claims.sessionId } : undefined
  }

/** Logins that arrive together do not hold up the rest, nor race each other for the count of their tries. */
const inTurn = turns({ atOnce: 2, waiting: 500 })

export function adminRoutes(app: FastifyInstance, { db, time, config }: Deps) {
  route(app, api.admins.login, async ({ body: { username, password } }, request) => {
    const { forget, account } = await inTurn(async () => ({
      forget: config.rateLimits ? await countAttempt(db, time, username, request.ip) : undefined,
      account: await findCredentials(db, { username }),
    }))
    const isRight = await verifyPassword(password, account?.passwordHash)
    if (!account?.enabled || !isRight) throw unauthorized(adminMessages.credentialsWrong)
    await forget?.()

    const { admin, mustChangePassword } = account
    const sessionId = randomUUID()
    const now = time.now()
    const expiresAt = now + config.tokenTtl
    const userAgent = (request.headers['user-agent'] ?? '').replace(/[^ -~]/g, '').slice(0, 200)
    const session = { id: sessionId, adminId: admin.id, expiresAt, userAgent }
    await insertSession(db, time, session, { username, address: request.ip })
    const token = await signToken(config.jwtSecret, { adminId: admin.id, sessionId }, now, expiresAt)
    return { token, admin, mustChangePassword }
  })

  route(app, api.admins.me, async ({ caller }) => caller.admin)

  route(app, api.admins.changePassword, async ({ body, caller }) => {
    const account = caller.admin && (await findCredentials(db, { id: caller.admin.id }))
    if (!account) throw notFound(adminMessages.accountGone)
    if (!(await verifyPassword(body.oldPassword, account.passwordHash))) {
      throw badRequest(adminMessages.passwordWrong)
    }
    await refuseCommon(body.newPassword)
    await changePassword(
      db,
      time,
      {
        adminId: account.admin.id,
        passwordHash: await hashPassword(body.newPassword),
        mustChangePassword: false,
        keepSession: caller.sessionId,
      },
      caller.actor,
    )
  })
}
