import { api, apiKeyMessages as say } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Authenticate } from '../http/auth.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { deleteKey, findKey, insertKey, keyPrefix, listKeys } from './store.ts'

/** Knows the keys of other systems, and leaves every other token to those who know staff. */
export const withKeys =
  ({ db, time }: Deps, authenticate: Authenticate): Authenticate =>
  async (token) => {
    if (!token.startsWith(keyPrefix)) return authenticate(token)
    const key = await findKey(db, time, token)
    if (!key) return undefined
    // No user name has a colon in it.
    const admin = { id: key.id, username: `key:${key.name}`, nickname: key.name, role: key.role }
    return { admin, isKey: true, sessionId: '', hasTemporaryPassword: false, lacksTotp: false }
  }

export function apiKeyRoutes(app: FastifyInstance, { db, time }: Deps) {
  route(app, api.apiKeys.list, () => listKeys(db, time))

  route(app, api.apiKeys.create, async ({ body, caller }) => {
    const isOver = body.expiresAt !== undefined && body.expiresAt < time.dayOf(time.now())
    if (isOver) throw badRequest(say.expired)
    const made = await insertKey(db, time, body, caller.actor)
    if (!made) throw conflict(say.nameTaken)
    return made
  })

  route(app, api.apiKeys.remove, async ({ params, caller }) => {
    if (!(await deleteKey(db, time, params.id, caller.actor))) throw notFound(say.notFound)
    return { id: params.id }
  })
}
