import type { Data, Endpoint } from '@zhenyue/contract'
import { CallError, createClient, type CallArguments, type Reply } from '@zhenyue/contract/client'
import { QueryClient } from '@tanstack/react-query'
import { api } from 'virtual:endpoints'
import { createStore } from './store.ts'
import { notAllowed } from '@zhenyue/contract/permissions'
import { totpMessages } from '@zhenyue/contract/rules'
import { loginAgain, session, type Session } from './session.ts'

export { api, CallError }

export interface Tagged<T> {
  data: T
  etag: string
}

/** Numbers come masked; whole ones only by the reads that are written to the audit log. */
export const masked = { masked: 'true' } as const

/** Whether the last request reached the service. */
export const reachable = createStore(true)

/** Thrown where the service cannot be reached. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => !(error instanceof CallError) && !(error instanceof Unreachable) && count < 1,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

async function request(...given: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...given)
    if (!reachable.get()) markReachable()
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    markUnreachable()
    throw new Unreachable()
  }
}

let watch: ReturnType<typeof setInterval> | undefined

function markUnreachable() {
  reachable.set(false)
  watch ??= setInterval(
    () =>
      void fetch('/livez').then(
        (answer) => answer.ok && markReachable(),
        () => {},
      ),
    2000,
  )
}

function markReachable() {
  clearInterval(watch)
  watch = undefined
  reachable.set(true)
  void queries.invalidateQueries()
}

addEventListener('offline', markUnreachable)

const client = createClient({
  baseUrl: location.origin,
  token: () => session.get()?.token,
  fetch: request,
})

/** Ends the session of a token that is no longer used; where that fails it ends by itself. */
export const endSessionOf = (token: string) =>
  createClient({ baseUrl: location.origin, token: () => token })
    .send(api.sessions.end, { params: { id: 'current' } })
    .catch(() => {})

/** Waits for a new login, or takes that of another tab. What one account began is never sent by another. */
async function loginAgainAs({ token, admin }: Session) {
  if (session.get()?.token === token) await loginAgain()
  if (session.get()?.admin.id !== admin.id) throw new Error('another account has logged in')
}

/** As the client's, but where the token is no longer good it waits for a new login and then sends again. */
export async function send<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>): Promise<Reply<E>> {
  const before = session.get()
  const reply = await client.send(endpoint, ...sent)
  if (reply.status === 401 && endpoint.path !== api.admins.login.path && before && session.get()) {
    await loginAgainAs(before)
    return send(endpoint, ...sent)
  }
  if (reply.status === 403) refusedWith(reply.message)
  return reply
}

/** The role may have been changed since the login, or a second factor may be asked for now. */
function refusedWith(message: string) {
  const current = session.get()
  if (!current) return
  if (message === totpMessages.needed) session.set({ ...current, mustEnableTotp: true })
  if (message === notAllowed) void refreshAdmin()
}

/** Reads anew who one is, as the service decides by that and not by what the browser keeps. */
export async function refreshAdmin() {
  const admin = await call(api.admins.me).catch(() => undefined)
  const current = session.get()
  if (!admin || !current || JSON.stringify(admin) === JSON.stringify(current.admin)) return
  session.set({ ...current, admin })
}

export async function call<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>): Promise<Data<E>> {
  const reply = await send(endpoint, ...sent)
  if (reply.code !== 0) throw new CallError(reply)
  return reply.data
}

/** With the tag of the record as it is at the service. */
export async function callTagged<E extends Endpoint>(
  endpoint: E,
  ...sent: CallArguments<E>
): Promise<Tagged<Data<E>>> {
  const reply = await send(endpoint, ...sent)
  if (reply.code !== 0) throw new CallError(reply)
  return { data: reply.data, etag: reply.headers.get('etag') ?? '' }
}

/** The answer of an operation that is a stream. */
export async function open<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>): Promise<Response> {
  const before = session.get()
  try {
    return await client.open(endpoint, ...sent)
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401 || !before || !session.get()) throw error
    await loginAgainAs(before)
    return open(endpoint, ...sent)
  }
}
