import { randomUUID } from 'node:crypto'
import { adminMessages, api, totpMessages, type Admin } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Authenticate } from '../http/auth.ts'
import { badRequest, notFound, unauthorized } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { codeChecker } from './check-code.ts'
import { passwordChecker } from './check-password.ts'
import { hashPassword, inTurn } from './password.ts'
import { findSession, insertSession } from './session-store.ts'
import { refuseSimple } from './simple-password.ts'
import { changePassword } from './store.ts'
import { signToken, verifyToken } from './token.ts'

const needsTotp = ({ access: { requireTotp } }: Config, admin: Admin | undefined) =>
  requireTotp === 'all' || (requireTotp === 'super' && admin?.role === 'super')

/** A token is good while its signature, its session and its account are. Asked of the database, so true on every instance. */
export const authenticator =
  ({ db, time, config }: Deps): Authenticate =>
  async (token) => {
    const { jwtSecret, jwtSecretPrevious } = config
    const now = time.now()
    const claims =
      (await verifyToken(jwtSecret, token, now)) ??
      (jwtSecretPrevious && (await verifyToken(jwtSecretPrevious, token, now)))
    if (!claims) return undefined
    const { admin, stands, hasTotp, ...found } = await findSession(db, claims.adminId, claims.sessionId)
    const lacksTotp = !hasTotp && needsTotp(config, admin)
    return !admin || stands ? { admin, sessionId: claims.sessionId, lacksTotp, ...found } : undefined
  }

export function adminRoutes(app: FastifyInstance, deps: Deps) {
  const { db, time, config } = deps
  const checkPassword = passwordChecker(deps, app)
  const checkCode = codeChecker(deps)

  route(app, api.admins.login, async ({ body: { username, password, otp } }, request) => {
    const account = await checkPassword({ username, address: request.ip }, password)
    if (!account) throw unauthorized(adminMessages.credentialsWrong)

    const { admin, passwordHash, mustChangePassword, hasTotp } = account
    if (hasTotp) {
      if (!otp) throw unauthorized(totpMessages.codeMissing)
      if (!(await checkCode(admin.id, otp))) {
        app.securityLog('login.failed', { username, address: request.ip })
        throw unauthorized(totpMessages.codeWrong)
      }
    }
    const sessionId = randomUUID()
    const now = time.now()
    const expiresAt = now + config.tokenTtl
    const userAgent = (request.headers['user-agent'] ?? '').replace(/[^ -~]/g, '').slice(0, 200)
    const session = { id: sessionId, adminId: admin.id, passwordHash, hasTotp, expiresAt, userAgent }
    const isOpen = await insertSession(db, time, session, { username, address: request.ip })
    if (!isOpen) throw unauthorized(adminMessages.credentialsWrong)
    const token = await signToken(config.jwtSecret, { adminId: admin.id, sessionId }, now, expiresAt)
    const mustEnableTotp = !hasTotp && needsTotp(config, admin)
    return { token, admin, mustChangePassword, ...(mustEnableTotp && { mustEnableTotp }) }
  })

  route(app, api.admins.me, async ({ caller }) => caller.admin)

  route(app, api.admins.changePassword, async ({ body, caller }, request) => {
    if (!caller.admin) throw notFound(adminMessages.accountGone)
    const { username } = caller.admin
    const account = await checkPassword({ username, address: request.ip }, body.oldPassword)
    if (!account) throw badRequest(adminMessages.passwordWrong)
    await refuseSimple(body.newPassword, username)
    const isChanged = await changePassword(
      db,
      time,
      {
        adminId: account.admin.id,
        verifiedHash: account.passwordHash,
        passwordHash: await inTurn(request.ip, () => hashPassword(body.newPassword)),
        temporary: false,
        keepSession: caller.sessionId,
      },
      caller.actor,
    )
    if (!isChanged) throw badRequest(adminMessages.passwordWrong)
  })
}
