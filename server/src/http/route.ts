import type { Readable } from 'node:stream'
import { maxImageBytes, type Admin, type Data, type Endpoint, type Received } from '@zhenyue/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compile, type z } from 'zod'
import { callerOf, type Authenticate, type Caller } from './auth.ts'
import { smallBody } from './body.ts'
import { badRequest, Refusal } from './errors.ts'
import { etagOf, namesTag } from './etag.ts'
import type { Gate } from './gate.ts'
import type { Limits } from './limits.ts'
import type { PhoneProof } from './phone-proof.ts'
import { phoneMask, refusePhoneFilter } from './phones.ts'
import { json } from './headers.ts'
import type { Ready, ResponseCache } from './response-cache.ts'
import type { SecurityLog } from './security-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    cache: ResponseCache
    gate: Gate
    limits: Limits
    phoneProof: PhoneProof
    securityLog: SecurityLog
  }
  interface FastifyContextConfig {
    /** Who sends a token is found out before the body is read. */
    knowsStaff?: boolean
  }
  interface FastifyRequest {
    caller: Caller<Admin | undefined> | undefined
  }
}

interface Callers {
  public: undefined
  optional: Caller | undefined
  admin: Caller
  super: Caller
  token: Caller<Admin | undefined>
}

type Input<E extends Endpoint> = Received<E> & { caller: Callers[E['auth']] }

type Handler<E extends Endpoint> = (
  input: Input<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Data<E> extends undefined ? void | Readable : Data<E>>

const largeBody = 4 * 1024 * 1024
/** A picture, and what a form puts around it. */
const pictureBody = maxImageBytes + 64 * 1024

/** Binds one contract entry to its handler: authenticate, validate, run, wrap in the envelope. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const { auth, message } = endpoint
  const receives = receiver(endpoint)
  const envelope = enveloper(message)
  const takesBytes = endpoint.bodyTypes.length > 0
  // Staff are few, and what they ask may take its time.
  const countsAsLoad = (auth === 'public' || auth === 'optional') && !endpoint.queued
  const admit = countsAsLoad
    ? <T>(work: () => Promise<T>) => app.gate.run(work)
    : <T>(work: () => Promise<T>) => work()
  const document = (version: number, data: string): Ready => ({
    route: endpoint.path,
    version,
    etag: etagOf(data),
    headers: { 'cache-control': 'no-cache', 'content-type': json },
    body: Buffer.from(envelope(data)).toString('latin1'),
  })

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: takesBytes ? (endpoint.bodyBytes ?? pictureBody) : endpoint.large ? largeBody : smallBody,
    config: { takesBytes, knowsStaff: auth !== 'public' },
    // Nobody asks for the headers of a stream alone, and making it would not be free.
    ...(endpoint.stream.length > 0 && { exposeHeadRoute: false }),
    // Before the body is read.
    onRequest(request, _reply, done) {
      if (endpoint.limited === 'publicWrites') app.limits.publicWrites.count(request.ip)
      if (endpoint.limited === 'failedLogins') app.limits.failedLogins.check(request.ip)
      const isAnonymous = auth === 'public' || (auth === 'optional' && !request.headers.authorization)
      if (isAnonymous) return done()
      callerOf(request, endpoint, app.authenticate).then(() => done(), done)
    },
    async handler(request, reply) {
      const input = receives(request, request.caller)
      refusePhoneFilter(request, input.query)
      const mask = endpoint.tellsPhone ? undefined : phoneMask(request)
      const isMasked = mask || (input.query as { masked?: boolean } | undefined)?.masked
      const showsPhones = endpoint.showsPhones && !isMasked
      if (showsPhones && request.caller) app.securityLog('phones.read', request.caller.actor)
      const work = () => handler(input, request, reply)
      const answer = request.caller ? work : () => admit(work)
      if (endpoint.stream.length > 0) return reply.send(await answer())
      if (endpoint.etag || endpoint.keptBriefly) {
        const make = async (version: number) => {
          const until = endpoint.keptBriefly && { until: app.cache.briefly() }
          return { ...document(version, JSON.stringify(await answer())), ...until }
        }
        return sendReady(await app.cache.read(plainAddress(endpoint, input), make), request, reply)
      }
      const data = await answer()
      if (endpoint.method !== 'GET') app.cache.noteWrite()
      return reply.header('content-type', json).send(envelope(JSON.stringify(data, mask)))
    },
  })
}

/** The address without what the operation ignores: however it is written, an answer is kept once. */
function plainAddress({ path }: Endpoint, { params, query }: { params?: unknown; query?: unknown }): string {
  const address = path.replace(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name]!)
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? address
    : `${address}?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}`
}

/** Sends what is ready by way of the router, for requests that the cache did not answer. */
export function sendReady({ etag, headers, body }: Ready, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ ...headers, etag })
  const known = request.headers['if-none-match']
  if (known !== undefined && namesTag(known, etag)) return reply.code(304).send()
  return reply.send(Buffer.from(body, 'latin1'))
}

function enveloper(message: string) {
  const opening = `{"code":0,"message":${JSON.stringify(message)}`
  return (data: string | undefined) => (data === undefined ? `${opening}}` : `${opening},"data":${data}}`)
}

interface Raw {
  params: unknown
  query: unknown
  body: unknown
}

function receiver<E extends Endpoint>(endpoint: E) {
  const { params, query } = endpoint
  // To compile takes milliseconds, and is worth it for what many send.
  const body =
    endpoint.limited === 'publicWrites' && endpoint.method === 'POST' ? compile(endpoint.body) : endpoint.body
  return (raw: Raw, caller: unknown) =>
    ({
      params: accept(params, raw.params),
      query: accept(query, scalars(query, raw.query as Record<string, unknown>)),
      body: accept(body, raw.body === undefined ? {} : raw.body),
      caller,
    }) as Input<E>
}

/** An empty parameter counts as absent; one that is given twice is a fault. */
function scalars(type: z.ZodType, query: Record<string, unknown>) {
  if (!('shape' in type)) return query
  const given: Record<string, unknown> = {}
  for (const key of Object.keys(type.shape as object)) {
    const value = query[key]
    if (Array.isArray(value)) throw badRequest(`${key} 参数不能重复`)
    if (value !== '') given[key] = value
  }
  return given
}

/** The first fault in schema order becomes the message. A part that the operation does not use is ignored. */
function accept(type: z.ZodType, value: unknown) {
  if (type.def.type === 'undefined') return undefined
  const result = type.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const params = issue.code === 'custom' ? issue.params : undefined
  throw new Refusal((params?.['status'] as number | undefined) ?? 400, issue.message)
}
