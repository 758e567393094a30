import { accountMessages, adminMessages, api, minPasswordLength } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { conflict, notFound, passwordUnchanged, totpMissing, unauthorized } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { hashPassword, inTurn, randomPassword } from './password.ts'
import { endSession, listSessions } from './session-store.ts'
import { refuseSimple } from './simple-password.ts'
import { changePassword, findCredentials, insertAccount, listAccounts, updateAccount } from './store.ts'

const missing = () => notFound(adminMessages.accountGone)

export function accountRoutes(app: FastifyInstance, { db, time }: Deps) {
  route(app, api.accounts.own, async ({ caller }) => {
    const accounts = await listAccounts(db, time)
    const sessions = await listSessions(db, time, { adminId: caller.admin.id, current: caller.sessionId })
    const account = accounts.find(({ id }) => id === caller.admin.id)
    const session = sessions.find(({ current }) => current)
    // Ended between the check of the token and here.
    if (!account || !session) throw unauthorized()
    return { ...account, sessionId: caller.sessionId, expiresAt: session.expiresAt, minPasswordLength }
  })

  route(app, api.accounts.list, () => listAccounts(db, time))

  route(app, api.accounts.create, async ({ body, caller }, request) => {
    if (body.password !== undefined) await refuseSimple(body.password, body.username)
    const madeUp = body.password === undefined ? randomPassword() : undefined
    const account = await insertAccount(
      db,
      time,
      {
        username: body.username,
        nickname: body.nickname || body.username,
        role: body.role,
        passwordHash: await inTurn(request.ip, () => hashPassword(body.password ?? madeUp!)),
        mustChangePassword: madeUp !== undefined,
        hasTemporaryPassword: madeUp !== undefined,
      },
      caller.actor,
    )
    if (!account) throw conflict(accountMessages.usernameTaken)
    return { account, ...(madeUp !== undefined && { password: madeUp }) }
  })

  route(app, api.accounts.update, async ({ params, body, caller }) => {
    const { id, role } = caller.admin
    const isOwnStanding = params.id === id && (body.enabled === false || (body.role ?? role) !== role)
    if (isOwnStanding) throw conflict(accountMessages.notYourself)
    const account = await updateAccount(db, time, params.id, body, caller.actor)
    if (!account) throw missing()
    if (account === 'last super') throw conflict(accountMessages.lastSuper)
    return account
  })

  route(app, api.accounts.resetPassword, async ({ params, caller }, request) => {
    const account = await findCredentials(db, { id: params.id })
    if (!account) throw missing()
    const password = randomPassword()
    const passwordHash = await inTurn(request.ip, () => hashPassword(password))
    await changePassword(db, time, { adminId: account.admin.id, passwordHash, temporary: true }, caller.actor)
    return { password }
  })
}

export function sessionRoutes(app: FastifyInstance, { db, time }: Deps) {
  /** Whose sessions someone may see and end: their own, or everyone's. */
  const reach = ({ id, role }: { id: string; role: string }) => (role === 'super' ? undefined : id)

  route(app, api.sessions.list, ({ caller }) =>
    listSessions(db, time, { adminId: reach(caller.admin), current: caller.sessionId }),
  )

  route(app, api.sessions.end, async ({ params, caller }) => {
    const id = params.id === 'current' ? caller.sessionId : params.id
    if (caller.hasTemporaryPassword && id !== caller.sessionId) throw passwordUnchanged()
    if (caller.lacksTotp && id !== caller.sessionId) throw totpMissing()
    const isEnded =
      /^[\w-]{1,64}$/.test(id) &&
      (await endSession(db, time, { id, adminId: reach(caller.admin) }, caller.actor))
    if (!isEnded) throw notFound(accountMessages.sessionGone)
    return { id }
  })
}
